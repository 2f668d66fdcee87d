// Joins the reader of a table and the statements of its rows.
// SPDX-License-Identifier: Apache-2.0
#include "core/csvw/csvw_reader.hpp"

#include <utility>

#include "core/csvw/key_check.hpp"
#include "core/csvw/table_reader.hpp"

namespace laundromat {

namespace {

csvw::table_options options_of(const reader_options& terms, const std::string& media_type) {
  csvw::table_options options;
  options.media_type = media_type;
  options.profile = terms.profile;
  options.limits.row_bytes = terms.limits.line_bytes;
  return options;
}

class csvw_reader final : public reader, csvw::table_sink {
 public:
  csvw_reader(csvw_options options, const reader_options& terms, statement_sink& sink)
      : options_(std::move(options)),
        table_(options_.group.tables[options_.table]),
        sink_(sink),
        account_(sink),
        emitter_(terms, sink),
        rows_(table_, options_of(terms, options_.media_type), *this) {
    note_base(terms.used_base);  // metadata describe the table at its address
  }

  result<void> push(std::string_view bytes) override { return rows_.push(bytes); }
  result<void> finish() override {
    if (auto read = rows_.finish(); !read) return read;
    if (options_.time && group_node_.kind != term_kind::none) {
      emitter_.begin_place({});
      if (auto written = csvw::write_provenance(options_.group, group_node_, *options_.time, emitter_);
          !written)
        return written;
    }
    account_.finish();
    return {};
  }

 private:
  result<void> on_columns(const std::vector<csvw::prepared_column>& columns) override {
    keys_ = std::make_unique<csvw::primary_key_check>(table_.table_schema.primary_key, columns);
    if (table_.is_suppressed) return {};
    made_term node;
    if (options_.mode == csvw::rdf_mode::standard) {
      auto group = csvw::write_group(options_.group, emitter_);
      if (!group) return tl::unexpected(group.error());
      group_node_ = std::move(*group);
      auto table = csvw::write_table(table_, group_node_, emitter_);
      if (!table) return tl::unexpected(table.error());
      node = std::move(*table);
    }
    statements_ = std::make_unique<csvw::row_statements>(table_.url, std::move(node), options_.mode,
                                                         table_.table_schema.row_titles, columns, emitter_);
    return {};
  }

  result<void> on_row(const csvw::table_row& row) override {
    if (auto fault = keys_->check(row)) {
      csvw::table_fault found;
      found.rule = fault->rule;
      found.offset_bytes = row.place.offset_bytes;
      found.length_bytes = row.place.length_bytes;
      found.at = {row.place.offset_bytes, row.place.line, row.place.column};
      found.row = row.source_number;
      found.message = std::move(fault->message);
      on_fault(found);
    }
    return statements_ ? statements_->write(row) : result<void>{};
  }

  void on_fault(const csvw::table_fault& found) override {
    defect made;
    made.rule = found.rule;
    made.done = found.done;
    made.offset_bytes = found.offset_bytes;
    made.length_bytes = found.length_bytes;
    made.line = found.at.line;
    made.column = found.at.column;
    if (found.at.offset_bytes != found.offset_bytes) made.token_offset_bytes = found.at.offset_bytes;
    const auto row = found.row == 0 ? std::string{} : "row " + std::to_string(found.row);
    const auto column = found.column == 0 ? std::string{} : "column " + std::to_string(found.column);
    made.message = row + (row.empty() || column.empty() ? "" : ", ") + column;
    if (!found.message.empty()) made.message += (made.message.empty() ? "" : ": ") + found.message;
    sink_.on_defect(made);
  }
  void on_part(span_kind kind, std::uint64_t end_bytes) override { account_.reach(end_bytes, kind); }

  csvw_options options_;
  const csvw::table& table_;
  statement_sink& sink_;
  span_account account_;
  csvw::statement_emitter emitter_;
  csvw::table_reader rows_;
  made_term group_node_;
  std::unique_ptr<csvw::primary_key_check> keys_;
  std::unique_ptr<csvw::row_statements> statements_;
};

}  // namespace

std::unique_ptr<reader> make_csvw_reader(csvw_options options, reader_options terms, statement_sink& sink) {
  return std::make_unique<csvw_reader>(std::move(options), terms, sink);
}

}  // namespace laundromat
