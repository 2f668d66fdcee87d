// Functions on the text of lines.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace laundromat {

/// The position of the first CR or LF, or `npos`. Examines at most twice as many bytes as necessary.
[[nodiscard]] std::size_t find_line_end(std::string_view text);
/// The line end at `at`: CRLF, CR, LF, or nothing.
[[nodiscard]] std::string_view line_end_at(std::string_view text, std::size_t at);
/// `@prefix`, `@base`, `PREFIX`, `BASE`: begins no line of N-Triples and N-Quads, and most Turtle.
[[nodiscard]] bool is_turtle_directive(std::string_view line);
/// What a line of N-Triples and N-Quads such as `VERSION "1.2"` says, and where it ends; 0 for any other line.
/// Source: RDF 1.2 N-Triples section 6.
struct version_line {
  std::string_view label;
  std::size_t end = 0;
};
[[nodiscard]] version_line find_version(std::string_view line);
/// Whether a line begins with a subject and the `<` of a predicate, or is a directive.
[[nodiscard]] bool begins_like_statement(std::string_view line);
/// Whether `close`, without a backslash before it, occurs in a line that begins within a literal.
[[nodiscard]] bool closes_literal(std::string_view line, std::string_view close);

}  // namespace laundromat
