// Implements html_extractor.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/markup/html/html_extractor.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/base/count_words.hpp"
#include "core/extraction/markup/account/record_emitter.hpp"
#include "core/extraction/markup/html/html_builder.hpp"
#include "core/extraction/markup/html/html_tables.hpp"
#include "core/extraction/markup/selector/selector.hpp"
#include "core/extraction/markup/tree/element_record.hpp"
#include "core/rdf/rdfa/markup/html_characters.hpp"
#include "core/web/uri.hpp"

namespace laundromat {

namespace {

using namespace markup;

/// Offsets in a tree have 32 bits.
constexpr std::uint64_t most_document_bytes = std::uint64_t{2} << 30;

class html_extractor final : public reader {
 public:
  html_extractor(html_options options, selector records, field_reader fields, record_sink& sink)
      : options_(std::move(options)),
        records_(std::move(records)),
        account_(options_.limits, sink),
        output_(options_.limits, options_.profile, account_, sink),
        reader_(std::move(fields), true, options_.keeps_others, output_) {
    options_.limits.document_bytes = std::min(options_.limits.document_bytes, most_document_bytes);
  }

  result<void> push(std::string_view bytes) override {
    const auto room = options_.limits.document_bytes - tree_.source.size();
    tree_.source.append(bytes.substr(0, room));
    skipped_bytes_ += bytes.size() - std::min<std::uint64_t>(bytes.size(), room);
    return {};
  }

  result<void> finish() override {
    html_builder builder(options_.limits, options_.profile, tree_, account_);
    builder.build();
    spoiled_ = builder.spoiled();
    reader_.set_base(find_base());
    auto outcome = read_records();
    if (!outcome) return outcome;
    outcome = reader_.finish(
        [this](const field_miss& miss, node_index at) { return advice_on_column(miss.place, at); });
    const auto size = tree_.source.size();
    account_.reach(size, span_kind::syntax);
    if (skipped_bytes_ > 0)
      account_.report(errc::limit_exceeded, treatment::skip, tree_.source, {}, size, skipped_bytes_,
                      "the document is longer than " + number_of(options_.limits.document_bytes, "byte") +
                          ": its rest is not read");
    account_.reach(size + skipped_bytes_, span_kind::syntax);
    account_.finish();
    return outcome;
  }

 private:
  /// HTML Living Standard 4.2.3: the first `base` with an address, which may itself be relative to that of the document.
  [[nodiscard]] std::string find_base() const {
    for (node_index i = 1; i < tree_.size(); ++i) {
      if (tree_[i].is_text || tree_[i].tag != rdfa::html_tag::base) continue;
      const auto* const href = tree_.find_attribute(i, "href", true);
      if (href == nullptr) continue;
      const auto written = rdfa::trim_html(tree_.text(href->value));
      if (options_.address.empty()) return is_absolute(written) ? std::string(written) : std::string{};
      return resolve_iri(options_.address, written);
    }
    return options_.address;
  }

  result<void> read_records() {
    if (records_.is_self() && !reader_.has_fields()) return read_tables();
    const auto found = search_.find(tree_, records_, 0, std::numeric_limits<std::size_t>::max(), true);
    for (const auto& one : found) {
      const bool is_table = !reader_.has_fields() && tree_[one.node].tag == rdfa::html_tag::table;
      if (auto done = is_table ? read_rows(one.node) : read_record(one.node); !done) return done;
    }
    if (found.empty()) report_none("no element is matched by \"" + options_.records + "\"");
    return {};
  }

  result<void> read_record(node_index at) {
    const element_place place{tree_.source, {}, tree_[at].begin, tree_[at].finish};
    return is_spoiled(place, at) ? result<void>{} : reader_.read(tree_, at, place, 0);
  }

  /// What to write where a field of a table asks for a column by its name.
  [[nodiscard]] std::string advice_on_column(std::string_view place, node_index at) const {
    for (auto i = at; i < (at == 0 ? tree_.size() : at + 1); ++i) {
      if (tree_[i].is_text || tree_[i].tag != rdfa::html_tag::table) continue;
      html_table table(tree_, i);
      for (std::size_t column = 0; column < table.columns(); ++column)
        if (table.name(column) == place)
          return ", which is a column of a table: make its rows the records, with `records: " +
                 (at == 0 ? "table" : options_.records) + " tr`, and write `td:nth-child(" +
                 std::to_string(column + 1) + ")`";
    }
    return {};
  }

  /// Skips a record in which the profile allows no repair, a tag has taken in what is behind it, or a zero byte is. The document is not skipped for the
  /// last two.
  [[nodiscard]] bool is_spoiled(const element_place& place, node_index at) {
    auto first =
        std::ranges::lower_bound(spoiled_, place.begin, {}, &html_builder::spoiled_place::offset_bytes);
    const auto is_of_rows = [&] {
      return first->rule == errc::unterminated || first->rule == errc::doubtful_rows;
    };
    while (at == 0 && first != spoiled_.end() && is_of_rows()) ++first;
    if (first == spoiled_.end() || first->offset_bytes >= place.end) return false;
    output_.refuse(first->rule,
                   first->rule == errc::unterminated
                       ? "a tag in it has taken in another one: its > or a quote is missing"
                   : first->rule == errc::doubtful_rows
                       ? "a zero byte in it, which no text has: a part of it may be in UTF-16"
                       : "the record has what the profile does not repair",
                   place);
    return true;
  }

  result<void> read_tables() {
    has_rows_ = false;
    for (node_index i = 1; i < tree_.size(); ++i)
      if (!tree_[i].is_text && tree_[i].tag == rdfa::html_tag::table)
        if (auto done = read_rows(i, true); !done) return done;
    if (!has_rows_) report_none("the document has no table with rows of data: give a selector of records");
    return {};
  }

  /// Notes at an element.
  void note(errc rule, std::string message, node_index at) {
    account_.report(rule, treatment::note, tree_.source, {}, tree_[at].begin,
                    tree_[at].is_text ? 0 : tree_[at].content - tree_[at].begin, std::move(message));
  }

  result<void> read_rows(node_index at, bool leaves_out_layout = false) {
    html_table table(tree_, at);
    if (const auto why = table.why_layout(); leaves_out_layout && !why.empty()) {
      note(errc::no_records,
           "the table is not read as records: " + std::string(why) +
               "; select it with `records` to read its rows",
           at);
      return {};
    }
    if (const auto header = table.guessed_header())
      note(errc::odd_field_name, "the first row, which has no `th`, is taken for the header of the table",
           *header);
    has_doubtful_header_ = treatment_of(errc::row_width, options_.profile) == treatment::skip &&
                           treatment_of(errc::short_row, options_.profile) == treatment::skip &&
                           table.has_doubtful_header();
    for (const auto* row = table.next(); row != nullptr; row = table.next()) {
      has_rows_ = true;
      const element_place place{tree_.source, {}, tree_[row->at].begin, tree_[row->last].finish};
      if (is_spoiled(place, row->at) || is_doubtful(*row, table.columns(), place) || !output_.begin(place))
        continue;
      auto& record = output_.record();
      record.begin_map();
      for (std::size_t i = 0; i < row->cells.size(); ++i)
        if (!row->cells[i].empty()) record.add_text(row->cells[i], table.name(i));
      record.end();
      if (row->first_left_out != no_node)
        output_.note(errc::limit_exceeded, true,
                     "more columns than " + std::to_string(html_table::most_columns), place,
                     tree_[row->first_left_out].begin, place.end);
      if (row->lacks_copies)
        output_.note(errc::limit_exceeded, false,
                     "cells that span several columns or rows are not repeated any more: more than " +
                         number_of(html_table::most_copies, "copy", "copies") + " or " +
                         number_of(html_table::most_copied_bytes, "byte"),
                     place, place.begin, place.end);
      if (auto done = output_.emit(place); !done) return done;
    }
    const auto note_some = [&](errc rule, const counted_nodes& some, std::string_view what,
                               std::string_view why) {
      if (some.count > 0)
        note(rule, number_of(some.count, what) + " of the table " + std::string(why), some.first);
    };
    note_some(errc::empty_fields, table.empty_rows(), "row", "without any text: left out");
    note_some(errc::title_rows, table.heading_rows(), "row", "with one cell, as headings have: no record");
    note_some(errc::repeated_header, table.header_rows_again(), "row", "with the header again: no record");
    note_some(errc::title_rows, table.texts_beside(), "text", "outside of its rows: in no record");
    return {};
  }

  /// What is wrong with the number of cells of a row; `ok` when nothing is.
  [[nodiscard]] static errc width_rule(const html_row& row, std::size_t columns) {
    const bool has_more = row.first_left_out != no_node && columns < html_table::most_columns;
    if (row.cells.size() > columns || has_more) return errc::row_width;
    if (row.fields < columns) return errc::short_row;
    return row.width > columns ? errc::empty_fields : errc::ok;
  }

  /// Whether a text has what remains of a tag of a cell or row: an end tag without its `<`, a `<` that begins none, or, of text in UTF-16, a zero byte.
  [[nodiscard]] static bool has_rest_of_tag(std::string_view text) {
    for (const std::string_view rest : {"/td>", "/th>", "/tr>", "/TD>", "/TH>", "/TR>"})
      for (auto at = text.find(rest); at != text.npos; at = text.find(rest, at + 1))
        if (at == 0 || text[at - 1] != '<') return true;
    for (const std::string_view rest :
         {"< td", "< tr", "< th", "< /t", "<\\t", "< TD", "< TR", "< TH", "< /T", "<\\T"})
      if (text.find(rest) != text.npos) return true;
    return text.find('\0') != text.npos;
  }

  /// Skips a row in which cells may be under the name of another column, as rows of CSV are.
  [[nodiscard]] bool is_doubtful(const html_row& row, std::size_t columns, const element_place& place) {
    if (row.loose_text != no_node) {
      output_.refuse(errc::doubtful_rows, "a text outside of the cells: a tag may have lost its begin",
                     place);
      return true;
    }
    if (row.may_hold_next_table) {
      output_.refuse(errc::doubtful_rows,
                     "the table has no end tag, and this row holds another table, which may follow it",
                     place);
      return true;
    }
    const auto rule = width_rule(row, columns);
    if (rule == errc::ok) return has_doubtful_width(columns, place) || has_doubtful_text(row, place);
    auto message = number_of(row.fields, "field") + " instead of " + std::to_string(columns);
    const auto done = treatment_of(rule, options_.profile);
    if (done == treatment::skip)
      output_.refuse(rule, std::move(message), place);
    else
      account_.report(rule, done, tree_.source, {}, place.begin, 0, std::move(message));
    return done == treatment::skip;
  }

  /// Skips a row that fits a header which most rows do not fit.
  [[nodiscard]] bool has_doubtful_width(std::size_t columns, const element_place& place) {
    if (has_doubtful_header_)
      output_.refuse(errc::row_width,
                     "the header has " + number_of(columns, "cell") +
                         ", and most rows have others: it is in doubt, and so is a row that fits it",
                     place);
    return has_doubtful_header_;
  }

  [[nodiscard]] bool has_doubtful_text(const html_row& row, const element_place& place) {
    if (!std::ranges::any_of(row.cells, has_rest_of_tag)) return false;
    output_.refuse(errc::doubtful_rows, "a text that reads like what remains of a tag", place);
    return true;
  }

  void report_none(std::string message) {
    account_.report(errc::no_records, treatment::note, tree_.source, {}, 0, 0, std::move(message));
  }

  html_options options_;
  selector records_;
  markup_tree tree_;
  document_account account_;
  record_emitter output_;
  element_record reader_;
  tree_search search_;
  std::vector<html_builder::spoiled_place> spoiled_;
  std::uint64_t skipped_bytes_ = 0;
  bool has_rows_ = false;
  bool has_doubtful_header_ = false;  ///< the table at hand
};

}  // namespace

result<std::unique_ptr<reader>> make_html_extractor(html_options options, record_sink& sink) {
  auto records = selector::parse(options.records, false);
  if (!records) return tl::unexpected(records.error());
  if (records->takes_attribute())
    return fail(errc::configuration,
                "records are elements: the selector \"" + options.records + "\" takes an attribute");
  auto fields = field_reader::compile(options.fields, false, options.tables);
  if (!fields) return tl::unexpected(failure_of(fields.error()));
  return std::make_unique<html_extractor>(std::move(options), *std::move(records), *std::move(fields), sink);
}

}  // namespace laundromat
