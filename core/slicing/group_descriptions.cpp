// Searches a group in memory, once for each described resource.
// SPDX-License-Identifier: Apache-2.0
#include "core/slicing/group_descriptions.hpp"

#include <algorithm>
#include <numeric>

namespace laundromat {

result<void> group_descriptions::take(std::string_view group, std::string_view line) {
  if (group != group_) {
    if (auto ended = end_group(); !ended) return ended;
    group_ = group;
  }
  if (is_large_) return cut(line);
  if (text_.size() + line.size() > limits_.group_bytes) {
    is_large_ = true;
    ++large_groups_;
    for (const auto& [begin, bytes] : places_)
      if (auto done = cut(std::string_view(text_).substr(begin, bytes)); !done) return done;
    text_.clear();
    places_.clear();
    return cut(line);
  }
  places_.emplace_back(text_.size(), line.size());
  text_.append(line);
  return {};
}

/// The documents of its resources lack the group.
result<void> group_descriptions::cut(std::string_view line) {
  const auto bar = line.find(reified_by);
  std::string reified;
  if (bar != line.npos) reified.assign(line.substr(0, bar)).append(".\n");
  const auto one = split_statement(bar == line.npos ? line : std::string_view(reified));
  bool is_placed = bar != line.npos;
  for (const auto term : {one.subject, one.object}) {
    if (!described_.contains(term) || (!is_symmetric() && term.data() != one.subject.data())) continue;
    is_placed = true;
    out_.begin(term);
    if (auto done = out_.add_cut(); !done) return done;
  }
  if (!is_placed) ++left_out_;
  return {};
}

result<void> group_descriptions::end_group() {
  if (is_large_ || text_.empty()) {
    is_large_ = false;
    return {};
  }
  ++groups_;
  read_lines();
  description_ = 0;
  copies_ = 0;
  most_copies_ = std::max<std::uint64_t>(limits_.least_copies, limits_.copies_per_statement * lines_.size());
  result<void> done;
  if (method_ == slicing_method::msg) {
    done = describe_components();
  } else {
    link_lines();
    for (number i = 0; done && i < subjects_.size(); ++i)
      if (subjects_[i].is_described) done = describe(subjects_[i].term, i);
    if (is_symmetric())
      for (std::size_t i = 0; done && i < incoming_.size(); ++i) {
        const auto object = incoming_[i].object;
        const bool is_first = i == 0 || incoming_[i - 1].object != object;
        if (is_first && described_.contains(object) && subject_named(object) == none)
          done = describe(object, none);
      }
  }
  for (const auto& one : lines_)
    if (one.reifier.empty() && !one.is_placed) ++left_out_;
  text_.clear();
  places_.clear();
  return done;
}

void group_descriptions::read_lines() {
  lines_.clear();
  subjects_.clear();
  for (const auto& [begin, bytes] : places_) {
    group_line one;
    one.text = std::string_view(text_).substr(begin, bytes);
    const auto bar = one.text.find(reified_by);
    std::string_view subject;
    if (bar == one.text.npos) {
      const auto terms = split_statement(one.text);
      subject = terms.subject;
      one.object = terms.object;
    } else {
      one.reifier = one.text.substr(bar + 1, one.text.size() - bar - 2);
      subject = one.text.substr(0, one.text.find(' '));
      const auto object = one.text.find(' ', subject.size() + 1) + 1;
      one.object = one.text.substr(object, bar - 1 - object);
    }
    if (subjects_.empty() || subjects_.back().term != subject) {
      const auto at = static_cast<number>(lines_.size());
      subjects_.push_back({subject, at, at, described_.contains(subject)});
    }
    one.subject = static_cast<number>(subjects_.size() - 1);
    one.is_placed = subjects_.back().is_described || (is_symmetric() && described_.contains(one.object));
    lines_.push_back(one);
    subjects_.back().end = static_cast<number>(lines_.size());
  }
}

group_descriptions::number group_descriptions::subject_named(std::string_view term) const {
  const auto found = std::ranges::lower_bound(subjects_, term, {}, &subject_lines::term);
  if (found == subjects_.end() || found->term != term) return none;
  return static_cast<number>(found - subjects_.begin());
}

/// Finds where each line leads.
void group_descriptions::link_lines() {
  for (auto& one : lines_) {
    if (!one.reifier.empty())
      one.target = subject_named(one.reifier);
    else if (is_blank_term(one.object))
      one.target = subject_named(one.object);
  }
  if (is_symmetric()) index_objects();
}

void group_descriptions::index_objects() {
  incoming_.clear();
  for (number i = 0; i < lines_.size(); ++i) {
    const auto& object = lines_[i].object;
    if (is_blank_term(object) || described_.contains(object)) incoming_.push_back({object, i});
  }
  std::ranges::sort(incoming_, [](const incoming& a, const incoming& b) {
    return a.object != b.object ? a.object < b.object : a.line < b.line;
  });
  back_visited_.assign(incoming_.size(), 0);
}

/// Adds a statement of the group to the description.
result<void> group_descriptions::copy(number line) {
  auto& one = lines_[line];
  if (!one.reifier.empty() || is_cut_) return {};
  if (copies_ == most_copies_) {
    is_cut_ = true;
    waiting_.clear();
    waiting_back_.clear();
    return out_.add_cut();
  }
  ++copies_;
  one.is_placed = true;
  return out_.add(one.text);
}

/// The node that a line leads to is described as well.
void group_descriptions::follow(number line) {
  const auto target = lines_[line].target;
  if (target == none || subjects_[target].visited == description_) return;
  subjects_[target].visited = description_;
  waiting_.push_back(target);
}

void group_descriptions::follow_back(std::string_view object) {
  const auto found = std::ranges::lower_bound(incoming_, object, {}, &incoming::object);
  if (found == incoming_.end() || found->object != object) return;
  auto& visited = back_visited_[static_cast<std::size_t>(found - incoming_.begin())];
  if (visited == description_) return;
  visited = description_;
  waiting_back_.push_back(object);
}

result<void> group_descriptions::describe(std::string_view resource, number subject) {
  ++description_;
  is_cut_ = false;
  out_.begin(resource);
  if (subject != none) {
    // The statements about the resource are in its document anyway.
    subjects_[subject].visited = description_;
    for (auto i = subjects_[subject].begin; i < subjects_[subject].end; ++i) follow(i);
  }
  if (is_symmetric()) follow_back(resource);
  while (!waiting_back_.empty()) {
    const auto object = waiting_back_.back();
    waiting_back_.pop_back();
    for (const auto& way : std::ranges::equal_range(incoming_, object, {}, &incoming::object)) {
      const auto& from = subjects_[lines_[way.line].subject];
      if (!lines_[way.line].reifier.empty()) {
        follow(way.line);
        continue;
      }
      if (auto done = copy(way.line); !done || is_cut_) return done;
      if (is_blank_term(from.term)) follow_back(from.term);
    }
  }
  while (!waiting_.empty()) {
    const auto& one = subjects_[waiting_.back()];
    waiting_.pop_back();
    for (auto i = one.begin; i < one.end; ++i) {
      if (auto done = copy(i); !done || is_cut_) return done;
      follow(i);
    }
  }
  return {};
}

group_descriptions::number group_descriptions::component_of(number node) {
  while (components_[node] != node) node = components_[node] = components_[components_[node]];
  return node;
}

/// Statements with a common blank node form one graph.
result<void> group_descriptions::describe_components() {
  // Each line is a node, which is joined with the first line of each of its blank nodes.
  incoming_.clear();
  for (number i = 0; i < lines_.size(); ++i) {
    const auto& subject = subjects_[lines_[i].subject];
    if (is_blank_term(subject.term)) incoming_.push_back({subject.term, i});
    each_blank_of(lines_[i].object, [&](std::string_view node) { incoming_.push_back({node, i}); });
  }
  std::ranges::sort(incoming_, {}, &incoming::object);
  components_.resize(lines_.size());
  std::iota(components_.begin(), components_.end(), number{0});
  for (std::size_t i = 1; i < incoming_.size(); ++i)
    if (incoming_[i].object == incoming_[i - 1].object)
      components_[component_of(incoming_[i].line)] = component_of(incoming_[i - 1].line);

  std::vector<std::pair<number, number>> members;  // a component and a line
  for (number i = 0; i < lines_.size(); ++i) members.emplace_back(component_of(i), i);
  std::ranges::sort(members);
  std::vector<std::string_view> resources;
  for (auto begin = members.begin(); begin != members.end();) {
    const auto end =
        std::ranges::find_if(begin, members.end(), [&](const auto& m) { return m.first != begin->first; });
    resources.clear();
    for (auto m = begin; m != end; ++m) {
      const auto& subject = subjects_[lines_[m->second].subject];
      if (subject.is_described) resources.push_back(subject.term);
      if (described_.contains(lines_[m->second].object)) resources.push_back(lines_[m->second].object);
    }
    std::ranges::sort(resources);
    const auto repeated = std::ranges::unique(resources);
    resources.erase(repeated.begin(), repeated.end());
    for (const auto resource : resources) {
      is_cut_ = false;
      out_.begin(resource);
      for (auto m = begin; m != end; ++m)
        if (auto done = copy(m->second); !done)
          return done;
        else if (is_cut_)
          break;
    }
    begin = end;
  }
  return {};
}

}  // namespace laundromat
