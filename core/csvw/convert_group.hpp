// Reads all tables of a group, checks them, and writes what they say in RDF: for the suites of CSV on the Web; the program reads one table by `csvw_reader`.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/csvw/group_statements.hpp"
#include "core/csvw/loader.hpp"
#include "core/csvw/metadata.hpp"
#include "core/csvw/problem.hpp"
#include "core/csvw/row_statements.hpp"
#include "core/csvw/table_reader.hpp"
#include "core/rdf/model/reader.hpp"

namespace laundromat::csvw {

struct group_options {
  rdf_mode mode = rdf_mode::standard;
  bool is_validating = false;  ///< keys are checked, and columns as validators do
  bool writes_rdf = true;
  std::optional<conversion_time> time;  ///< without value: no provenance is written
  reader_options terms = {};            ///< profile and limits of terms
  table_options tables = {};
};

/// Reads the tables in order. Statements and defects of terms go to `sink`, whose spans are not used; all other problems to `problems`, with row and
/// column. Memory: a row, and the keys when validating. Errors: those of the sink.
[[nodiscard]] result<void> convert_group(const table_group& group, table_loader& loader,
                                         const group_options& options, statement_sink& sink,
                                         problem_sink& problems);

}  // namespace laundromat::csvw
