// Sorted runs of lines of components, and their merge.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/rdf/naming/checked_blocks.hpp"
#include "core/rdf/sort/run_store.hpp"

namespace laundromat {

/// Writes runs in a store from a number on. Lines of a run come sorted by component, then by key, then by the line itself. Runs consist of
/// `checked_blocks`:
/// ```
/// block  ( u32 component, u32 bytes of the line, u64 key, the line )*
/// ```
/// Memory: 256 KiB, and as much for each run while they are merged. Errors: those of the store.
class line_runs {
 public:
  /// Nothing else creates runs in `store` meanwhile.
  line_runs(run_store& store, std::size_t first_run) : store_(store), next_run_(first_run) {}

  [[nodiscard]] result<void> begin_run();
  [[nodiscard]] result<void> add(std::uint32_t component, std::uint64_t key, std::string_view line);
  [[nodiscard]] result<void> end_run();
  [[nodiscard]] bool is_empty() const { return runs_.empty(); }

  /// Calls `take` for each different line in the order of all runs.
  [[nodiscard]] result<void> merge(
      const std::function<void(std::uint32_t component, std::string_view line)>& take);

 private:
  struct run {
    std::size_t number;
    std::uint64_t bytes;
  };
  [[nodiscard]] result<void> write_block();

  run_store& store_;
  std::size_t next_run_;
  std::vector<run> runs_;
  std::vector<checked_block_writer> out_;  ///< of the current run
  std::string block_;
};

}  // namespace laundromat
