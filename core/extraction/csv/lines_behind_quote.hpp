// Whether lines behind a quote that is not closed are rows, for both readers of rows.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace laundromat {

/// Whether lines that may be in a quoted field are rows, most likely: three or more, of which eight are looked at. `cut_row` takes the first line off a
/// text, and answers whether it has the fields of a row and no quote.
template <class CutRow>
[[nodiscard]] bool are_rows_behind_quote(std::string_view lines, CutRow cut_row) {
  constexpr std::size_t enough_rows = 3, most_rows = 8;
  std::size_t rows = 0;
  for (; !lines.empty() && rows < most_rows; ++rows)
    if (!cut_row(lines)) return false;
  return rows >= enough_rows;
}

}  // namespace laundromat
