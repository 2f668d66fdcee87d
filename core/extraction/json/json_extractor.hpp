// Reads the records of a JSON document, of JSON lines, and of JSON texts that follow one another.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "core/extraction/json/json_path.hpp"
#include "core/extraction/model/extraction_limits.hpp"
#include "core/extraction/model/record_sink.hpp"
#include "core/rdf/model/reader.hpp"
#include "core/rdf/model/taxonomy.hpp"

namespace laundromat {

struct json_extractor_options {
  /// Where the records are: each item of an array that the path leads to, unless it ends with `*`; else the value. Empty: each item of an array
  /// that is the first value of the document, and of those behind it, unless each is in a line; else each of its values, so that an object alone is one record.
  json_path records;
  bool are_lines = false;  ///< each line is a value, so that a broken one costs no other
  wash_profile profile = wash_profile::standard;
  extraction_limits limits = {};
  bool takes_lists_whole = false;  ///< what the path leads to is one record, also when it is an array
  /// That each of two searches for the end of damaged records may look at, beside 16 for each byte of the document.
  std::uint64_t search_bytes = std::uint64_t{4} << 20;
  /// When the document is one record, the one array of maps in it is noted (`no_records`): it may hold the records that are meant.
  bool notes_lists = false;
  /// The document fails (`no_records`) when `path_tracker` says that `records` is for another one; else that is noted.
  bool needs_records = false;
};

/// A reader of RFC 8259, of JSON lines, concatenated values, and sequences by RFC 7464; UTF-8. A value that is no map is a record without
/// names. What is in a record is not looked at for others.
///
/// A damaged record is repaired where it is certain how, as `lenient_json`; else it is skipped, and reading goes on where the next record
/// certainly begins: at a line that begins as its line does, or where all that follows is sound and fits what is open. So no value comes into another
/// record, or under another name, when one byte of the document is lost, added or changed. Of repeated keys the last one holds.
///
/// Time: linear. Beside reading, 32 bytes for each byte of the document, and twice `search_bytes` (8 MiB), are looked at to find out where damaged
/// records end; where these are used up, what is in doubt is skipped.
/// Memory: twice `record_bytes` and what a record makes of it. Errors of `push` and `finish`: as `needs_records` says, and those of the sink, which outlives the reader.
[[nodiscard]] std::unique_ptr<reader> make_json_extractor(json_extractor_options options, record_sink& sink);

}  // namespace laundromat
