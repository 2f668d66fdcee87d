// The white space that N-Triples, Turtle, JSON and XML have in common.
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace laundromat {

/// LF or CR.
[[nodiscard]] constexpr bool is_line_end(char c) {
  return c == '\n' || c == '\r';
}
/// Space, tab, LF, CR: WS of RDF 1.1 Turtle (production 161s), S of XML 1.0 (production 3), ws of RFC 8259 section 2.
[[nodiscard]] constexpr bool is_white_space(char c) {
  return c == ' ' || c == '\t' || is_line_end(c);
}

}  // namespace laundromat
