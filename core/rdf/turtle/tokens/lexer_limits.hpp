// How far the lexer looks for an explanation of what is odd.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace laundromat::turtle {

/// No name is longer; what goes on is taken apart.
inline constexpr std::ptrdiff_t name_limit_bytes = std::ptrdiff_t{1} << 16;
/// How far behind the end of a name is looked to see whether it goes on.
inline constexpr std::ptrdiff_t name_lookahead_bytes = 512;
/// How far the end of a short string with line breaks may be.
inline constexpr std::ptrdiff_t broken_string_bytes = std::ptrdiff_t{1} << 16;
/// How far, and in how many lines with quotes, the end of a short string is looked for whose lines look like statements.
inline constexpr std::ptrdiff_t lone_quote_bytes = std::ptrdiff_t{1} << 14;
inline constexpr int lone_quote_lines = 8;
/// How much of a line is looked at to see whether its quotes come in pairs.
inline constexpr std::ptrdiff_t line_lookahead_bytes = 4096;
/// How far the next delimiter may be when separators are missing.
inline constexpr std::ptrdiff_t separator_lookahead_bytes = std::ptrdiff_t{1} << 16;
/// How far the three quotes may be that end a string which seemed to end before.
inline constexpr std::ptrdiff_t text_lookahead_bytes = std::ptrdiff_t{1} << 18;
/// How far behind the end of any token is looked at most.
inline constexpr std::ptrdiff_t token_lookahead_bytes = std::ptrdiff_t{1} << 17;

}  // namespace laundromat::turtle
