// Implements html_extractor.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/markup/html/html_extractor.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/base/count_words.hpp"
#include "core/extraction/markup/account/record_output.hpp"
#include "core/extraction/markup/html/html_builder.hpp"
#include "core/extraction/markup/html/html_tables.hpp"
#include "core/extraction/markup/selector/selector.hpp"
#include "core/extraction/markup/tree/record_reader.hpp"

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
        output_(options_.limits, account_, sink),
        reader_(std::move(fields), true, output_) {
    options_.limits.document_bytes = std::min(options_.limits.document_bytes, most_document_bytes);
  }

  result<void> push(std::string_view bytes) override {
    const auto room = options_.limits.document_bytes - tree_.source.size();
    tree_.source.append(bytes.substr(0, room));
    skipped_bytes_ += bytes.size() - std::min<std::uint64_t>(bytes.size(), room);
    return {};
  }

  result<void> finish() override {
    html_builder(options_.limits, tree_, account_).build();
    auto outcome = read_records();
    if (!outcome) return outcome;
    const auto size = tree_.source.size();
    account_.reach(size, span_kind::syntax);
    if (skipped_bytes_ > 0)
      account_.report(errc::limit_exceeded, treatment::skip, tree_.source, {}, size, skipped_bytes_,
                      "the document is longer than " + number_of(options_.limits.document_bytes, "byte") +
                          ": its rest is not read");
    account_.reach(size + skipped_bytes_, span_kind::syntax);
    account_.finish();
    return {};
  }

 private:
  result<void> read_records() {
    if (records_.is_self() && !reader_.has_fields()) return read_tables();
    const auto found = search_.find(tree_, records_, 0, std::numeric_limits<std::size_t>::max(), true);
    for (const auto& one : found)
      if (auto done = read_record(one.node); !done) return done;
    if (found.empty()) report_none("no element is matched by \"" + options_.records + "\"");
    return {};
  }

  result<void> read_record(node_index at) {
    return reader_.read(tree_, at, {tree_.source, {}, tree_[at].begin, tree_[at].finish}, 0);
  }

  result<void> read_tables() {
    bool has_rows = false;
    for (node_index i = 1; i < tree_.size(); ++i) {
      if (tree_[i].is_text || tree_[i].tag != rdfa::html_tag::table) continue;
      const auto table = read_table(tree_, i);
      for (const auto& row : table.rows) {
        has_rows = true;
        if (auto done = emit_row(table, row); !done) return done;
      }
    }
    if (!has_rows) report_none("the document has no table with rows of data: give a selector of records");
    return {};
  }

  result<void> emit_row(const html_table& table, const html_row& row) {
    const element_place place{tree_.source, {}, tree_[row.at].begin, tree_[row.last].finish};
    if (!output_.begin(place)) return {};
    auto& record = output_.record();
    record.begin_map();
    for (std::size_t i = 0; i < row.cells.size(); ++i)
      if (!row.cells[i].empty()) record.add_text(row.cells[i], table.names[i]);
    record.end();
    return output_.emit(place);
  }

  void report_none(std::string message) {
    account_.report(errc::no_records, treatment::note, tree_.source, {}, 0, 0, std::move(message));
  }

  html_options options_;
  selector records_;
  markup_tree tree_;
  document_account account_;
  record_output output_;
  record_reader reader_;
  tree_search search_;
  std::uint64_t skipped_bytes_ = 0;
};

}  // namespace

result<std::unique_ptr<reader>> make_html_extractor(html_options options, record_sink& sink) {
  auto records = selector::parse(options.records, false);
  if (!records) return tl::unexpected(records.error());
  if (records->takes_attribute())
    return fail(errc::configuration,
                "records are elements: the selector \"" + options.records + "\" takes an attribute");
  auto fields = field_reader::compile(options.fields, false, options.tables);
  if (!fields) return tl::unexpected(fields.error());
  return std::make_unique<html_extractor>(std::move(options), *std::move(records), *std::move(fields), sink);
}

}  // namespace laundromat
