// Tables as records: one for each row, with the names of the header.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/extraction/csv/guess_dialect.hpp"
#include "core/extraction/model/extraction_limits.hpp"
#include "core/extraction/model/record_sink.hpp"
#include "core/rdf/model/reader.hpp"

namespace laundromat {

/// How a table is written, as far as it is known; the rest is found out from its first lines.
struct csv_options {
  known_dialect dialect;
  std::optional<bool> has_header;
  /// Of the fields, instead of those of a header. Fields behind them are named by their place; rows with fewer fields are short.
  std::vector<std::string> names;
  /// That are asked for: where it must be guessed whether there is a header, a first row with all of them is one.
  std::vector<std::string> sought_names = {};
  std::optional<std::size_t> skip_rows;  ///< rows before the header, which are no records
  bool keeps_empty = false;              ///< a field that is empty is an empty text; else it is null
  extraction_limits limits = {};
  wash_profile profile = wash_profile::standard;
};

/// The dialect that was used, once the first rows are read.
struct csv_findings {
  csv_dialect dialect;
  bool has_header = false;
  std::vector<std::string> names;
};

/// Reads a table. Each row is a record, a map of texts. Skipped are rows with other fields than the table (`row_width`, `short_row`), those that a lost
/// quote may have cut or joined (`lost_quote`, `doubtful_rows`), and those beyond the limits (`statement_too_long`). Where it was guessed that
/// quotes are text, a row is skipped when a field begins or ends with a quote and has an odd number of them, except behind a digit (inches); quotes
/// around a whole field are left out. Without a record, and without a skip, `no_records` is noted.
///
/// What is guessed, and may be wrong, is noted: that there is no header, that years are names (`odd_field_name`), that quotes are text
/// (`lost_quote`). A first line `sep=;` states the delimiter (`title_rows`). The header again, as where tables were joined, is no record
/// (`repeated_header`), also in another case or with white space. When most rows of the sample have another number of fields than the header, that one
/// is in doubt, and rows that fit it are skipped, too (`row_width`). Rows without any text are left out, unless `keeps_empty`, and noted once
/// (`empty_fields`); rows behind one that have a text in the first field only are notes (`title_rows`). So is the first blank line within the table (`title_rows`), unless one is behind the first row.
///
/// A field without a name is called `field_2` by its place, from 1 on, and one with a name that was before `name_2`. When the rows have more fields
/// than the header names, and these are not empty, it is not known which one has no name: then all are named by their place. `sink`, and
/// `found`, which may be null, outlive the reader.
[[nodiscard]] std::unique_ptr<reader> make_csv_extractor(csv_options options, record_sink& sink,
                                                         csv_findings* found = nullptr);

}  // namespace laundromat
