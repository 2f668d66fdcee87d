// Implements path_search without recursion: a frame for each node on the path, orders of similar neighbours tried one after the other.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/identity/path_search.hpp"

#include <algorithm>

namespace laundromat {

path_search::path_search(const blank_nodes& blanks, std::uint64_t visits)
    : blanks_(blanks), visits_left_(visits), names_(blanks.count(), blank_nodes::unnamed) {}

void path_search::issue(node n) {
  if (names_[n] != blank_nodes::unnamed) return;
  names_[n] = static_cast<std::uint32_t>(trail_.size());
  trail_.push_back(n);
}

void path_search::cut_trail(std::size_t length) {
  for (auto i = length; i < trail_.size(); ++i) names_[trail_[i]] = blank_nodes::unnamed;
  trail_.resize(length);
}

void path_search::append_name(std::string& out, node n) const {
  if (blanks_.is_named(n))
    out.append("_:c14n").append(std::to_string(blanks_.name(n)));
  else
    out.append("_:b").append(std::to_string(names_[n]));
}

/// RDFC-1.0 section 4.7.
std::string path_search::hash_related(node related, const dataset::quad& q, std::size_t position) {
  std::string text(1, "spog"[position]);
  // A predicate that is a blank node without a name is represented by its position only.
  if (position != 3) text.append(blanks_.data().is_blank(q[1]) ? "<>" : blanks_.data().spelling(q[1]));
  if (blanks_.is_named(related) || names_[related] != blank_nodes::unnamed)
    append_name(text, related);
  else
    text.append(blanks_.first_degree_hash(related));
  return blanks_.hash(text);
}

/// RDFC-1.0 section 4.8.3, steps 1 to 3.
path_search::related_nodes path_search::find_related(node self) {
  related_nodes all;
  for (const auto number : blanks_.quads_of(self)) {
    const auto& q = blanks_.data().quads()[number];
    for (const std::size_t position : {0u, 1u, 2u, 3u}) {
      const auto other = blanks_.node_of(q[position]);
      if (other == blank_nodes::no_node || other == self) continue;
      all[hash_related(other, q, position)].push_back(other);
      if (visits_left_ > 0) --visits_left_;
    }
  }
  for (auto& [hash, nodes] : all) std::ranges::sort(nodes);
  return all;
}

void path_search::open(node self) {
  auto& fresh = frames_.emplace_back();
  fresh.self = self;
  fresh.related = find_related(self);
  fresh.group = fresh.related.begin();
  if (fresh.group != fresh.related.end()) begin_group(fresh);
}

void path_search::begin_group(frame& at) {
  at.text.append(at.group->first);
  at.trail_begin = trail_.size();
  at.chosen_path.clear();
  at.is_last_order = at.group->second.size() == 1;
  begin_order(at);
}

/// Step 5.4.4: names, and known nodes of one order.
void path_search::begin_order(frame& at) {
  at.in_order = true;
  at.next = 0;
  at.unvisited.clear();
  at.path.clear();
  for (const auto other : at.group->second) {
    if (visits_left_ > 0) --visits_left_;
    if (!blanks_.is_named(other) && names_[other] == blank_nodes::unnamed) {
      at.unvisited.push_back(other);
      issue(other);
    }
    append_name(at.path, other);
  }
}

/// Whether the path can no longer become the smallest.
bool path_search::cannot_be_smallest(const frame& at) {
  return !at.chosen_path.empty() && at.path.size() >= at.chosen_path.size() && at.path > at.chosen_path;
}

/// Step 5.4.6. The trail of the last order is left in place when it is the chosen one.
void path_search::end_order(frame& at) {
  at.in_order = false;
  const bool is_chosen = at.chosen_path.empty() || at.path < at.chosen_path;
  if (is_chosen) at.chosen_path = at.path;
  if (is_chosen && at.is_last_order) return;
  if (is_chosen)
    at.chosen_trail.assign(trail_.begin() + static_cast<std::ptrdiff_t>(at.trail_begin), trail_.end());
  cut_trail(at.trail_begin);
  if (at.is_last_order)
    for (const auto n : at.chosen_trail) issue(n);
}

void path_search::end_group(frame& at) {
  at.text.append(at.chosen_path);
  at.chosen_trail.clear();
  ++at.group;
}

/// Continues until a child must be searched first, which is returned, or the search is finished.
std::optional<path_search::node> path_search::advance(frame& at) {
  while (at.group != at.related.end()) {
    if (at.in_order) {
      if (at.next < at.unvisited.size() && !cannot_be_smallest(at)) {
        at.awaits_child = true;
        return at.unvisited[at.next++];
      }
      end_order(at);
    } else if (at.is_last_order) {
      end_group(at);
      if (at.group != at.related.end()) begin_group(at);
    } else if (std::ranges::next_permutation(at.group->second).found) {
      begin_order(at);
    } else {
      at.is_last_order = true;
      for (const auto n : at.chosen_trail) issue(n);
    }
  }
  return std::nullopt;
}

result<path_search::found> path_search::run(node start) {
  issue(start);
  open(start);
  std::string hash;
  while (true) {
    if (visits_left_ == 0) return fail(errc::too_symmetric, "the search needs more visits than the limit");
    auto& at = frames_.back();
    if (at.awaits_child) {
      at.awaits_child = false;
      append_name(at.path, at.unvisited[at.next - 1]);
      at.path.append("<").append(hash).append(">");
    }
    if (const auto child = advance(at)) {
      open(*child);
      continue;
    }
    hash = blanks_.hash(at.text);
    frames_.pop_back();
    if (frames_.empty()) break;
  }
  found all{std::move(hash), trail_};
  cut_trail(0);
  return all;
}

}  // namespace laundromat
