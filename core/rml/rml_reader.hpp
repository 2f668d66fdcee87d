// Reads a document as the statements that an RML mapping makes of it, so that it is washed like any other.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>

#include "core/rml/rml_document.hpp"

namespace laundromat {

/// A reader of the document `path` of a mapping; an empty path is that of the only document of the mapping. Triples maps of other documents make
/// nothing. Each record is a span of statements; statements of a join with records that follow come at the end.
/// Memory: a record, and the joins. Errors of `push` and `finish`: those of the sink, and `limit_exceeded` by joins.
/// Errors: `configuration`, when the mapping has no such document, or several and no path is given, or joins it with another one.
[[nodiscard]] result<std::unique_ptr<reader>> make_rml_reader(std::shared_ptr<const rml_mapping> mapping,
                                                              std::string_view path, reader_options options,
                                                              const rml_limits& limits, statement_sink& sink);

}  // namespace laundromat
