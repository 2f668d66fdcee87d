// The rows of a table of an HTML document.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/keyed_table.hpp"
#include "core/extraction/markup/tree/markup_tree.hpp"
#include "core/extraction/model/text_arena.hpp"

namespace laundromat::markup {

/// A row of data: its element, or its first and last cell where the tag of a row is missing, and its texts by column; an empty text is an empty
/// cell, and empty ones at the end are left out.
struct html_row {
  node_index at = no_node, last = no_node;
  std::vector<std::string_view> cells;
  std::size_t fields = 0;               ///< columns that have a cell, also an empty one
  std::size_t width = 0;                ///< columns up to the last one that has a cell
  node_index loose_text = no_node;      ///< the first text that is in no cell
  node_index first_left_out = no_node;  ///< the first cell beyond the columns that are read
  bool may_hold_next_table = false;     ///< another table is in it, and its own has no end tag
  bool lacks_copies = false;  ///< the first row in which a cell is empty because of the limits of copies
};

/// How many there are, and the first of them.
struct counted_nodes {
  std::size_t count = 0;
  node_index first = no_node;

  void add(node_index at) {
    if (count++ == 0) first = at;
  }
};

/// Reads a `table` element, a row at a time. Its header is `thead`, else the rows at its beginning that have nothing but `th`, else its first row, or
/// the first with several cells; the texts of several rows of a header are joined. A column without a name is `column_3`, and one with the name of another `name_3`, by its
/// place. Rows without any text are left out, and counted; so are those of one cell over all columns, as headings of sections are. The text of a nested table is text of its cell; its rows are those of a table of its own.
/// A cell that spans columns or rows is repeated in each of them, up to the end of its row group (HTML Living Standard 4.9.12.1), and within limits.
/// Memory: the places of all rows, and the texts of one.
class html_table {
 public:
  static constexpr std::size_t most_columns = 1'000;
  static constexpr std::uint64_t most_copies = 1'000'000;  ///< of cells in one table
  static constexpr std::uint64_t most_copied_bytes = std::uint64_t{64} << 20;

  /// The tree outlives it, and does not change.
  html_table(const markup_tree& tree, node_index at);

  /// The next row of data, which is valid until the next call; null behind the last one.
  [[nodiscard]] const html_row* next();
  /// Why the table is taken for one whose rows are no records; empty when it is not: it says so by its `role`; or has neither `th`,
  /// `thead` nor `caption`, and other tables within, or no row of more than one cell; or each row is a `th` and a `td`, a name and its value.
  [[nodiscard]] std::string_view why_layout() const;
  /// What was left out so far, behind the header.
  [[nodiscard]] const counted_nodes& empty_rows() const { return empty_rows_; }      ///< without any text
  [[nodiscard]] const counted_nodes& heading_rows() const { return heading_rows_; }  ///< of one cell
  [[nodiscard]] const counted_nodes& header_rows_again() const { return header_rows_again_; }
  [[nodiscard]] const counted_nodes& texts_beside() const { return texts_beside_; }  ///< in no row
  /// Whether the header is its first row for want of `th` and `thead`; its element.
  [[nodiscard]] std::optional<node_index> guessed_header() const { return guessed_header_; }
  /// Whether most of the first rows have other cells than the header: it is in doubt, and so are rows that fit it.
  [[nodiscard]] bool has_doubtful_header() const;
  /// Of the header; what spans beyond `most_columns` does not count.
  [[nodiscard]] std::size_t columns() const { return columns_; }
  /// The name of a column of the row at hand; names of different columns differ. Valid as long as the table.
  [[nodiscard]] std::string_view name(std::size_t column);

 private:
  struct row_place {
    node_index at, last;    ///< its element; or its first and its last cell, where a tag of a row is missing
    node_index begin, end;  ///< what is inside it
    bool is_head, has_only_headers = true;
    std::size_t cells = 0;
  };
  struct spanning_cell {
    std::shared_ptr<const std::string> text;
    std::size_t rows = 0;  ///< that follow and have it, too
  };

  [[nodiscard]] const markup_node& node(node_index at) const { return (*tree_)[at]; }
  [[nodiscard]] bool is(node_index at, rdfa::html_tag tag) const {
    return !node(at).is_text && node(at).tag == tag;
  }
  [[nodiscard]] bool is_cell(node_index at) const {
    return is(at, rdfa::html_tag::td) || is(at, rdfa::html_tag::th);
  }
  template <class Use>
  void for_cells(const row_place& row, const Use& use) const;
  void collect_rows();
  [[nodiscard]] node_index last_beside(node_index first) const;
  void add_row(row_place found);
  [[nodiscard]] bool holds_table(const row_place& row) const;
  [[nodiscard]] bool is_loose_text(node_index at) const;
  [[nodiscard]] node_index loose_text(const row_place& row) const;
  [[nodiscard]] bool is_heading(const row_place& row) const;
  [[nodiscard]] std::size_t header_rows();
  [[nodiscard]] bool is_header_again() const;
  [[nodiscard]] std::size_t span_of(node_index cell, std::string_view name, std::size_t most) const;
  void read_row(const row_place& row);
  void read_cell(node_index cell);
  void add_copy(std::string_view text);
  void take_spanning();
  void add_names();

  const markup_tree* tree_;
  node_index table_;
  bool has_end_;  ///< an end tag
  std::vector<row_place> rows_;
  std::size_t next_ = 0;
  std::size_t columns_ = 0;
  counted_nodes empty_rows_, heading_rows_, header_rows_again_, texts_beside_;
  std::optional<node_index> guessed_header_;
  html_row row_;
  text_arena texts_;
  std::string text_;
  std::vector<spanning_cell> spanning_;  ///< by column
  std::uint64_t copies_ = 0, copied_bytes_ = 0;
  bool has_all_copies_ = true, has_reported_copies_ = false;
  std::vector<std::string> header_;
  std::deque<std::string> names_;  ///< that were made different
  keyed_set<std::string> known_names_;
};

}  // namespace laundromat::markup
