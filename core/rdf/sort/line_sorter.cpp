// Who fills, sorts, spills and merges, and when.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/sort/line_sorter.hpp"

#include <algorithm>
#include <utility>

#include "core/rdf/sort/run_file.hpp"

namespace laundromat {

namespace {

/// Enough for most documents, of which there are many.
constexpr std::size_t small_bytes = std::size_t{1} << 14;
constexpr std::size_t batch_bytes = std::size_t{1} << 19;
constexpr std::size_t most_runs = 256;  // each is an open file

/// Three quarters of the memory are for arenas, the rest for the blocks of runs.
constexpr std::size_t quarters(std::uint64_t memory_bytes, unsigned count) {
  return static_cast<std::size_t>(std::min(memory_bytes, std::uint64_t{1} << 46) / 4 * count);
}

}  // namespace

line_sorter::line_sorter(run_store& runs, sort_options options)
    : runs_(runs),
      options_(options),
      arena_bytes_(
          std::clamp<std::size_t>(quarters(options.memory_bytes, 1) / 8, 4096, std::size_t{1} << 23)),
      most_arenas_(std::max<std::size_t>(2, quarters(options.memory_bytes, 3) / arena_bytes_)),
      block_bytes_(
          std::clamp<std::size_t>(quarters(options.memory_bytes, 1) / 256, 4096, std::size_t{1} << 17)) {}

line_sorter::~line_sorter() {
  for (auto& one : full_)
    if (one.sorted.valid()) one.sorted.wait();
  if (spilled_.valid()) spilled_.wait();
}

result<void> line_sorter::add(std::string_view line) {
  const auto [key, rest] = split_line(line);
  if (key != key_) begin_key(key);
  const auto to = room(rest.size());
  if (!to) return tl::unexpected(to.error());
  std::copy(rest.begin(), rest.end(), *to);
  add_rest(rest.size());
  return {};
}

void line_sorter::begin_key(std::string_view key) {
  key_.assign(key);
  is_key_in_arena_ = false;
}

result<char*> line_sorter::room(std::size_t rest_bytes) {
  const auto line_bytes = key_.size() + rest_bytes;
  if (!filling_) filling_ = std::make_unique<line_arena>(indexes_, arena_bytes_, small_bytes);
  if (!filling_->has_room(line_bytes))
    if (auto changed = change_arena(); !changed) return tl::unexpected(changed.error());
  if (!is_key_in_arena_) filling_->begin_key(key_);
  is_key_in_arena_ = true;
  return filling_->room(rest_bytes);
}

void line_sorter::add_rest(std::size_t rest_bytes) {
  ++added_;
  longest_line_ = std::max(longest_line_, key_.size() + rest_bytes);
  filling_->add_rest(rest_bytes);
}

/// The full arena goes to the workers, and an empty one takes its place.
result<void> line_sorter::change_arena() {
  sort_filling();
  auto next = next_arena();
  if (!next) return tl::unexpected(next.error());
  filling_ = std::move(*next);
  is_key_in_arena_ = false;
  return {};
}

void line_sorter::sort_filling() {
  auto& one = full_.emplace_back(full_arena{std::move(filling_), {}});
  if (options_.workers)
    one.sorted = options_.workers->run([arena = one.arena.get()] { arena->sort(); });
  else
    one.arena->sort();
}

/// Once memory was spent, half of it is filled while the other half is written.
result<line_sorter::arena_ptr> line_sorter::next_arena() {
  const bool is_parallel = options_.workers && options_.workers->is_parallel();
  const auto half = most_arenas_ / 2;
  if (has_spilled_ && is_parallel && !spilled_.valid() && full_.size() >= half)
    if (auto begun = begin_spill(half); !begun) return tl::unexpected(begun.error());
  if (spare_.empty() && arenas_ < most_arenas_) {
    ++arenas_;
    return std::make_unique<line_arena>(indexes_, arena_bytes_);
  }
  if (spare_.empty()) {
    if (!spilled_.valid())
      if (auto begun = begin_spill(is_parallel ? half : full_.size()); !begun)
        return tl::unexpected(begun.error());
    if (auto ended = end_spill(); !ended) return tl::unexpected(ended.error());
  }
  auto next = std::move(spare_.back());
  spare_.pop_back();
  return next;
}

/// The first arenas become a run, which a worker writes.
result<void> line_sorter::begin_spill(std::size_t arenas) {
  has_spilled_ = true;
  std::vector<std::unique_ptr<line_cursor>> cursors;
  for (std::size_t i = 0; i < arenas; ++i) {
    if (full_[i].sorted.valid()) full_[i].sorted.get();
    cursors.push_back(std::make_unique<arena_cursor>(*full_[i].arena));
    spilling_.push_back(std::move(full_[i].arena));
  }
  full_.erase(full_.begin(), full_.begin() + static_cast<std::ptrdiff_t>(arenas));
  auto write = [this, most_open = most_open_runs(), cursors = std::move(cursors)]() mutable {
    auto written = write_run(std::move(cursors));
    return written && run_numbers_.size() >= most_runs ? merge_runs(most_runs / 2, most_open) : written;
  };
  if (options_.workers) {
    spilled_ = options_.workers->run(std::move(write));
  } else {
    std::packaged_task<result<void>()> task{std::move(write)};
    spilled_ = task.get_future();
    task();
  }
  return {};
}

result<void> line_sorter::end_spill() {
  if (!spilled_.valid()) return {};
  auto done = spilled_.get();
  for (auto& one : spilling_) {
    one->clear();
    spare_.push_back(std::move(one));
  }
  spilling_.clear();
  return done;
}

result<void> line_sorter::write_run(std::vector<std::unique_ptr<line_cursor>> cursors) {
  auto sink = runs_.create();
  if (!sink) return tl::unexpected(sink.error());
  run_numbers_.push_back(written_runs_++);
  line_merger merger{std::move(cursors)};
  run_writer writer{**sink, block_bytes_};
  while (true) {
    const auto more = merger.advance();
    if (!more) return tl::unexpected(more.error());
    if (!*more) return writer.finish();
    if (auto written = writer.add(merger.line(), merger.shared_bytes()); !written) return written;
  }
}

/// A run needs its blocks, packed and not, and its line.
std::size_t line_sorter::most_open_runs() const {
  const auto each = 3 * (block_bytes_ + longest_line_);
  return std::clamp<std::size_t>(quarters(options_.memory_bytes, 1) / each, 2, most_runs);
}

/// Opens the oldest runs.
result<void> line_sorter::open_runs(std::size_t count, std::vector<std::unique_ptr<line_cursor>>& cursors) {
  const auto end = run_numbers_.begin() + static_cast<std::ptrdiff_t>(count);
  for (auto number = run_numbers_.begin(); number != end; ++number) {
    auto source = runs_.open(*number);
    if (!source) return tl::unexpected(source.error());
    runs_.remove(*number);
    cursors.push_back(open_run(std::move(*source)));
  }
  run_numbers_.erase(run_numbers_.begin(), end);
  return {};
}

/// The oldest ones become a new one, until so few are left.
result<void> line_sorter::merge_runs(std::size_t most_left, std::size_t most_open) {
  while (run_numbers_.size() > most_left) {
    std::vector<std::unique_ptr<line_cursor>> cursors;
    if (auto opened = open_runs(std::min(most_open, run_numbers_.size() - most_left + 1), cursors); !opened)
      return opened;
    if (auto written = write_run(std::move(cursors)); !written) return written;
  }
  return {};
}

result<void> line_sorter::hand_out(line_merger merger, const batch_consumer& consume) {
  std::string batch;
  while (true) {
    const auto more = merger.advance();
    if (!more) return tl::unexpected(more.error());
    if (!*more) break;
    ++unique_;
    const auto& [key, rest] = merger.line();
    batch.append(key).append(rest);
    if (batch.size() < batch_bytes) continue;
    if (auto taken = consume(batch); !taken) return taken;
    batch.clear();
  }
  return batch.empty() ? result<void>{} : consume(batch);
}

result<void> line_sorter::finish(const batch_consumer& consume) {
  if (auto ended = end_spill(); !ended) return ended;
  spare_.clear();
  if (filling_ && full_.empty())
    filling_->sort();  // alone, so that a small document needs no worker
  else if (filling_)
    sort_filling();
  const auto most_open = most_open_runs();
  if (auto merged = merge_runs(most_open, most_open); !merged) return merged;
  std::vector<std::unique_ptr<line_cursor>> cursors;
  if (auto opened = open_runs(run_numbers_.size(), cursors); !opened) return opened;
  for (auto& one : full_) {
    if (one.sorted.valid()) one.sorted.get();
    cursors.push_back(std::make_unique<arena_cursor>(*one.arena));
  }
  if (filling_) cursors.push_back(std::make_unique<arena_cursor>(*filling_));
  return hand_out(line_merger{std::move(cursors)}, consume);
}

}  // namespace laundromat
