// Implements gaps: skips space and comments.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/tokens/gap.hpp"

#include <string_view>

#include "core/rdf/model/utf8.hpp"
#include "core/rdf/turtle/tokens/scan.hpp"

namespace laundromat::turtle {

namespace {

std::string_view gap_rest(const char* at, const char* end) {
  return {at, static_cast<std::size_t>(end - at)};
}

}  // namespace

gap skip_gap(const text_window& text, const char* at, bool in_comment, bool is_odd_reported) {
  gap found;
  const char* const stop = text.end();
  for (;;) {
    const char c = in_comment ? '#' : *at;
    if (c == ' ' || c == '\t') {
      ++at;
    } else if (is_line_end(c)) {
      found.line = ++at;
    } else if (c == '#' && (in_comment || at < stop)) {
      const auto* comment_end = find_line_end(at, stop);
      const auto* bad = is_odd_reported ? text.find_bad(at, comment_end) : comment_end;
      found.in_comment = true;
      if (bad != comment_end) {
        found.odd = bad;
        at = bad + next_utf8(gap_rest(bad, comment_end)).length;
        break;
      }
      at = comment_end;
      if (at == stop) break;
      in_comment = found.in_comment = false;
    } else if (c == '\xEF' && gap_rest(at, stop).starts_with("\xEF\xBB\xBF")) {
      found.odd = at;
      at += 3;
      if (is_odd_reported) break;
    } else {
      break;
    }
  }
  found.end = at;
  return found;
}

bool has_blank_line(std::string_view between) {
  bool is_blank = false;
  for (std::size_t i = 0; i < between.size(); ++i) {
    const bool is_crlf = between[i] == '\r' && i + 1 < between.size() && between[i + 1] == '\n';
    if (is_line_end(between[i]) && !is_crlf) {
      if (is_blank) return true;
      is_blank = true;
    } else if (!has_class(between[i], is_gap)) {
      is_blank = false;
    }
  }
  return false;
}

}  // namespace laundromat::turtle
