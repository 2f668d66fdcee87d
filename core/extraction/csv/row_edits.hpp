// What changes the text of a row into what it was read as.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/extraction/csv/csv_rows.hpp"

namespace laundromat {

/// `after` replaces `length` bytes from `begin` on.
struct row_edit {
  std::size_t begin = 0, length = 0;
  std::string after;

  friend bool operator==(const row_edit&, const row_edit&) = default;
};

/// Removes the last `surplus` fields, which are empty, with their delimiters. `row` is as in the table, with its line end. Nothing: they are
/// not written as empty fields mostly are.
[[nodiscard]] std::optional<row_edit> cut_empty_fields(std::string_view row, std::size_t surplus,
                                                       const csv_dialect& dialect);
/// Adds `missing` empty fields at the end of a row.
[[nodiscard]] row_edit add_empty_fields(std::string_view row, std::size_t missing,
                                        const csv_dialect& dialect);
/// Replaces each ill-formed part of UTF-8 by U+FFFD; parts that are near each other are one edit of at most `most_bytes`.
[[nodiscard]] std::vector<row_edit> replace_bad_utf8(std::string_view row, std::size_t most_bytes);

}  // namespace laundromat
