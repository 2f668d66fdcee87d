// Records of an XML document.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "core/extraction/markup/tree/xpath_values.hpp"
#include "core/extraction/model/extraction_limits.hpp"
#include "core/extraction/model/record_sink.hpp"
#include "core/extraction/spec/field_spec.hpp"
#include "core/extraction/steps/compiled_steps.hpp"
#include "core/rdf/model/reader.hpp"
#include "core/rdf/model/taxonomy.hpp"

namespace laundromat {

struct xml_options {
  /// The elements that are records, as `markup::selector` reads it; one within another is a part of that. Empty: the children of the root whose
  /// name repeats first, or the root when none does; `.`: the root.
  std::string records;
  std::vector<field_spec> fields;  ///< empty: all that is in a record, as `markup::add_natural` has it
  extraction_limits limits = {};
  const lookup_tables* tables = nullptr;  ///< outlives the extractor; null: there are none
  /// Instead of `records` and `fields`. When records are not known one at a time, the document is a record of up to `document_bytes`.
  std::optional<xpath_options> xpaths = {};
  wash_profile profile = wash_profile::standard;
  bool keeps_others = false;  ///< members of a record that no field takes stay as they are without fields
};

/// A reader of records in UTF-8, one record at a time. Memory: one record, twice `record_bytes` at most, and the open tags around it.
///
/// Nothing outside the document is opened. Entities are those that its internal subset declares, within a budget.
/// A record that is not well-formed is skipped as `xml_syntax`, and reading goes on behind it. It is known where that
/// is by its end tag, by the end of an element around it, or by the next start tag of a record, if a record before was whole and no record contained
/// another, or if both are the first of their lines, and these are indented alike, and more than that of the element around them. So a lost tag costs
/// the record that it is in. What cannot be seen when a record ends is not seen: that an element around it lost its end
/// tag before.
/// A child of the root that is longer than a record may be is skipped alone; the root is no record then.
/// Defects: as said, `too_deep_nesting`, `statement_too_long` (a record beyond its limits), those of references and encoding, `missing_field` (note: a
/// selector asks for a prefix that no tag has, or no record has a field), `title_rows` (note: what else is in a root with children that are records), and what `compiled_steps` says of values; `no_records` (note) when there are none.
/// Errors: `configuration`, for a selector, XPath or field that cannot be used. `sink` outlives the reader.
[[nodiscard]] result<std::unique_ptr<reader>> make_xml_extractor(xml_options options, record_sink& sink);

}  // namespace laundromat
