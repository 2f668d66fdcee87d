// Implements component_digests: hashes the components of a window, and sorts the others externally.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/naming/component_digests.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/base/digest_batch.hpp"
#include "core/base/fast_hash.hpp"
#include "core/rdf/naming/write_number.hpp"

namespace laundromat {

namespace {

constexpr std::size_t many_line_bytes = std::size_t{1} << 16;

}  // namespace

component_digests::component_digests(const held_statements& held, const components& parts,
                                     const component_ranks& ranks)
    : held_(held), parts_(parts), ranks_(ranks), digests_(parts.count()), records_(parts.count()) {
  for (components::node n = 0; n < parts.node_count(); ++n) records_[parts.of(n)] += held.records_of(n);
}

result<void> component_digests::compute(run_store& store, std::uint64_t window_bytes) {
  line_runs runs(store, held_.records().next_run());
  ends_.resize(parts_.count());
  counts_.resize(parts_.count());
  auto cursor = held_.records().read();
  std::vector<char> buffer;
  while (true) {
    std::string_view block;
    const auto more = cursor.next(buffer, block);
    if (!more) return tl::unexpected(more.error());
    if (!*more) break;
    find_lines(block);
    end_block(block.data() == buffer.data());
    if (copied_bytes_ < window_bytes) continue;
    if (auto ended = end_window(runs); !ended) return ended;
  }
  if (auto ended = end_window(runs); !ended) return ended;
  for (auto* all : {&ends_, &counts_, &present_, &records_}) *all = {};
  found_ = carried_ = {};
  successive_ = sorted_ = {};
  copies_ = {};
  auto merged = runs.is_empty() ? result<void>{} : merge(runs);
  hash_texts();
  return merged;
}

void component_digests::find_lines(std::string_view block) {
  const auto* const end = block.data() + block.size();
  std::uint32_t last = 0;
  for (const auto* at = block.data(); at != end;) {
    const auto one = held_record::at(at);
    const auto component = parts_.of(one.first_node());
    if (component != last) take_successive(std::exchange(last, component));
    if (ranks_.has_ranks(component)) {
      auto key = one.ground;
      for (const auto n : one.nodes)
        key = mix(key * 31 + (n == held_record::no_node ? 0 : ranks_.of(n) + std::uint64_t{1}));
      successive_.push_back({key, at});
    }
    at = one.end();
  }
  take_successive(last);
}

/// The records of most components follow one another: these need not be grouped.
void component_digests::take_successive(std::uint32_t component) {
  if (!successive_.empty() && successive_.size() == records_[component]) {
    hash_component(successive_);
    end_digest(component);
  } else if (!successive_.empty()) {
    if (counts_[component] == 0) present_.push_back(component);
    counts_[component] += static_cast<std::uint32_t>(successive_.size());
    for (const auto& one : successive_) found_.push_back({one, component});
  }
  successive_.clear();
}

/// A counting sort by component.
void component_digests::group_lines() {
  std::uint32_t begin = 0;
  for (const auto component : present_) {
    ends_[component] = begin;
    begin += counts_[component];
  }
  sorted_.resize(found_.size());
  for (const auto& one : found_) sorted_[ends_[one.component]++] = one.line;
  found_.clear();
}

std::span<component_digests::entry> component_digests::lines_of(std::uint32_t component) {
  const auto count = counts_[component];
  return std::span(sorted_).subspan(ends_[component] - count, count);
}

/// Hashes the components whose records are all among those that were found, and calls `carry(component)` for the others.
template <class Carry>
void component_digests::hash_complete(Carry carry) {
  group_lines();
  for (const auto component : present_) {
    const auto lines = lines_of(component);
    if (lines.size() == records_[component]) {
      hash_component(lines);
      end_digest(component);
    } else {
      carry(component);
    }
  }
}

void component_digests::forget_lines() {
  for (const auto component : present_) counts_[component] = 0;
  present_.clear();
}

/// Most components are in one block. The records of the others are needed longer than the block.
void component_digests::end_block(bool is_buffer) {
  hash_complete([&](std::uint32_t component) {
    for (const auto& one : lines_of(component))
      carried_.push_back({{one.key, is_buffer ? copy_of(one.record) : one.record}, component});
  });
  forget_lines();
}

const char* component_digests::copy_of(const char* record) {
  constexpr std::size_t copies_bytes = std::size_t{1} << 20;
  const auto bytes = static_cast<std::size_t>(held_record::at(record).end() - record);
  if (copies_.empty() || copies_.back().capacity() - copies_.back().size() < bytes)
    copies_.emplace_back().reserve(std::max(bytes, copies_bytes));
  auto& to = copies_.back();
  to.insert(to.end(), record, record + bytes);
  copied_bytes_ += bytes;
  return to.data() + to.size() - bytes;
}

result<void> component_digests::end_window(line_runs& runs) {
  for (const auto& one : carried_)
    if (counts_[one.component]++ == 0) present_.push_back(one.component);
  found_.swap(carried_);
  std::vector<std::uint32_t> incomplete;
  hash_complete([&](std::uint32_t component) { incomplete.push_back(component); });
  std::ranges::sort(incomplete);
  if (!incomplete.empty())
    if (auto written = write_run(runs, incomplete); !written) return written;
  forget_lines();
  copies_.clear();
  copied_bytes_ = 0;
  return {};
}

/// Most keys differ: their lines are written where they are hashed.
void component_digests::hash_component(std::span<entry> lines) {
  std::ranges::sort(lines, {}, &entry::key);
  const auto is_alike = [](const entry& a, const entry& b) { return a.key == b.key; };
  if (std::ranges::adjacent_find(lines, is_alike) != lines.end()) {
    static_cast<void>(take_lines(lines, [this](std::uint64_t, std::string_view line) -> result<void> {
      waiting_.append(line);
      hash_when_many();
      return {};
    }));
    return;
  }
  for (const auto& one : lines) {
    append_line(waiting_, one.record);
    hash_when_many();
  }
}

void component_digests::append_line(text_buffer& to, const char* record) const {
  constexpr std::size_t most_name_bytes = 2 + most_digits;
  const auto one = held_record::at(record);
  auto* const begin = to.room(one.text_bytes() + 4 * most_name_bytes + 6);
  auto* key_end = begin;
  const auto* const end = one.write_line(begin, key_end, [this](char* at, held_record::node n) {
    *at++ = '_';
    *at++ = ':';
    return write_number(at, ranks_.of(n));
  });
  to.add_written(static_cast<std::size_t>(end - begin));
}

/// Calls `take(key, line)` for the different lines of a component, sorted by key and then by line.
template <class Take>
result<void> component_digests::take_lines(std::span<const entry> sorted, Take take) {
  text_buffer line(least_waiting_bytes);
  const auto line_of = [&](const entry& one) {
    line.clear();
    append_line(line, one.record);
    return line.view();
  };
  std::vector<std::string> alike;
  for (std::size_t begin = 0, end = 0; begin < sorted.size(); begin = end) {
    while (end < sorted.size() && sorted[end].key == sorted[begin].key) ++end;
    if (end - begin == 1) {
      if (auto taken = take(sorted[begin].key, line_of(sorted[begin])); !taken) return taken;
      continue;
    }
    alike.clear();
    for (auto i = begin; i < end; ++i) alike.emplace_back(line_of(sorted[i]));
    std::ranges::sort(alike);
    const auto last = std::ranges::unique(alike).begin();
    for (auto one = alike.begin(); one != last; ++one)
      if (auto taken = take(sorted[begin].key, *one); !taken) return taken;
  }
  return {};
}

result<void> component_digests::write_run(line_runs& runs, const std::vector<std::uint32_t>& parts_of_lines) {
  if (auto begun = runs.begin_run(); !begun) return begun;
  for (const auto component : parts_of_lines) {
    std::ranges::sort(lines_of(component), {}, &entry::key);
    auto taken = take_lines(lines_of(component), [&](std::uint64_t key, std::string_view line) {
      return runs.add(component, key, line);
    });
    if (!taken) return taken;
  }
  return runs.end_run();
}

result<void> component_digests::merge(line_runs& runs) {
  constexpr auto none = ~std::uint32_t{0};
  auto component = none;
  auto merged = runs.merge([&](std::uint32_t next, std::string_view line) {
    if (next != component && component != none) end_digest(component);
    component = next;
    waiting_.append(line);
    hash_when_many();
  });
  if (merged) end_digest(component);
  return merged;
}

void component_digests::hash_when_many() {
  if (waiting_.size() - text_begin_ < many_line_bytes) return;
  hash_to_end();
  is_long_ = true;
}

/// Of the component that is not complete.
void component_digests::hash_to_end() {
  hasher_.update(waiting_.view().substr(text_begin_));
  waiting_.cut(text_begin_);
}

void component_digests::end_digest(std::uint32_t component) {
  if (!is_long_) {
    texts_.push_back({component, text_begin_});
    text_begin_ = waiting_.size();
    if (text_begin_ >= many_line_bytes) hash_texts();
    return;
  }
  hash_to_end();
  is_long_ = false;
  set_digest(component, hasher_.finish());
}

void component_digests::set_digest(std::uint32_t component, const content_digest& whole) {
  std::ranges::copy(std::span(whole.bytes).first(digests_[component].size()), digests_[component].begin());
}

/// Of all complete components, when no other one has lines that wait.
void component_digests::hash_texts() {
  std::vector<std::string_view> views;
  views.reserve(texts_.size());
  for (std::size_t i = 0; i < texts_.size(); ++i) {
    const auto end = i + 1 == texts_.size() ? text_begin_ : texts_[i + 1].begin;
    views.push_back(waiting_.view().substr(texts_[i].begin, end - texts_[i].begin));
  }
  std::vector<content_digest> wholes(texts_.size());
  sha256_each(views, wholes);
  for (std::size_t i = 0; i < texts_.size(); ++i) set_digest(texts_[i].component, wholes[i]);
  texts_.clear();
  waiting_.clear();
  text_begin_ = 0;
}

}  // namespace laundromat
