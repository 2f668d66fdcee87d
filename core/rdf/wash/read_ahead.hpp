// Reads a document in advance, while earlier chunks are processed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <future>
#include <memory>
#include <string>

#include "core/base/byte_source.hpp"
#include "core/base/string_pool.hpp"
#include "core/base/worker_pool.hpp"

namespace laundromat {

/// The first chunks are read when they are needed, so that a small document needs no thread; from then on a worker keeps a few ready.
/// Memory: `most_waiting` + 1 chunks, and those that the caller keeps.
class read_ahead {
 public:
  /// Larger than most documents.
  static constexpr std::size_t first_chunk_bytes = std::size_t{1} << 14;
  static constexpr std::size_t chunk_bytes = std::size_t{1} << 18;
  static constexpr std::uint64_t small_bytes = std::uint64_t{1} << 20;
  /// Must be destroyed before the `read_ahead`.
  using chunk = std::shared_ptr<const std::string>;

  /// Both outlive this object.
  read_ahead(byte_source& source, worker_pool& workers)
      : source_(source), workers_(workers), reading_(workers) {}

  /// The next bytes; empty at the end. Errors: those of the source.
  [[nodiscard]] result<chunk> next();

 private:
  static constexpr std::size_t most_waiting = 4;
  [[nodiscard]] result<chunk> read();
  void order();

  byte_source& source_;
  worker_pool& workers_;
  string_pool pool_;
  std::uint64_t asked_bytes_ = 0;
  bool has_ended_ = false;  ///< used only by the current reading task
  std::deque<std::future<result<chunk>>> waiting_;
  task_sequence reading_;  ///< last, so that it is destroyed first
};

}  // namespace laundromat
