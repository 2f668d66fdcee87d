// Bytes that are written once and then read once: in memory while they are few, else on scratch.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "core/rdf/sort/run_store.hpp"

namespace laundromat {

/// Makes an empty store for the runs of one sorter, or the bytes of one spool.
using run_store_maker = std::function<std::unique_ptr<run_store>()>;

/// Memory: 256 KiB.
class byte_spool {
 public:
  using piece_taker = std::function<result<void>(std::string_view piece)>;

  explicit byte_spool(run_store_maker make_runs) : make_runs_(std::move(make_runs)) {}

  /// Errors: those of the store.
  [[nodiscard]] result<void> write(std::string_view bytes);
  /// How many bytes were written.
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  /// Passes on all bytes, in pieces. Nothing is written afterwards. Errors: those of the store and of `take`.
  [[nodiscard]] result<void> read(const piece_taker& take);

 private:
  run_store_maker make_runs_;
  std::unique_ptr<run_store> runs_;  ///< null while all bytes are in memory
  byte_sink* run_ = nullptr;
  std::string last_;  ///< what is not in the run
  std::uint64_t bytes_ = 0;
};

}  // namespace laundromat
