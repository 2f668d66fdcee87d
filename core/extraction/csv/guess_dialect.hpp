// Finds out how a table is written from its first lines.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "core/extraction/csv/csv_rows.hpp"

namespace laundromat {

/// What the first lines of a table look like.
struct guessed_dialect {
  csv_dialect dialect;
  std::size_t fields = 1;      ///< of most rows
  std::size_t title_rows = 0;  ///< that are before the table: each has fewer fields, or one that is not empty
  /// The first row of the table has the names of the fields. It may have other fields than the table: then it is not known which ones it names.
  bool has_header = false;
  bool has_years = false;  ///< and some of the names are years or other periods
  bool has_number_at_end =
      false;  ///< the last field of two rows or more is a number, and of the others empty
  /// Of most rows below the first one, two at least, when these have another number than `fields`; else 0.
  std::size_t other_fields = 0;
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

/// How many bytes at the begin of a table are enough for most tables, and for those that have fewer than two lines in them.
inline constexpr std::size_t dialect_sample_bytes = std::size_t{64} << 10;
inline constexpr std::size_t wide_sample_bytes = std::size_t{1} << 20;
/// Which of them is enough for a table; `begin` has its first `dialect_sample_bytes`.
[[nodiscard]] std::size_t enough_for_dialect(std::string_view begin);

/// The delimiter that the first line states, as Excel writes it: `sep=;`. Nothing: it states none, or one that is not in the text behind it.
[[nodiscard]] std::optional<char> stated_delimiter(std::string_view sample);

/// `sample` begins with the table, in UTF-8; `is_whole`: it is all of it. Delimiters that are known: comma, semicolon, tab, `|`, colon; quotes: `"`, `'`, none; escapes: none,
/// and `\`. Of several that
/// fit, the one with the most regular rows; of equals, a semicolon or tab that leaves numbers with decimal commas; then the one with more fields. A table with one field for each line has a comma.
///
/// A header has names that are no numbers and do not come again below, but as a whole header; one of texts alone comes again twice at least, or it may
/// be a row. Of a name in front of two periods or more in
/// their order, as `country;2020;2021`, it is one when hardly any value below them is a period.
[[nodiscard]] guessed_dialect guess_dialect(std::string_view sample, bool is_whole,
                                            const known_dialect& known = {});

}  // namespace laundromat
