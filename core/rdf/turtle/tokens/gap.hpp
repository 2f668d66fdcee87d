// Space and comments between tokens.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rdf/turtle/tokens/text_window.hpp"
#include "core/rdf/turtle/tokens/turtle_characters.hpp"

namespace laundromat::turtle {

/// The first byte behind space and comments.
struct gap {
  const char* end = nullptr;
  const char* line = nullptr;  ///< the start of the line of `end`, null when no line ends in the gap
  /// A byte order mark, or a part of a comment that is not UTF-8, which ends at `end`; else null.
  const char* odd = nullptr;
  bool in_comment = false;  ///< the text ends in a comment that may go on
};

/// Skips space and comments from `at`, within a comment if `in_comment`. Stops behind what is odd when `is_odd_reported`; then it must be
/// called again.
[[nodiscard]] gap skip_gap(const text_window& text, const char* at, bool in_comment, bool is_odd_reported);

/// Whether a line between two line ends has nothing on it but space; a comment is something.
[[nodiscard]] bool has_blank_line(std::string_view between);

/// The first byte behind spaces and line ends. `line` is set to the start of its line when a line ended.
[[nodiscard]] inline const char* skip_space(const char* at, const char*& line) {
  for (; has_class(*at, is_gap); ++at)
    if (*at == '\n' || *at == '\r') line = at + 1;
  return at;
}

}  // namespace laundromat::turtle
