// Implements html_table.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/markup/html/html_tables.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <utility>

#include "core/extraction/markup/tree/content.hpp"
#include "core/rdf/model/near_word.hpp"
#include "core/rdf/rdfa/markup/html_characters.hpp"

namespace laundromat::markup {

namespace {

using enum rdfa::html_tag;

constexpr std::size_t most_rows_spanned = 65'534;
constexpr auto all_rows_of_group = std::numeric_limits<std::size_t>::max();

/// White space of HTML, and spaces that do not break, which fill cells that are empty.
bool is_blank_html(std::string_view text) {
  constexpr std::string_view no_break_space = "\xC2\xA0";
  for (text = rdfa::trim_html(text); text.starts_with(no_break_space);)
    text = rdfa::trim_html(text.substr(no_break_space.size()));
  return text.empty();
}

}  // namespace

html_table::html_table(const markup_tree& tree, node_index at)
    : tree_(&tree), table_(at), has_end_(node(at).finish > node(at).content_end) {
  collect_rows();
  for (const auto header = header_rows(); next_ < header; ++next_) {
    read_row(rows_[next_]);
    columns_ = std::max(columns_, row_.width);
    add_names();
  }
}

const html_row* html_table::next() {
  while (next_ < rows_.size()) {
    const auto& place = rows_[next_++];
    read_row(place);
    row_.loose_text = loose_text(place);
    row_.may_hold_next_table = !has_end_ && holds_table(place);
    row_.lacks_copies = !has_all_copies_ && !has_reported_copies_;
    const bool is_empty = row_.cells.empty() && row_.first_left_out == no_node;
    if (row_.loose_text == no_node && is_empty) {
      empty_rows_.add(row_.at);
      continue;
    }
    if (row_.loose_text == no_node && is_heading(place)) {
      heading_rows_.add(row_.at);
      continue;
    }
    if (row_.loose_text == no_node && is_header_again()) {
      header_rows_again_.add(row_.at);
      continue;
    }
    has_reported_copies_ = has_reported_copies_ || row_.lacks_copies;
    return &row_;
  }
  return nullptr;
}

bool html_table::is_header_again() const {
  return columns_ > 1 && row_.first_left_out == no_node && std::ranges::equal(row_.cells, header_);
}

bool html_table::has_doubtful_header() const {
  constexpr std::size_t enough = 1'000;
  html_table ahead(*tree_, table_);
  std::size_t fitting = 0, others = 0;
  for (const auto* row = ahead.next(); row != nullptr && fitting + others < enough; row = ahead.next())
    (row->fields == columns_ || row->cells.size() < 2 ? fitting : others) += 1;
  return others > fitting;
}

std::string_view html_table::why_layout() const {
  if (const auto* const role = tree_->find_attribute(table_, "role", true); role != nullptr) {
    const auto value = tree_->text(role->value);
    if (is_same_word(value, "presentation") || is_same_word(value, "none")) return "its role is no table";
  }
  const auto is_pair = [&](const row_place& row) {
    std::size_t headers = 0;
    for_cells(row, [&](node_index cell) { headers += is(cell, th) ? 1 : 0; });
    return row.cells == 2 && headers == 1 && !row.is_head;
  };
  if (rows_.size() > 1 && std::ranges::all_of(rows_, is_pair))
    return "each of its rows is a name and a value";
  bool has_tables = false;
  for (auto i = table_ + 1; i < node(table_).end;) {
    if (is(i, th) || is(i, thead) || is(i, caption)) return {};
    has_tables = has_tables || is(i, table);
    i = is(i, table) ? std::max(i + 1, node(i).end) : i + 1;
  }
  if (has_tables) return "it has no header, and other tables within";
  const bool is_column =
      !rows_.empty() && std::ranges::all_of(rows_, [](const row_place& row) { return row.cells < 2; });
  return is_column ? "it has no header, and one column" : std::string_view{};
}

std::string_view html_table::name(std::size_t column) {
  for (auto i = names_.size(); i <= column; ++i) {
    const auto place = "_" + std::to_string(i + 1);
    auto made = i < header_.size() ? header_[i] : std::string{};
    if (made.empty()) made = "column" + place;
    while (!known_names_.insert(made).second) made.append(place);
    names_.push_back(std::move(made));
  }
  return names_[column];
}

template <class Use>
void html_table::for_cells(const row_place& row, const Use& use) const {
  for (auto i = row.begin; i < row.end;) {
    const bool is_one = is_cell(i);
    if (is_one) use(i);
    i = is_one || is(i, table) || is(i, tr) ? std::max(i + 1, node(i).end) : i + 1;
  }
}

void html_table::collect_rows() {
  for (auto i = table_ + 1; i < node(table_).end;) {
    const bool is_head = node(i).parent != no_node && is(node(i).parent, thead);
    if (is(i, tr)) add_row({i, i, i + 1, node(i).end, is_head, true, 0});
    if (is_loose_text(i)) texts_beside_.add(i);
    if (is_cell(i)) {
      const auto last = last_beside(i);
      add_row({i, last, i, node(last).end, is_head, true, 0});
      i = node(last).end;
    } else {
      i = is(i, tr) || is(i, table) || is(i, caption) ? std::max(i + 1, node(i).end) : i + 1;
    }
  }
}

/// The last of the cells that stand beside one another in no row, which are one (HTML 13.2.6.4.13, "in table body").
node_index html_table::last_beside(node_index first) const {
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

void html_table::add_row(row_place found) {
  for_cells(found, [&](node_index cell) {
    ++found.cells;
    found.has_only_headers = found.has_only_headers && is(cell, th);
  });
  found.has_only_headers = found.has_only_headers && found.cells > 0;
  if (found.cells > 0 || (!rows_.empty() && loose_text(found) != no_node)) rows_.push_back(found);
}

bool html_table::holds_table(const row_place& row) const {
  for (auto i = row.begin; i < row.end; ++i)
    if (is(i, table)) return true;
  return false;
}

bool html_table::is_loose_text(node_index at) const {
  return node(at).is_text && !node(at).is_raw && !is_blank_html(tree_->text(node(at).text));
}

node_index html_table::loose_text(const row_place& row) const {
  for (auto i = row.begin; i < row.end;) {
    if (is_loose_text(i)) return i;
    i = is_cell(i) || is(i, table) || is(i, tr) ? std::max(i + 1, node(i).end) : i + 1;
  }
  return no_node;
}

/// The row has been read.
bool html_table::is_heading(const row_place& row) const {
  if (row.cells != 1 || columns_ < 2 || row_.fields < columns_) return false;
  std::size_t columns = 0;
  for_cells(row, [&](node_index cell) { columns = span_of(cell, "colspan", most_columns); });
  return columns >= columns_;
}

/// How many rows there are up to the end of the header, beside the titles that are passed.
std::size_t html_table::header_rows() {
  const auto count = [&](bool row_place::*what) {
    return static_cast<std::size_t>(std::ranges::find(rows_, false, what) - rows_.begin());
  };
  const auto headers = count(&row_place::has_only_headers);
  auto head = count(&row_place::is_head);
  if (head == rows_.size()) head = 0;  // its end tag is missing
  if (head > 0 || headers > 0 || rows_.empty()) return head > 0 ? head : headers;
  const auto has_several = [](const row_place& row) { return row.cells > 1; };
  auto first = std::ranges::find_if(rows_, has_several);
  if (first == rows_.end()) first = rows_.begin();
  for (; rows_.begin() + static_cast<std::ptrdiff_t>(next_) < first; ++next_)
    heading_rows_.add(rows_[next_].at);
  guessed_header_ = first->at;
  return next_ + 1;
}

std::size_t html_table::span_of(node_index cell, std::string_view name, std::size_t most) const {
  const auto* const found = tree_->find_attribute(cell, name, true);
  std::size_t value = 1;
  if (found == nullptr) return value;
  const auto text = tree_->text(found->value);
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec == std::errc::result_out_of_range) value = most;
  if (value == 0 && name == "rowspan") return all_rows_of_group;
  return std::clamp<std::size_t>(value, 1, most);
}

/// Cells of earlier rows that have the next columns, too.
void html_table::take_spanning() {
  for (auto column = row_.cells.size(); column < spanning_.size() && spanning_[column].rows > 0; ++column) {
    --spanning_[column].rows;
    add_copy(*spanning_[column].text);
  }
}

void html_table::add_copy(std::string_view text) {
  if (!text.empty() && (++copies_ > most_copies || (copied_bytes_ += text.size()) > most_copied_bytes)) {
    has_all_copies_ = false;
    text = {};
  }
  row_.cells.push_back(text);
}

void html_table::read_cell(node_index cell) {
  take_spanning();
  text_.clear();
  append_text(*tree_, cell, true, false, text_);
  if (is_blank_html(text_)) text_.clear();
  if (row_.cells.size() >= most_columns) {
    if (row_.first_left_out == no_node && !text_.empty()) row_.first_left_out = cell;
    return;
  }
  const auto columns = std::min(span_of(cell, "colspan", most_columns), most_columns - row_.cells.size()),
             rows = span_of(cell, "rowspan", most_rows_spanned);
  const auto first = row_.cells.size();
  std::string_view text;
  if (rows == 1) {
    text = texts_.add(text_);
  } else {
    const auto shared = std::make_shared<const std::string>(text_);
    text = *shared;
    if (spanning_.size() < first + columns) spanning_.resize(first + columns);
    for (std::size_t i = 0; i < columns; ++i) spanning_[first + i] = {shared, rows - 1};
  }
  row_.cells.push_back(text);
  for (std::size_t i = 1; i < columns; ++i) add_copy(text);
}

void html_table::read_row(const row_place& row) {
  if (row_.at == no_node || node(row_.at).parent != node(row.at).parent) spanning_.clear();
  row_.at = row.at;
  row_.last = row.last;
  row_.cells.clear();
  row_.first_left_out = no_node;
  texts_.clear();
  for_cells(row, [&](node_index cell) { read_cell(cell); });
  take_spanning();
  row_.fields = row_.width = row_.cells.size();
  for (auto column = row_.width; column < spanning_.size(); column = row_.cells.size()) {
    row_.cells.emplace_back();
    const auto before = row_.cells.size();
    take_spanning();
    if (row_.cells.size() == before) continue;
    row_.fields += row_.cells.size() - before;
    row_.width = row_.cells.size();
  }
  while (!row_.cells.empty() && row_.cells.back().empty()) row_.cells.pop_back();
}

void html_table::add_names() {
  if (header_.size() < row_.cells.size()) header_.resize(row_.cells.size());
  for (std::size_t i = 0; i < row_.cells.size(); ++i) {
    const auto text = row_.cells[i];
    if (text.empty() || header_[i] == text) continue;
    if (!header_[i].empty()) header_[i] += ' ';
    header_[i].append(text);
  }
}

}  // namespace laundromat::markup
