// Implements html_tables.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/markup/html/html_tables.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "core/base/keyed_table.hpp"
#include "core/extraction/markup/tree/content.hpp"

namespace laundromat::markup {

namespace {

using enum rdfa::html_tag;

constexpr std::size_t most_columns = 1'000;
constexpr std::size_t most_rows_spanned = 65'534;
constexpr std::size_t most_repeated = 1'000'000;

class table_reader {
 public:
  table_reader(const markup_tree& tree, node_index at) : tree_(&tree), table_(at) {}

  html_table read() {
    collect_rows();
    html_table made;
    made.at = table_;
    const auto header = header_rows();
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      auto row = read_row(rows_[i]);
      if (i < header)
        add_names(made.names, row.cells);
      else if (std::ranges::any_of(row.cells, [](const auto& cell) { return !cell.empty(); }))
        made.rows.push_back(std::move(row));
    }
    std::size_t width = made.names.size();
    for (const auto& row : made.rows) width = std::max(width, row.cells.size());
    made.names.resize(width);
    make_different(made.names);
    return made;
  }

 private:
  struct row_place {
    node_index at, last;    ///< its element; or its first and its last cell, where a tag of a row is missing
    node_index begin, end;  ///< what is inside it
    bool is_head, has_only_headers = true;
  };
  struct spanning_cell {
    std::string text;
    std::size_t rows = 0;  ///< that follow and have it, too
  };

  [[nodiscard]] const markup_node& node(node_index at) const { return (*tree_)[at]; }
  [[nodiscard]] bool is(node_index at, rdfa::html_tag tag) const {
    return !node(at).is_text && node(at).tag == tag;
  }

  [[nodiscard]] bool is_cell(node_index at) const { return is(at, td) || is(at, th); }
  template <class Use>
  void for_cells(const row_place& row, const Use& use) const {
    for (auto i = row.begin; i < row.end;) {
      const bool is_one = is_cell(i);
      if (is_one) use(i);
      i = is_one || is(i, table) || is(i, tr) ? std::max(i + 1, node(i).end) : i + 1;
    }
  }

  void collect_rows() {
    for (auto i = table_ + 1; i < node(table_).end;) {
      const bool is_head = node(i).parent != no_node && is(node(i).parent, thead);
      if (is(i, tr)) add_row({i, i, i + 1, node(i).end, is_head});
      if (is_cell(i)) {
        const auto last = last_beside(i);
        add_row({i, last, i, node(last).end, is_head});
        i = node(last).end;
      } else {
        i = is(i, tr) || is(i, table) ? std::max(i + 1, node(i).end) : i + 1;
      }
    }
  }
  /// The last of the cells that stand beside one another in no row, which are one (HTML 13.2.6.4.13, "in table body").
  [[nodiscard]] node_index last_beside(node_index first) const {
    auto last = first;
    for (auto i = first; i < node(table_).end && node(i).parent == node(first).parent;
         i = std::max(i + 1, node(i).end)) {
      if (is_cell(i))
        last = i;
      else if (!node(i).is_text)
        break;
    }
    return last;
  }
  void add_row(row_place found) {
    std::size_t cells = 0;
    for_cells(found, [&](node_index cell) {
      ++cells;
      found.has_only_headers = found.has_only_headers && is(cell, th);
    });
    if (cells > 0) rows_.push_back(found);
  }

  [[nodiscard]] std::size_t header_rows() const {
    const auto count = [&](bool row_place::*what) {
      return static_cast<std::size_t>(std::ranges::find(rows_, false, what) - rows_.begin());
    };
    const auto head = count(&row_place::is_head), headers = count(&row_place::has_only_headers);
    return std::max<std::size_t>(head > 0 ? head : headers, rows_.empty() ? 0 : 1);
  }

  [[nodiscard]] std::size_t span_of(node_index cell, std::string_view name, std::size_t most) const {
    const auto* const found = tree_->find_attribute(cell, name, true);
    std::size_t value = 1;
    if (found == nullptr) return value;
    const auto text = tree_->text(found->value);
    (void)std::from_chars(text.data(), text.data() + text.size(), value);
    return std::clamp<std::size_t>(value, 1, most);
  }

  html_row read_row(const row_place& row) {
    html_row made{row.at, row.last, {}};
    std::size_t column = 0;
    const auto take_spanning = [&] {
      for (; column < spanning_.size() && spanning_[column].rows > 0; ++column) {
        --spanning_[column].rows;
        made.cells.push_back(may_repeat() ? spanning_[column].text : std::string{});
      }
    };
    for_cells(row, [&](node_index cell) {
      take_spanning();
      std::string text;
      append_text(*tree_, cell, true, false, text);
      const auto columns = span_of(cell, "colspan", most_columns),
                 rows = span_of(cell, "rowspan", most_rows_spanned);
      for (std::size_t i = 0; i < columns && column < most_columns; ++i, ++column) {
        if (i > 0 && !may_repeat()) break;
        made.cells.push_back(text);
        if (rows == 1) continue;
        if (spanning_.size() <= column) spanning_.resize(column + 1);
        spanning_[column] = {text, rows - 1};
      }
    });
    while (column < spanning_.size()) {
      take_spanning();
      if (column < spanning_.size() &&
          std::ranges::any_of(spanning_.begin() + static_cast<std::ptrdiff_t>(column), spanning_.end(),
                              [](const auto& one) { return one.rows > 0; }))
        made.cells.emplace_back();
      ++column;
    }
    while (!made.cells.empty() && made.cells.back().empty()) made.cells.pop_back();
    return made;
  }

  bool may_repeat() { return repeated_++ < most_repeated; }

  static void add_names(std::vector<std::string>& names, const std::vector<std::string>& cells) {
    if (names.size() < cells.size()) names.resize(cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (cells[i].empty() || names[i] == cells[i]) continue;
      if (!names[i].empty()) names[i] += ' ';
      names[i].append(cells[i]);
    }
  }

  static void make_different(std::vector<std::string>& names) {
    keyed_set<std::string> seen;
    for (std::size_t i = 0; i < names.size(); ++i) {
      const auto place = "_" + std::to_string(i + 1);
      if (names[i].empty()) names[i] = "column" + place;
      while (!seen.insert(names[i]).second) names[i].append(place);
    }
  }

  const markup_tree* tree_;
  node_index table_;
  std::vector<row_place> rows_;
  std::vector<spanning_cell> spanning_;  ///< by column
  std::size_t repeated_ = 0;
};

}  // namespace

html_table read_table(const markup_tree& tree, node_index at) {
  return table_reader(tree, at).read();
}

}  // namespace laundromat::markup
