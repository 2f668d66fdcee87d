// Implements node_colours: refines in rounds over all nodes, then by a queue of classes.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/naming/node_colours.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/base/fast_hash.hpp"

namespace laundromat {

namespace {

using node = node_colours::node;

constexpr std::uint64_t first_colour = 0xA0761D6478BD642FULL, self_colour = 0x9E3779B97F4A7C15ULL,
                        chosen_colour = 0xD1B54A32D192ED03ULL;
constexpr std::uint32_t no_class = ~std::uint32_t{0};
/// Enough for most documents, and cheaper than the queue.
constexpr int most_rounds = 4;
/// What each mention of a node adds to the limit of steps. Where there are many, a step takes five times as long.
constexpr std::uint64_t steps_per_mention = 128, steps_per_more = 24, few_mentions = 4 * 65'536;

/// Whether quad `q` has `n` in a position before `place`.
bool has_before(const node_colours::quad& q, std::size_t place, node n) {
  return std::find(q.nodes.begin(), q.nodes.begin() + place, n) != q.nodes.begin() + place;
}

}  // namespace

std::uint64_t node_colours::combine(std::uint64_t one, std::uint64_t other) {
  return mix(one * 31 + other + 1);
}

void node_colours::assign(std::span<const quad> quads, node count, std::uint64_t free_steps) {
  quads_ = quads;
  steps_ = 0;
  colours_.assign(count, first_colour);
  seen_.assign(count, 0);
  classes_.assign(count, no_class);
  if (count == 1) return;
  index_quads();
  const std::uint64_t mentions = mentions_.size(), few = std::min(mentions, few_mentions);
  most_steps_ = free_steps + steps_per_mention * few + steps_per_more * (mentions - few);
}

/// A counting sort; a quad is listed once for each of its nodes.
void node_colours::index_quads() {
  const auto each_mention = [this](auto take) {
    for (std::uint32_t number = 0; number < quads_.size(); ++number)
      for (std::size_t i = 0; i < 4; ++i) {
        const auto n = quads_[number].nodes[i];
        if (n != no_node && !has_before(quads_[number], i, n)) take(n, number);
      }
  };
  starts_.assign(colours_.size() + 1, 0);
  each_mention([this](node n, std::uint32_t) { ++starts_[n + 1]; });
  std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
  mentions_.resize(starts_.back());
  free_.assign(starts_.begin(), starts_.end());
  each_mention([this](node n, std::uint32_t number) { mentions_[free_[n]++] = number; });
}

std::uint64_t node_colours::quad_hash(std::uint32_t number, node self) const {
  const auto& q = quads_[number];
  auto seen = q.ground;
  for (const auto n : q.nodes) seen = combine(seen, n == no_node ? 0 : n == self ? self_colour : colours_[n]);
  return seen;
}

/// Many nodes are sorted with their colours beside them, so that a comparison reads no other memory.
void node_colours::sort(std::vector<node>& set) const {
  constexpr std::size_t many = 4096;
  if (set.size() < many) {
    std::ranges::sort(set, {}, [this](node n) { return colours_[n]; });
    return;
  }
  struct coloured {
    std::uint64_t colour;
    node number;
  };
  std::vector<coloured> all(set.size());
  for (std::size_t i = 0; i < set.size(); ++i) all[i] = {colours_[set[i]], set[i]};
  if (std::ranges::is_sorted(all, {}, &coloured::colour)) return;
  std::ranges::sort(all, {}, &coloured::colour);
  for (std::size_t i = 0; i < set.size(); ++i) set[i] = all[i].number;
}

std::vector<node> node_colours::shared(std::span<const node> sorted) const {
  std::vector<node> all;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const auto is_same = [&](std::size_t j) { return colours_[sorted[j]] == colours_[sorted[i]]; };
    if ((i > 0 && is_same(i - 1)) || (i + 1 < sorted.size() && is_same(i + 1))) all.push_back(sorted[i]);
  }
  return all;
}

std::size_t node_colours::count_classes(std::span<const node> sorted) const {
  std::size_t count = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i)
    count += i == 0 || colours_[sorted[i]] != colours_[sorted[i - 1]] ? 1 : 0;
  return count;
}

/// Each round updates the nodes that share a colour; the others keep theirs. Returns true when a round changed nothing.
bool node_colours::run_rounds(std::vector<node> active) {
  for (int round = 0; round < most_rounds; ++round) {
    const auto classes = count_classes(active);
    for (const auto n : active) {
      std::uint64_t sum = 0;
      for (const auto number : quads_of(n)) sum += quad_hash(number, n);
      seen_[n] = combine(colours_[n], sum);
    }
    for (const auto n : active) colours_[n] = seen_[n];
    sort(active);
    if (count_classes(active) == classes) return true;
    active = shared(active);
    if (active.empty()) return true;
  }
  return false;
}

bool node_colours::refine(std::vector<node>& all) {
  const bool is_stable = run_rounds(all);
  sort(all);
  if (is_stable) return true;
  enter(all);
  for (place at = 0; at < order_.size(); at += sizes_[at]) wait(at);
  const bool is_done = run_queue();
  leave();
  sort(all);
  return is_done;
}

bool node_colours::refine_from(std::span<const node> set, node chosen, unsigned mark) {
  enter(set);
  touch(chosen, mark == 0 ? chosen_colour : combine(chosen_colour, mark));
  divide_touched();
  const bool is_done = spend(set.size()) && run_queue();
  leave();
  return is_done;
}

void node_colours::enter(std::span<const node> sorted) {
  order_.assign(sorted.begin(), sorted.end());
  places_.resize(std::max(places_.size(), colours_.size()));
  sizes_.assign(order_.size(), 0);
  touched_counts_.assign(order_.size(), 0);
  waits_.assign(order_.size(), false);
  queue_.clear();
  touched_.clear();
  place begin = 0;
  for (place at = 0; at < order_.size(); ++at) {
    const auto n = order_[at];
    if (colours_[n] != colours_[order_[begin]]) begin = at;
    places_[n] = at;
    classes_[n] = begin;
    seen_[n] = 0;
    ++sizes_[begin];
  }
}

void node_colours::leave() {
  for (const auto n : order_) classes_[n] = no_class;
}

void node_colours::wait(place of_class) {
  waits_[of_class] = true;
  queue_.push_back(of_class);
}

bool node_colours::run_queue() {
  for (std::size_t next = 0; next < queue_.size(); ++next) {
    const auto source = queue_[next];
    waits_[source] = false;
    sources_.assign(order_.begin() + source, order_.begin() + source + sizes_[source]);
    for (const auto n : sources_) {
      if (!spend(quads_of(n).size() + 1)) return false;
      scan_from(n);
    }
    divide_touched();
  }
  return true;
}

/// Updates the neighbours of a node by the statements that they share with it.
void node_colours::scan_from(node source) {
  for (const auto number : quads_of(source)) {
    const auto& q = quads_[number];
    for (std::size_t i = 0; i < 4; ++i) {
      const auto n = q.nodes[i];
      if (n == no_node || n == source || classes_[n] == no_class || sizes_[classes_[n]] == 1) continue;
      if (!has_before(q, i, n)) touch(n, quad_hash(number, n));
    }
  }
}

void node_colours::touch(node n, std::uint64_t seen) {
  seen_[n] += seen;
  const auto own = classes_[n];
  auto& count = touched_counts_[own];
  const auto first_touched = own + sizes_[own] - count;
  if (places_[n] >= first_touched) return;
  if (count++ == 0) touched_.push_back(own);
  const auto other = order_[first_touched - 1];
  std::swap(order_[places_[n]], order_[first_touched - 1]);
  std::swap(places_[n], places_[other]);
}

/// In the order of places, which depends on colours.
void node_colours::divide_touched() {
  std::ranges::sort(touched_);
  for (const auto one : touched_) divide(one);
  touched_.clear();
}

/// Splits the touched nodes of a class by their new hashes; the others remain.
void node_colours::divide(place of_class) {
  const auto end = of_class + sizes_[of_class], first = end - std::exchange(touched_counts_[of_class], 0);
  const auto touched = std::span(order_).subspan(first, end - first);
  std::ranges::sort(touched, {}, [this](node n) { return seen_[n]; });
  const bool is_one = first == of_class && seen_[touched.front()] == seen_[touched.back()];
  auto largest = of_class;
  sizes_[of_class] = is_one ? end - of_class : first - of_class;
  for (auto begin = first; begin < end && !is_one; begin += sizes_[begin]) {
    const auto seen = seen_[order_[begin]];
    auto at = begin;
    for (; at < end && seen_[order_[at]] == seen; ++at) {
      const auto n = order_[at];
      places_[n] = at;
      classes_[n] = begin;
      colours_[n] = combine(colours_[n], seen);
    }
    sizes_[begin] = at - begin;
    if (sizes_[begin] > sizes_[largest]) largest = begin;
  }
  const bool all_wait = waits_[of_class];
  for (auto at = of_class; at < end && !is_one; at += sizes_[at])
    if (!waits_[at] && (all_wait || at != largest)) wait(at);
  for (const auto n : touched) seen_[n] = 0;
  if (is_one)
    for (auto at = first; at < end; ++at) places_[order_[at]] = at;
}

}  // namespace laundromat
