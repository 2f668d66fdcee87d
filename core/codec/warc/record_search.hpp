// Finds where the next record begins when lengths cannot be trusted.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/codec/warc/record_input.hpp"

namespace laundromat {

/// What a search looks for.
enum class record_search : std::uint8_t {
  lines,         ///< the head of a record at the begin of a line
  gzip_members,  ///< a gzip member that begins with a record
};

/// Whether a line of `text` behind the first one looks like the begin of a record.
[[nodiscard]] bool has_record_line(std::string_view text);

/// Searches one file. Candidates are checked by reading their heads; after `most_candidates` wrong ones in one file, nothing is found any more,
/// because such a file is made to cost time.
class record_finder {
 public:
  static constexpr std::size_t most_candidates = 200;

  explicit record_finder(record_input& input) : input_(input) {}

  /// The offset of the first record that begins at `from` or later and before `to`. Moves the input. Errors: those of the file.
  [[nodiscard]] result<std::optional<std::uint64_t>> find(record_search what, std::uint64_t from,
                                                          std::uint64_t to);

 private:
  [[nodiscard]] result<bool> is_record(record_search what, std::uint64_t offset);

  record_input& input_;
  std::size_t wrong_ = 0;
};

}  // namespace laundromat
