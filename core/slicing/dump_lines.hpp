// The lines of a clean dump, which a worker reads in advance.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/byte_source.hpp"
#include "core/base/worker_pool.hpp"
#include "core/rdf/wash/read_ahead.hpp"

namespace laundromat {

/// Opens a clean document, uncompressed, at its start. Called several times, one after the other.
using dump_opener = std::function<result<byte_source_ptr>()>;

/// Goes through the dump once. Memory: that of `read_ahead`, and the longest line.
class dump_lines {
 public:
  /// `workers` outlives it.
  [[nodiscard]] static result<std::unique_ptr<dump_lines>> open(const dump_opener& dump,
                                                                worker_pool& workers);
  dump_lines(byte_source_ptr source, worker_pool& workers)
      : source_(std::move(source)), ahead_(*source_, workers) {}

  /// Moves to the next line, or the first one. Errors: those of the source; `syntax_error` for what is no statement.
  [[nodiscard]] result<void> advance();
  /// False at the end.
  [[nodiscard]] bool has_line() const { return !line_.empty(); }
  /// With its line feed; valid until the next `advance`.
  [[nodiscard]] std::string_view line() const { return line_; }

 private:
  byte_source_ptr source_;
  read_ahead ahead_;
  read_ahead::chunk chunk_;  ///< destroyed before `ahead_`
  std::string_view left_;    ///< of the chunk
  std::string held_;         ///< a line that began in an earlier chunk
  std::string_view line_;
};

}  // namespace laundromat
