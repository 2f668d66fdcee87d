// Implements convert_group, for the suites of CSV on the Web.
// SPDX-License-Identifier: Apache-2.0
#include "core/csvw/convert_group.hpp"

#include <memory>

#include "core/base/for_each_chunk.hpp"
#include "core/csvw/key_check.hpp"

namespace laundromat::csvw {

namespace {

/// One table of a group: its rows become statements and keys, its faults problems.
class table_conversion final : public table_sink {
 public:
  table_conversion(const table& description, std::size_t number, const group_options& options, made_term node,
                   foreign_key_check* keys, statement_emitter& emitter, problem_sink& problems)
      : description_(description),
        number_(number),
        options_(options),
        node_(std::move(node)),
        keys_(keys),
        emitter_(emitter),
        problems_(problems) {}

  result<void> on_columns(const std::vector<prepared_column>& columns) override {
    primary_key_ = std::make_unique<primary_key_check>(description_.table_schema.primary_key, columns);
    if (keys_ != nullptr) keys_->begin_table(number_, columns);
    if (options_.writes_rdf && !description_.is_suppressed)
      statements_ = std::make_unique<row_statements>(description_.url, node_, options_.mode,
                                                     description_.table_schema.row_titles, columns, emitter_);
    return {};
  }
  result<void> on_row(const table_row& row) override {
    if (!options_.is_validating) return statements_ ? statements_->write(row) : result<void>{};
    if (auto fault = primary_key_->check(row))
      report(fault->rule == errc::limit_exceeded ? severity::warning : severity::invalid, row.source_number,
             0, std::move(fault->message));
    if (keys_ != nullptr) keys_->add(number_, row);
    return statements_ ? statements_->write(row) : result<void>{};
  }
  void on_fault(const table_fault& found) override {
    report(severity::invalid, found.row, found.column,
           found.message.empty() ? std::string(meaning_of(found.rule)) : found.message);
  }
  void on_part(span_kind /*kind*/, std::uint64_t /*end_bytes*/) override {}

 private:
  void report(severity level, std::uint64_t row, std::uint64_t column, std::string message) {
    problems_.on_problem({.level = level,
                          .document = description_.url,
                          .row = row,
                          .column = column,
                          .message = std::move(message)});
  }

  const table& description_;
  std::size_t number_;
  const group_options& options_;
  made_term node_;
  foreign_key_check* keys_;
  statement_emitter& emitter_;
  problem_sink& problems_;
  std::unique_ptr<primary_key_check> primary_key_;
  std::unique_ptr<row_statements> statements_;
};

/// The language of the answer for what has no other (Model for Tabular Data, section 6.1).
table with_answer(const table& described, const table_text& answer) {
  table made = described;
  if (answer.language.empty()) return made;
  inherited_properties language;
  language.language = answer.language;
  made.rules.inherit(language);
  made.table_schema.rules.inherit(language);
  if (made.table_schema.columns)
    for (auto& one : *made.table_schema.columns) one.rules.inherit(language);
  return made;
}

result<void> read_rows(byte_source& from, table_reader& to) {
  auto read =
      for_each_chunk(from, std::size_t{64} << 10, [&](std::string_view bytes) { return to.push(bytes); });
  return read ? to.finish() : read;
}

}  // namespace

result<void> convert_group(const table_group& group, table_loader& loader, const group_options& options,
                           statement_sink& sink, problem_sink& problems) {
  statement_emitter emitter(options.terms, sink);
  const bool writes_group = options.writes_rdf && options.mode == rdf_mode::standard;
  made_term group_node;
  if (writes_group) {
    auto written = write_group(group, emitter);
    if (!written) return tl::unexpected(written.error());
    group_node = std::move(*written);
  }
  std::optional<foreign_key_check> keys;
  if (options.is_validating) keys.emplace(group);
  auto reading = options.tables;
  reading.is_validating = options.is_validating;
  for (std::size_t i = 0; i < group.tables.size(); ++i) {
    auto opened =
        loader.open(group.tables[i].url, group.tables[i].table_dialect.value_or(dialect{}).encoding);
    if (!opened) {
      problems.on_problem({.level = severity::error,
                           .document = group.tables[i].url,
                           .message = "the table could not be loaded: " + to_string(opened.error())});
      continue;
    }
    const auto described = with_answer(group.tables[i], *opened);
    made_term node;
    if (writes_group && !described.is_suppressed) {
      auto written = write_table(described, group_node, emitter);
      if (!written) return tl::unexpected(written.error());
      node = std::move(*written);
    }
    table_conversion conversion(described, i, options, node, keys ? &*keys : nullptr, emitter, problems);
    reading.media_type = opened->media_type;
    table_reader reader(described, reading, conversion);
    if (auto read = read_rows(*opened->bytes, reader); !read) return read;
  }
  if (keys) keys->finish(problems);
  emitter.begin_place({});
  if (writes_group && options.time) return write_provenance(group, group_node, *options.time, emitter);
  return {};
}

}  // namespace laundromat::csvw
