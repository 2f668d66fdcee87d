// Records of an HTML document.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "core/extraction/model/extraction_limits.hpp"
#include "core/extraction/model/record_sink.hpp"
#include "core/extraction/spec/field_spec.hpp"
#include "core/extraction/steps/compiled_steps.hpp"
#include "core/rdf/model/reader.hpp"
#include "core/rdf/model/taxonomy.hpp"

namespace laundromat {

struct html_options {
  /// The elements that are records, as `markup::selector` reads it. Empty: the whole document is one record; without fields each row of each
  /// table that does not arrange the page, as `markup::html_table` has it. Without fields, a `table` that is selected stands for its rows.
  std::string records;
  std::vector<field_spec> fields;  ///< empty: all that is in a record, as `markup::add_natural` has it
  extraction_limits limits = {};
  const lookup_tables* tables = nullptr;  ///< outlives the extractor; null: there are none
  /// Of the document; with `<base href>` it is what `type: iri` resolves attributes against. Empty: relative ones are not understood without a base.
  std::string address = {};
  wash_profile profile = wash_profile::standard;
  bool keeps_others = false;  ///< members of a record that no field takes stay as they are without fields
};

/// A reader of records in UTF-8. The document is read when it is finished, and takes memory in proportion to `document_bytes`; what is
/// longer is a defect, and its rest is skipped. Records come in the order of their start tags.
/// Defects: `tag_soup` (note), `too_deep_nesting`, `limit_exceeded` (of the document, and of tables as `markup::html_table` has them),
/// `statement_too_long` (a record beyond its limits), `unterminated`, `missing_field` (note: an element in which no
/// field has a value, which is no record, and a field that no record has), and what `compiled_steps` says of values. Rows of tables with other cells than
/// the header are `row_width`, `short_row` or `empty_fields`, as in CSV, and those with text outside of their cells `doubtful_rows`; a record with a tag
/// that took in another is `unterminated`. Notes are `empty_fields` (rows without text, once for a table), `title_rows` (rows of one cell, likewise), and
/// `no_records` (at a table that is not read, and when there are none).
/// Errors: `configuration`, for a selector or field that cannot be used. `sink` outlives the reader.
[[nodiscard]] result<std::unique_ptr<reader>> make_html_extractor(html_options options, record_sink& sink);

}  // namespace laundromat
