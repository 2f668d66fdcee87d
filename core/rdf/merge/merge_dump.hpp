// A graph that is kept up to date by the dumps of its provider.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rdf/delta/delta.hpp"
#include "core/rdf/merge/absent_subjects.hpp"
#include "core/rdf/merge/merged_lines.hpp"

namespace laundromat {

struct merged_dump {
  delta_counts changes;
  bool has_checked_nodes =
      true;  ///< false: too many blank nodes, whose statements have stayed, see `detached_nodes`
};

/// The graph after a dump; both are clean documents. The dump is all that its provider says about each of its subjects: other statements about them are
/// removed, and those about absent subjects if wanted (GeoLink Harvester, "Importing"). Two dumps name the same blank node only where all statements
/// around it are equal: the statements of other nodes are removed with the last one that led to them from outside.
/// Passes each change to `take`, in byte order, and writes the new graph to `out`. Reads both twice, and once more when removed statements led to blank
/// nodes. Memory: two `line_stream`s, and `detached_nodes`. Errors: those of the ports; `syntax_error` for a document that is not clean.
[[nodiscard]] result<merged_dump> merge_dump(const document_opener& graph, const document_opener& dump,
                                             absent_subjects absent, byte_sink& out,
                                             const delta_consumer& take);

/// The openers of a graph that is not read whole for a small dump.
struct partly_read_graph {
  document_opener whole;
  document_opener
      about_subjects;  ///< only the lines about the subjects of the dump, see `make_subject_lines`
};

/// The changes by which `merge_dump` makes the new graph, without writing it; `kept` is 0. Reads only what is about the subjects of the dump, and the whole graph
/// where absent subjects are removed, or where removed statements led to blank nodes: then `start_again` is called first, after which all changes come once
/// more. Memory and errors: as `merge_dump`.
[[nodiscard]] result<merged_dump> find_changes(const partly_read_graph& graph, const document_opener& dump,
                                               absent_subjects absent, const delta_consumer& take,
                                               const std::function<result<void>()>& start_again);

}  // namespace laundromat
