// Finds out how a table is written from its first lines.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/extraction/csv/csv_rows.hpp"

namespace laundromat {

/// What the first lines of a table look like.
struct guessed_dialect {
  csv_dialect dialect;
  std::size_t fields = 1;      ///< of most rows
  std::size_t title_rows = 0;  ///< that are before the table: each has fewer fields, or one that is not empty
  bool has_header = false;     ///< the first row of the table has the names of the fields
  /// Of the rows, how many of 1,000 have so many fields; those that are skipped count as others.
  std::uint32_t regular_per_mille = 1'000;

  friend bool operator==(const guessed_dialect&, const guessed_dialect&) = default;
};

/// What is known of a dialect; only the rest is guessed.
struct known_dialect {
  std::optional<char> delimiter, quote, escape, comment;
  std::optional<bool> skips_initial_space;

  friend bool operator==(const known_dialect&, const known_dialect&) = default;
};

/// How many bytes at the begin of a table are enough.
inline constexpr std::size_t dialect_sample_bytes = std::size_t{64} << 10;

/// `sample` begins with the table, in UTF-8; `is_whole`: it is all of it. Delimiters that are known: comma, semicolon, tab, `|`, colon; quotes: `"`, `'`, none; escapes: none,
/// and `\`. Of several that
/// fit, the one with the most regular rows; of equals, the one with more fields. A table with one field for each line has a comma.
[[nodiscard]] guessed_dialect guess_dialect(std::string_view sample, bool is_whole,
                                            const known_dialect& known = {});

}  // namespace laundromat
