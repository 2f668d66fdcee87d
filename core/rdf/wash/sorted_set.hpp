// A set of lines in byte order that spills sorted runs when its memory is spent.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/byte_source.hpp"

namespace laundromat {

/// Where sorted runs wait for the merge. One run is written at a time; the store removes them when it goes.
class run_store {
 public:
  virtual ~run_store() = default;
  /// The sink of a new run; its bytes end with the next `create` or the first `open`. Runs are numbered from
  /// 0. The sink stays valid until then and belongs to the store.
  [[nodiscard]] virtual result<byte_sink*> create() = 0;
  /// Reads run `number` from its start. Any number of runs is open at once.
  [[nodiscard]] virtual result<byte_source_ptr> open(std::size_t number) = 0;
};

/// Keeps the runs in memory: for tests and small documents.
[[nodiscard]] std::unique_ptr<run_store> make_memory_run_store();

/// Sorts lines by memcmp, which is `LC_ALL=C sort -u`, and keeps one of each. Memory: `memory_bytes` for
/// lines and index, and for the merge one buffer of at most 64 KiB per run.
class sorted_set {
 public:
  static constexpr std::uint64_t default_memory_bytes = std::uint64_t{512} << 20;
  using line_consumer = std::function<result<void>(std::string_view line)>;

  explicit sorted_set(run_store& runs, std::uint64_t memory_bytes = default_memory_bytes);

  /// Adds a line that ends with its only newline. Errors: the run store's.
  [[nodiscard]] result<void> add(std::string_view line);
  /// Hands out each different line once, in byte order. The set is spent afterwards. Errors: the store's and
  /// the consumer's.
  [[nodiscard]] result<void> finish(const line_consumer& consume);

  /// Lines added that equal another one; complete after `finish`.
  [[nodiscard]] std::uint64_t duplicates() const { return added_ - unique_; }
  [[nodiscard]] std::uint64_t unique_lines() const { return unique_; }
  [[nodiscard]] std::size_t spilled_runs() const { return run_count_; }

 private:
  /// Where a line lies in a block, and its first eight bytes as a big-endian number that compares as they do.
  struct slot {
    std::uint64_t key;
    const char* bytes;
    std::uint64_t length;
  };

  [[nodiscard]] std::size_t block_size() const;
  [[nodiscard]] bool has_room(std::size_t length) const;
  [[nodiscard]] const char* store(std::string_view line);
  void sort_slots();
  [[nodiscard]] result<void> spill();
  [[nodiscard]] result<void> each_unique_in_memory(const line_consumer& consume);
  [[nodiscard]] result<void> merge(const line_consumer& consume);
  [[nodiscard]] static std::string_view line_of(const slot& s) { return {s.bytes, s.length}; }

  run_store& runs_;
  std::uint64_t memory_bytes_;
  std::vector<std::unique_ptr<char[]>> blocks_;
  std::uint64_t block_bytes_ = 0;  ///< of all blocks together
  char* free_ = nullptr;           ///< the unused rest of the last block
  std::size_t free_bytes_ = 0;
  std::vector<slot> slots_;
  std::size_t run_count_ = 0;
  std::uint64_t added_ = 0, unique_ = 0;
};

}  // namespace laundromat
