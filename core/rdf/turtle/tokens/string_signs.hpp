// Signs that the closing quote of a string is missing, from its text alone.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace laundromat::turtle {

/// Whether `c` is odd behind a closing quote. Space, a delimiter or another token is not; a letter or digit shows that the quote opens a
/// string, or that it is within one.
[[nodiscard]] bool is_odd_after_quote(char c);
/// Whether a line of a string, such as `"x .` or `"x . }`, lacks its quote rather than that it goes on in the next line.
[[nodiscard]] bool looks_complete(const char* from, const char* to);
/// Whether a line break in a string is between two statements, which the string joins because quotes are missing.
[[nodiscard]] bool joins_statements(const char* from, const char* to);
/// Whether a comment may begin between the start of a line and `to`.
[[nodiscard]] bool may_be_comment(const char* line, const char* to);
/// Whether a delimiter of statements or predicates is alone, or right before an IRI, as it hardly is in a text.
[[nodiscard]] bool has_separator(const char* from, const char* to);
/// The next quote that is not escaped, or `to`.
[[nodiscard]] const char* find_quote(const char* from, const char* to, char quote);
/// How many quotes are not escaped.
[[nodiscard]] std::ptrdiff_t count_quotes(const char* from, const char* to, char quote);

}  // namespace laundromat::turtle
