// The reader of Turtle and TriG.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/rdf/model/reader.hpp"

namespace laundromat {

/// Reads Turtle or TriG in a single pass. A statement is written when the token behind its object proves that it is whole; those within
/// brackets when the outermost bracket is closed, or, from 1 MiB of them on, as they come. Generated labels of blank nodes begin with
/// `~` and a digit, which no label of a document does. Graphs with a name are read in Turtle, too, where the profile repairs.
/// Where a brace is lost in TriG, statements wait until it is certain that no graph is around them, at most `limits.statement_bytes`.
/// Memory: a term of at most `limits.term_bytes` twice, `limits.nesting` subjects and predicates, the prefixes up to `limits.term_bytes`.
/// Source: RDF 1.1 Turtle, RDF 1.1 TriG.
[[nodiscard]] std::unique_ptr<reader> make_turtle_reader(rdf_format format, reader_options options,
                                                         statement_sink& sink);

}  // namespace laundromat
