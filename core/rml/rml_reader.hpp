// Reads a document as the statements that an RML mapping makes of it, so that it is washed like any other.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>

#include "core/rml/rml_document_reader.hpp"
#include "core/rml/rml_files.hpp"

namespace laundromat {

/// A reader of the document `path` of a mapping; an empty path is that of the only document of the mapping. Triples maps of other documents make
/// nothing. Each record is a span of statements; statements of a join with records that follow come at the end. The documents of parents are read
/// first, from `files`; what is wrong in one of them is a note at the begin of this document.
/// Memory: a record, and the joins. Errors of `push` and `finish`: those of the sink, `limit_exceeded` by joins, and
/// `missing_field` when a reference is in no record and nothing is made of the document.
/// Errors: `configuration`, when the mapping has no such document, or several and no path is given; joins it with another one
/// without `files`; or joins it with blank nodes of another one, which have no name there. Those of `files`.
[[nodiscard]] result<std::unique_ptr<reader>> make_rml_reader(std::shared_ptr<const rml_mapping> mapping,
                                                              std::string_view path, reader_options options,
                                                              const rml_limits& limits, statement_sink& sink,
                                                              rml_files* files = nullptr);

}  // namespace laundromat
