// Records of an HTML document.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "core/extraction/model/record_sink.hpp"
#include "core/extraction/spec/field_spec.hpp"
#include "core/extraction/steps/compiled_steps.hpp"
#include "core/rdf/model/reader.hpp"

namespace laundromat {

struct html_options {
  /// The elements that are records, as `markup::selector` reads it. Empty: the whole document is one record; without fields each row of a table.
  std::string records;
  std::vector<field_spec> fields;  ///< empty: all that is in a record, as `markup::add_natural` has it
  extraction_limits limits = {};
  const lookup_tables* tables = nullptr;  ///< outlives the extractor; null: there are none
};

/// A reader of records in UTF-8. The document is read when it is finished, and takes memory in proportion to `document_bytes`; what is
/// longer is a defect, and its rest is skipped. Records come in the order of their start tags.
/// Defects: `tag_soup` (note), `too_deep_nesting`, `limit_exceeded`, `statement_too_long` (a record beyond its limits), `unterminated`,
/// `missing_field`, and what `compiled_steps` says of values; `no_records` (note) when there are none.
/// Errors: `configuration`, for a selector or field that cannot be used. `sink` outlives the reader.
[[nodiscard]] result<std::unique_ptr<reader>> make_html_extractor(html_options options, record_sink& sink);

}  // namespace laundromat
