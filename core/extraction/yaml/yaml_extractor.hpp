// Reads the records of YAML documents.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/extraction/json/json_path.hpp"
#include "core/extraction/model/extraction_limits.hpp"
#include "core/extraction/model/record_sink.hpp"
#include "core/rdf/model/reader.hpp"
#include "core/rdf/model/taxonomy.hpp"

namespace laundromat {

struct yaml_extractor_options {
  /// Where the records are in each document: each item of a list that the path leads to, unless it ends with `*`; else the value.
  json_path records;
  wash_profile profile = wash_profile::standard;
  extraction_limits limits = {};
  bool needs_records = false;  ///< as `json_extractor_options` has it
};

/// A reader of YAML 1.2 in UTF-8, which waits for the end of the text: `document_bytes` at most. Lines `---` divide it into documents.
/// Plain scalars have the types of the core schema, but numbers with zeros in front, as `01067`, are texts as written; aliases are expanded, and merge keys obeyed, up to `record_values`. Of keys that
/// are written again the last one holds.
///
/// A broken document is skipped, and the next one is read. When it is a list whose items begin with `-` at the beginning of a line, each of them is read
/// for itself, and only broken ones are skipped; one that refers to an anchor outside is one of them. A byte that changes the
/// indentation of a line may make another sound document: that cannot be seen. A map in braces with a key that has a quote in it and no value, as
/// `{name:"Ann"}`, is broken.
///
/// Errors of `push` and `finish`: as `needs_records` says, and those of the sink, which outlives the reader.
[[nodiscard]] std::unique_ptr<reader> make_yaml_extractor(yaml_extractor_options options, record_sink& sink);

}  // namespace laundromat
