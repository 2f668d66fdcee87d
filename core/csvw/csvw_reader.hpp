// Reads a CSV document with its metadata as statements, so that it is washed like any other.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "core/csvw/group_statements.hpp"
#include "core/csvw/metadata.hpp"
#include "core/csvw/row_statements.hpp"
#include "core/rdf/model/reader.hpp"

namespace laundromat {

/// The metadata of a document: what `csvw::find_metadata` or `csvw::read_metadata` returned.
struct csvw_options {
  csvw::table_group group;
  std::size_t table = 0;  ///< the number of the document in the group, as `csvw::find_table` finds it
  csvw::rdf_mode mode = csvw::rdf_mode::minimal;
  std::string media_type = {};                     ///< of the document, with its parameters; empty: not known
  std::optional<csvw::conversion_time> time = {};  ///< without value: no provenance is written
};

/// Reads the table, UTF-8: the caller decodes it, by `encoding` of the dialect or by what it knows better. A row is a span of the kind `statement`, header and comments are `syntax`, and rows that are
/// skipped `quarantine` (`row_width`, `short_row`, `lost_quote`, `doubtful_rows`). A cell that does not fit its column is noted, and its value is
/// a text (`ill_typed_field`, `missing_field`), as is a primary key that another row has. A title that is not as the metadata
/// say is noted as `schema_drift`. Foreign keys are not checked. A table with `suppressOutput` has no statements. Memory: a row, and the primary keys, see
/// `primary_key_check`.
[[nodiscard]] std::unique_ptr<reader> make_csvw_reader(csvw_options options, reader_options terms,
                                                       statement_sink& sink);

}  // namespace laundromat
