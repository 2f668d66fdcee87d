// Fills, sorts, spills and merges.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/sort/line_sorter.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "core/rdf/sort/run_file.hpp"

namespace laundromat {

namespace {

/// Enough for most documents, which are small.
constexpr std::size_t small_bytes = std::size_t{1} << 14;
constexpr std::size_t batch_bytes = std::size_t{1} << 18;
constexpr std::size_t most_runs = 256;  // each is an open file

/// Three quarters of the memory are for arenas and packed lines, the rest for the blocks of runs.
constexpr std::size_t quarters(std::uint64_t memory_bytes, unsigned count) {
  return static_cast<std::size_t>(std::min(memory_bytes, std::uint64_t{1} << 46) / 4 * count);
}

}  // namespace

line_sorter::line_sorter(run_store& runs, sort_options options)
    : runs_(runs),
      options_(options),
      workers_(options.workers ? *options.workers : alone_),
      arena_bytes_(
          std::clamp<std::size_t>(quarters(options.memory_bytes, 1) / 8, 4096, std::size_t{1} << 22)),
      most_arenas_(std::clamp<std::size_t>(quarters(options.memory_bytes, 3) / arena_bytes_ / 6, 2,
                                           workers_.threads() + 1)),
      most_packed_bytes_(std::max(quarters(options.memory_bytes, 3), 3 * arena_bytes_) -
                         most_arenas_ * arena_bytes_),
      block_bytes_(
          std::clamp<std::size_t>(quarters(options.memory_bytes, 1) / 256, 4096, std::size_t{1} << 17)),
      chunks_(std::make_shared<page_pool>(std::clamp<std::size_t>(arena_bytes_ / 16 / 4096, 1, 64) * 4096)) {}

line_sorter::~line_sorter() {
  for (auto& one : full_) workers_.wait(one.lines);
  if (spilled_.valid()) workers_.wait(spilled_);
  packed_.clear();
  full_.clear();
  if (!has_packed_) return;
  try {
    static_cast<void>(workers_.run_small([chunks = std::move(chunks_)] {}));
  } catch (const std::bad_alloc&) {  // then it is freed here
  }
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

result<void> line_sorter::lend(std::uint64_t bytes) {
  const auto most = most_packed_bytes_ - most_packed_bytes_ / 8;
  const auto lent = static_cast<std::size_t>(std::min<std::uint64_t>(bytes, most));
  if (lent == lent_bytes_) return {};
  lent_bytes_ = lent;
  chunks_->keep_at_most(packed_room());
  return keep_within_memory();
}

void line_sorter::begin_key(std::string_view key) {
  key_.assign(key);
  is_key_in_arena_ = false;
}

/// Passes the full arena, if there is one, to the workers, and replaces it by an empty one.
result<void> line_sorter::change_arena() {
  if (!filling_) {
    filling_ = std::make_unique<line_arena>(indexes_, arena_bytes_, small_bytes);
    return {};
  }
  pack_filling();
  if (spare_.empty() && arenas_ < most_arenas_) {
    ++arenas_;
    filling_ = std::make_unique<line_arena>(indexes_, arena_bytes_);
  } else {
    if (spare_.empty()) take_oldest();
    filling_ = std::move(spare_.back());
    spare_.pop_back();
  }
  is_key_in_arena_ = false;
  return keep_within_memory();
}

void line_sorter::pack_filling() {
  has_packed_ = true;
  auto& one = full_.emplace_back(full_arena{std::move(filling_), {}});
  one.lines = workers_.run([this, arena = one.arena.get()] {
    arena->sort();
    packed_lines lines{*chunks_};
    for (std::size_t i = 0; i < arena->lines(); ++i) {
      arena->fetch(i + 4);
      lines.add(arena->line(i), arena->shared_bytes(i));
    }
    lines.shrink();
    return lines;
  });
}

/// Waits for the oldest arena, which is then empty.
void line_sorter::take_oldest() {
  workers_.wait(full_.front().lines);
  auto [arena, lines] = std::move(full_.front());
  full_.pop_front();
  packed_bytes_ += packed_.emplace_back(lines.get()).bytes();
  arena->clear();
  spare_.push_back(std::move(arena));
}

/// Once the memory was used up, half of it is filled while the other half is written.
result<void> line_sorter::keep_within_memory() {
  const bool is_parallel = workers_.is_parallel();
  if (has_spilled_ && is_parallel && !spilled_.valid() && packed_bytes_ > packed_room() / 2)
    begin_spill(packed_.size());
  while (packed_bytes_ + spilling_bytes_ > packed_room()) {
    if (!spilled_.valid()) begin_spill(is_parallel ? (packed_.size() + 1) / 2 : packed_.size());
    if (auto ended = end_spill(); !ended) return ended;
  }
  return {};
}

/// Writes this many of the oldest packed arenas as a run, on a worker.
void line_sorter::begin_spill(std::size_t packed) {
  has_spilled_ = true;
  std::vector<std::unique_ptr<line_cursor>> cursors;
  for (std::size_t i = 0; i < packed; ++i) {
    spilling_bytes_ += packed_[i].bytes();
    cursors.push_back(open_packed(std::move(packed_[i])));
  }
  packed_bytes_ -= spilling_bytes_;
  packed_.erase(packed_.begin(), packed_.begin() + static_cast<std::ptrdiff_t>(packed));
  spilled_ = workers_.run_long([this, most_open = most_open_runs(), cursors = std::move(cursors)]() mutable {
    auto written = write_run(std::move(cursors));
    return written && run_numbers_.size() >= most_runs ? merge_runs(most_runs / 2, most_open) : written;
  });
}

result<void> line_sorter::end_spill() {
  spilling_bytes_ = 0;
  if (!spilled_.valid()) return {};
  workers_.wait(spilled_);
  return spilled_.get();
}

result<void> line_sorter::write_run(std::vector<std::unique_ptr<line_cursor>> cursors) {
  auto sink = runs_.create();
  if (!sink) return tl::unexpected(sink.error());
  run_numbers_.push_back(written_runs_++);
  line_merger merger{std::move(cursors)};
  run_writer writer{**sink, block_bytes_};
  while (merger.advance())
    if (auto written = writer.add(merger.line(), merger.shared_bytes()); !written) return written;
  return merger.outcome() ? writer.finish() : merger.outcome();
}

/// A run needs its blocks, compressed and uncompressed, and its line.
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

/// Merges the oldest runs into new ones, until this many are left.
result<void> line_sorter::merge_runs(std::size_t most_left, std::size_t most_open) {
  while (run_numbers_.size() > most_left) {
    std::vector<std::unique_ptr<line_cursor>> cursors;
    if (auto opened = open_runs(std::min(most_open, run_numbers_.size() - most_left + 1), cursors); !opened)
      return opened;
    if (auto written = write_run(std::move(cursors)); !written) return written;
  }
  return {};
}

result<void> line_sorter::emit(line_merger merger, const batch_consumer& consume, const line_writer& write) {
  std::string batch;
  while (merger.advance()) {
    ++unique_;
    const auto& line = merger.line();
    if (write)
      write(line, merger.shared_bytes() < line.key.size(), batch);
    else
      append_line(batch, line);
    if (batch.size() < batch_bytes) continue;
    if (auto taken = consume(batch); !taken) return taken;
    batch.clear();
  }
  return batch.empty() || !merger.outcome() ? merger.outcome() : consume(batch);
}

result<void> line_sorter::finish(const batch_consumer& consume, const line_writer& write) {
  if (auto ended = end_spill(); !ended) return ended;
  if (filling_) filling_->sort();
  while (!full_.empty()) take_oldest();
  spare_.clear();
  const auto most_open = most_open_runs();
  if (auto merged = merge_runs(most_open, most_open); !merged) return merged;
  std::vector<std::unique_ptr<line_cursor>> cursors;
  if (auto opened = open_runs(run_numbers_.size(), cursors); !opened) return opened;
  for (auto& one : packed_) cursors.push_back(open_packed(std::move(one)));
  if (filling_) cursors.push_back(std::make_unique<arena_cursor>(*filling_));
  return emit(line_merger{std::move(cursors)}, consume, write);
}

}  // namespace laundromat
