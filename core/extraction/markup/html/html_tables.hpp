// The rows of the tables of an HTML document.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/extraction/markup/tree/markup_tree.hpp"

namespace laundromat::markup {

/// A row of data: its element, or its first and last cell where the tag of a row is missing, and its texts by column; an empty text is an empty cell, and the row may be shorter than the header.
struct html_row {
  node_index at = no_node, last = no_node;
  std::vector<std::string> cells;
};

/// A table: the names of its columns, which differ, and its rows. Cells that span columns or rows are repeated.
struct html_table {
  node_index at = no_node;
  std::vector<std::string> names;
  std::vector<html_row> rows;
};

/// Reads a `table` element. Its header is `thead`, else the rows at its beginning that have nothing but `th`, else its first row; the texts of several
/// rows of a header are joined. A column without a name is `column_3`, and one with the name of another `name_3`, by its place. Rows
/// without any text are left out, and so are nested tables. At most 1,000 columns and a million repeated cells are made (HTML Living Standard 4.9.12).
[[nodiscard]] html_table read_table(const markup_tree& tree, node_index at);

}  // namespace laundromat::markup
