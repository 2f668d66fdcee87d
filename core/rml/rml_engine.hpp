// Makes the statements of all documents of an RML mapping: for the suites of RML; the program reads documents by `rml_reader`.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rml/rml_document_reader.hpp"
#include "core/rml/rml_files.hpp"

namespace laundromat {

/// Reads each document once, those of parents of joins before those of their children. Messages of defects begin with the path of their
/// document; spans are not passed on. Memory: a record of each source of a document, and the joins.
/// Errors: those of `files` and `sink`, and `limit_exceeded` by joins.
[[nodiscard]] result<void> run_rml(const rml_mapping& mapping, rml_files& files,
                                   const reader_options& options, const rml_limits& limits,
                                   statement_sink& sink);

}  // namespace laundromat
