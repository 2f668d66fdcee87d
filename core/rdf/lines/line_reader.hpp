// The reader of N-Triples and N-Quads: each line is kept or skipped as a whole.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

#include "core/rdf/lines/clean_lines.hpp"
#include "core/rdf/model/reader.hpp"

namespace laundromat {

/// Makes a reader of Turtle or TriG, for documents that turn out to be Turtle.
using turtle_factory = std::function<std::unique_ptr<reader>(reader_options, statement_sink&)>;

/// Lines end with LF, CRLF or a lone CR. A clean line is a span of kind `statement` with its end; a skipped line is in
/// quarantine without its end; comments are syntax. A defect that skips covers the line; its message has the position in the line.
///
/// A literal that is open at the end of its line is continued on the next lines, when it closes within `limits.literal_lines` of them, none
/// of which begins like a statement, and what follows it is well-formed; else only its first line is skipped. From a line that
/// is a directive of Turtle on, the rest of the document is read by `make_turtle`, if it is not empty, and no named graph was read before.
///
/// Memory: one line, or several joined ones, of at most `limits.line_bytes`; a longer one is skipped without buffering.
/// `options.threads` above 1 reads large documents on that many threads, with the same result.
/// Source: RDF 1.1 N-Triples section 7, N-Quads section 4.
[[nodiscard]] std::unique_ptr<reader> make_line_reader(rdf_format format, reader_options options,
                                                       statement_sink& sink, turtle_factory make_turtle = {},
                                                       line_kernel kernel = best_line_kernel());

}  // namespace laundromat
