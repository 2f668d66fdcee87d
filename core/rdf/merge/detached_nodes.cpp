// Reaches the nodes from both sides: from what is removed, and from what stays.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/merge/detached_nodes.hpp"

#include <algorithm>

#include "core/rdf/write/skolem.hpp"

namespace laundromat {

namespace {

/// A longer one was made by somebody else, and is an IRI like others.
constexpr std::size_t longest_name = 200;

/// `{component}/{label}` of the Skolem IRI at the start of a text; empty when there is none.
std::string_view node_at(std::string_view text) {
  if (!text.starts_with(genid_base)) return {};
  text.remove_prefix(genid_base.size());
  const auto name = text.substr(0, text.find('>'));
  return name.size() <= longest_name ? name : std::string_view{};
}

std::string_view component_of(std::string_view node) {
  return node.substr(0, node.find('/'));
}

std::string_view subject_node(std::string_view line) {
  return node_at(line.substr(1));
}

std::string_view behind_term(std::string_view text) {
  return text.substr(text.find(' ') + 1);
}

std::string_view object_node(std::string_view line) {
  const auto object = behind_term(behind_term(line));
  return object.starts_with('<') ? node_at(object.substr(1)) : std::string_view{};
}

/// Calls `take` with each node behind the subject.
template <class Take>
void each_mention(std::string_view line, Take take) {
  auto rest = behind_term(line);
  for (auto at = rest.find(genid_base); at != rest.npos; at = rest.find(genid_base)) {
    rest.remove_prefix(at);
    take(node_at(rest));
    rest.remove_prefix(genid_base.size());
  }
}

}  // namespace

bool detached_nodes::is_candidate(std::string_view name) const {
  return !name.empty() && candidates_.contains(component_of(name));
}

detached_nodes::node detached_nodes::number_of(std::string_view name) {
  if (const auto found = nodes_.find(name); found != nodes_.end()) return found->second;
  const auto number = static_cast<node>(nodes_.size());
  has_given_up_ = has_given_up_ || nodes_.size() >= most_;
  if (has_given_up_) return 0;
  nodes_.emplace(std::string{name}, number);
  led_to_.push_back(false);
  stay_.push_back(false);
  return number;
}

void detached_nodes::add_edge(node from, std::string_view to, bool is_object) {
  constexpr std::size_t edges_of_a_node = 16;
  const auto end = number_of(to);
  has_given_up_ = has_given_up_ || edges_.size() >= edges_of_a_node * most_;
  if (!has_given_up_) edges_.push_back({from, end, is_object});
}

void detached_nodes::take_removed(std::string_view line) {
  const auto to = object_node(line);
  if (to.empty() || (has_given_up_ && !candidates_.empty())) return;
  candidates_.emplace(component_of(to));
  const auto number = number_of(to);
  if (!has_given_up_) led_to_[number] = true;
}

void detached_nodes::take_other(std::string_view line, bool is_certain) {
  const auto subject = subject_node(line), object = object_node(line);
  const bool is_inner = is_candidate(subject);
  const auto from = is_inner ? number_of(subject) : 0;
  if (is_inner && is_certain && !has_given_up_) stay_[from] = true;
  each_mention(line, [&](std::string_view name) {
    if (has_given_up_ || !is_candidate(name)) return;
    if (is_inner) return add_edge(from, name, name == object);
    const auto number = number_of(name);
    if (!has_given_up_) stay_[number] = true;
  });
}

void detached_nodes::finish() {
  if (has_given_up_) return;
  std::ranges::sort(edges_, {}, &edge::from);
  spread(led_to_, true);
  for (node one = 0; one < nodes_.size(); ++one)
    if (!led_to_[one]) stay_[one] = true;
  spread(stay_, false);
}

void detached_nodes::spread(std::vector<bool>& marks, bool only_objects) const {
  std::vector<node> ends;
  for (node one = 0; one < marks.size(); ++one)
    if (marks[one]) ends.push_back(one);
  while (!ends.empty()) {
    const auto from = ends.back();
    ends.pop_back();
    for (const auto& way : std::ranges::equal_range(edges_, from, {}, &edge::from)) {
      if (marks[way.to] || (only_objects && !way.is_object)) continue;
      marks[way.to] = true;
      ends.push_back(way.to);
    }
  }
}

bool detached_nodes::is_detached(std::string_view line) const {
  const auto name = subject_node(line);
  if (has_given_up_ || name.empty()) return false;
  const auto found = nodes_.find(name);
  return found != nodes_.end() && !stay_[found->second];
}

}  // namespace laundromat
