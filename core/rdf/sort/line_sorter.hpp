// A set of lines in byte order, of any size: lines that do not fit into memory are stored in sorted runs.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/page_pool.hpp"
#include "core/base/worker_pool.hpp"
#include "core/rdf/sort/line_arena.hpp"
#include "core/rdf/sort/line_merger.hpp"
#include "core/rdf/sort/packed_lines.hpp"
#include "core/rdf/sort/run_store.hpp"

namespace laundromat {

struct sort_options {
  static constexpr std::uint64_t default_memory_bytes = std::uint64_t{512} << 20;

  std::uint64_t memory_bytes = default_memory_bytes;
  worker_pool* workers = nullptr;  ///< null: one thread. Outlives the sorter
};

/// Sorts lines by memcmp, as `LC_ALL=C sort -u` does, and keeps one of each. The result depends only on the lines.
/// ```
///   add ─► filling ─► full, sorted and packed by workers ─► finish: merge ─► batches
///                       └─ memory is used up: merge ─► runs ─► fewer runs ─┘
/// ```
/// Memory: `memory_bytes` for lines, index and the blocks of runs; beyond that a line for each run that is merged, of which there are
/// two at least and 256 at most.
class line_sorter {
 public:
  /// Takes whole lines, some hundred KiB of them, and may change or move the string.
  using batch_consumer = std::function<result<void>(std::string& lines)>;
  /// Appends a line to a batch in the form to be written. `is_new` is false for a line with the key of the line before.
  using line_writer = std::function<void(const line_parts& line, bool is_new, std::string& batch)>;

  line_sorter(run_store& runs, sort_options options);
  /// Waits for the workers, which free its memory.
  ~line_sorter();
  line_sorter(const line_sorter&) = delete;
  line_sorter& operator=(const line_sorter&) = delete;

  /// Adds a line, which ends with its only line feed. Errors: those of the run store.
  [[nodiscard]] result<void> add(std::string_view line);
  /// For lines that are written in place: the following lines begin with `key`, which ends with its only space. Then for each, `room`
  /// returns where to write the rest of at most `rest_bytes`, and `add_rest` takes its length, line feed included.
  void begin_key(std::string_view key);
  [[nodiscard]] result<char*> room(std::size_t rest_bytes) {
    if (!filling_ || !filling_->has_room(key_.size() + rest_bytes))
      if (auto changed = change_arena(); !changed) return tl::unexpected(changed.error());
    if (!is_key_in_arena_) filling_->begin_key(key_);
    is_key_in_arena_ = true;
    return filling_->room(rest_bytes);
  }
  void add_rest(std::size_t rest_bytes) {
    ++added_;
    longest_line_ = std::max(longest_line_, key_.size() + rest_bytes);
    filling_->add_rest(rest_bytes);
  }

  /// So much of `memory_bytes` is needed by others now. The lines have the rest, and at least an eighth; those that do not fit any more are stored in runs at
  /// once. The result does not depend on it. Errors: those of the run store.
  [[nodiscard]] result<void> lend(std::uint64_t bytes);

  /// Passes on each different line once, in byte order, unchanged unless `write` is set. The sorter cannot be used afterwards.
  /// Errors: those of the store and the consumer.
  [[nodiscard]] result<void> finish(const batch_consumer& consume, const line_writer& write = {});

  /// How many added lines were equal to another one; final after `finish`.
  [[nodiscard]] std::uint64_t duplicates() const { return added_ - unique_; }
  [[nodiscard]] std::uint64_t unique_lines() const { return unique_; }
  /// How many runs were written, merged ones included.
  [[nodiscard]] std::size_t spilled_runs() const { return written_runs_; }

 private:
  using arena_ptr = std::unique_ptr<line_arena>;
  struct full_arena {
    arena_ptr arena;
    std::future<packed_lines> lines;
  };
  [[nodiscard]] result<void> change_arena();
  void pack_filling();
  void take_oldest();
  [[nodiscard]] result<void> keep_within_memory();
  void begin_spill(std::size_t packed);
  [[nodiscard]] result<void> end_spill();
  [[nodiscard]] result<void> write_run(std::vector<std::unique_ptr<line_cursor>> cursors);
  [[nodiscard]] result<void> merge_runs(std::size_t most_left, std::size_t most_open);
  [[nodiscard]] result<void> open_runs(std::size_t count, std::vector<std::unique_ptr<line_cursor>>& cursors);
  [[nodiscard]] result<void> emit(line_merger merger, const batch_consumer& consume,
                                  const line_writer& write);
  [[nodiscard]] std::size_t most_open_runs() const;
  [[nodiscard]] std::size_t packed_room() const { return most_packed_bytes_ - lent_bytes_; }

  run_store& runs_;
  sort_options options_;
  worker_pool alone_{1};
  worker_pool& workers_;
  std::size_t arena_bytes_, most_arenas_, most_packed_bytes_, block_bytes_;
  std::size_t lent_bytes_ = 0;         ///< of `most_packed_bytes_`
  std::shared_ptr<page_pool> chunks_;  ///< of packed lines
  line_index_pool indexes_;
  arena_ptr filling_;
  std::string key_;
  bool is_key_in_arena_ = false;
  std::deque<full_arena> full_;
  std::vector<arena_ptr> spare_;
  std::vector<packed_lines> packed_;
  std::size_t packed_bytes_ = 0, spilling_bytes_ = 0;
  std::future<result<void>> spilled_;  ///< valid while a worker writes a run; the worker then owns the runs
  std::size_t arenas_ = 1;             ///< in all states
  bool has_packed_ = false;            ///< the lines did not fit into one arena
  bool has_spilled_ = false;
  std::vector<std::size_t> run_numbers_;  ///< those that are not merged yet
  std::size_t written_runs_ = 0, longest_line_ = 0;
  std::uint64_t added_ = 0, unique_ = 0;
};

}  // namespace laundromat
