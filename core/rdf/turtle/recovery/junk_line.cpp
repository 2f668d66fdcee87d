// Recognises lines that are no Turtle: marks of a merge, comments of other languages, and rules of one repeated character.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/recovery/junk_line.hpp"

#include "core/rdf/turtle/tokens/turtle_characters.hpp"

namespace laundromat::turtle {

namespace {

constexpr std::size_t conflict_bytes = 7;
constexpr std::size_t least_rule = 3;

bool is_run(std::string_view text, std::string_view characters) {
  return !text.empty() && characters.find(text.front()) != text.npos &&
         text.find_first_not_of(text.front()) == text.npos;
}

/// What git puts around both versions of a span.
bool is_conflict_mark(std::string_view line) {
  return line.size() >= conflict_bytes && is_run(line.substr(0, conflict_bytes), "<=>|") &&
         (line.size() == conflict_bytes || line[conflict_bytes] == ' ');
}

/// Of C++ or SQL. A brace within it may be meant, and three quotes may end a string.
bool is_foreign_comment(std::string_view line) {
  if (!line.starts_with("//") && !line.starts_with("--")) return false;
  const auto text = line.find_first_not_of(line.front());
  if (text == line.npos) return true;
  return has_class(line[text], is_gap) && line.find_first_of("{}") == line.npos &&
         line.find("\"\"\"") == line.npos && line.find("'''") == line.npos;
}

}  // namespace

std::size_t junk_length(std::string_view line) {
  while (!line.empty() && has_class(line.back(), is_gap)) line.remove_suffix(1);
  constexpr std::string_view comment_end = "-->";
  if (line.starts_with("<!--")) {
    const auto end = line.find(comment_end);
    return end == line.npos ? line.size() : end + comment_end.size();
  }
  const bool is_comment_mark = line.size() > 1 && line.find_first_not_of("*/") == line.npos;
  const bool is_rule = line.size() >= least_rule && is_run(line, "=-*~");
  const bool is_junk = is_comment_mark || is_rule || is_conflict_mark(line) || line.starts_with("```") ||
                       line.ends_with(comment_end) || is_foreign_comment(line);
  return is_junk ? line.size() : 0;
}

}  // namespace laundromat::turtle
