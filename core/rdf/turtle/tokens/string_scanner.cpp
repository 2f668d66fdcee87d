// Implements the scanner of strings: finds where they end, also when something in them should have been escaped, or the closing quote is missing.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/tokens/string_scanner.hpp"

#include <algorithm>
#include <string_view>

#include "core/rdf/turtle/tokens/gap.hpp"
#include "core/rdf/turtle/tokens/lexer_limits.hpp"
#include "core/rdf/turtle/tokens/scan.hpp"
#include "core/rdf/turtle/tokens/stray.hpp"
#include "core/rdf/turtle/tokens/string_signs.hpp"
#include "core/rdf/turtle/tokens/turtle_characters.hpp"

namespace laundromat::turtle {

token string_scanner::scan(const char* at) {
  const char quote = *at;
  if (text_->is_cut(at + 1) || (at[1] == quote && text_->is_cut(at + 2)))
    return seen_.wait(*text_, at, at, 0);
  if (at[1] != quote) return scan_short(at);
  if (at[2] == quote) return scan_long(at);
  return close_short_string({token_kind::string, 0, at, at + 2, at + 1});
}

token string_scanner::scan_short(const char* at) {
  token found{token_kind::string, 0, at, at, at + 1};
  const auto limit_bytes = term_bytes_;
  const auto* limit = static_cast<std::uint64_t>(end() - at) > limit_bytes ? at + limit_bytes : end();
  const auto* to = seen_.resume(*text_, at, at + 1, found.flags);
  for (;;) {
    to = find_string_stop(to, limit, *at);
    if (found.has(has_breaks) && to - at > broken_string_bytes) return break_string(at);
    if (to >= limit && limit < end())
      return found.has(has_breaks) ? break_string(at) : begin_dropping(at, limit, false);
    if (to >= limit) return text_->is_cut(to) ? seen_.wait(*text_, at, limit, found.flags) : break_string(at);
    if (*to == *at) break;
    if (*to == '\\') {
      if (text_->is_cut(to + 1)) return seen_.wait(*text_, at, to, found.flags);
      found.flags |= has_escapes;
      to += is_line_end(to[1]) ? 1 : 2;
      continue;
    }
    if (is_line_end(*to)) {
      if (!found.has(has_breaks) && looks_complete(at + 1, to)) return break_string(at);
      found.flags |= has_breaks;
    } else if (*to != '\t') {
      found.flags |= has_controls;
    }
    ++to;
  }
  found.end = to + 1;
  return close_short_string(found);
}

token string_scanner::close_short_string(token found) {
  const bool has_quote_behind = *found.end == *found.begin && found.end - found.begin > 2;
  if (!found.has(has_breaks) && has_class(*found.end, ends_name) && !has_quote_behind) return found;
  const auto wait_at_quote = [&] { return seen_.wait(*text_, found.begin, found.end - 1, found.flags); };
  if (text_->is_cut(found.end)) return wait_at_quote();
  if (found.has(has_breaks)) {
    if (joins_statements(found.inner, found.end - 1)) return find_lone_quote(found);
    const auto fits = quotes_.fits_after(found.end);
    if (fits == decision::undecided) return wait_at_quote();
    return fits == decision::yes ? found : break_string(found.begin);
  }
  if (has_quote_behind) {
    if (text_->is_cut(found.end + 1)) return wait_at_quote();
    const bool opens_long =
        found.end[1] == *found.begin && found.end + 1 < end() && has_class(found.end[-2], is_gap);
    return opens_long ? token{token_kind::broken, 0, found.begin, found.end - 1, found.begin} : found;
  }
  if (found.end == end() || !is_odd_after_quote(*found.end)) return found;
  if (is_in_list_) {
    const auto goes_on = quotes_.may_go_on(found.end, true);
    if (goes_on == decision::undecided) return wait_at_quote();
    if (goes_on == decision::yes) return found;
  }
  found = find_late_quote(found);
  return found.kind == token_kind::string && !found.has(has_quotes) ? break_before_quote(found) : found;
}

/// A string whose lines look like statements goes on to the quote of a line that ends a string, but can begin none. Where each of the next
/// lines with quotes may begin one, it has no end.
token string_scanner::find_lone_quote(token found) {
  const auto* const limit = end() - found.begin > lone_quote_bytes ? found.begin + lone_quote_bytes : end();
  const auto* line_end = find_line_end(found.inner, limit);
  for (int lines = 0; lines < lone_quote_lines && line_end < limit;) {
    const auto* const line = line_end + 1;
    line_end = find_line_end(line, limit);
    if (text_->is_cut(line_end)) return seen_.wait(*text_, found.begin, found.end - 1, found.flags);
    const auto* const at = find_quote(line, line_end, *found.begin);
    if (at == line_end || may_be_comment(line, at)) continue;
    ++lines;
    const auto fits = quotes_.fits_after(at + 1);
    if (fits == decision::undecided) return seen_.wait(*text_, found.begin, found.end - 1, found.flags);
    const bool is_first = std::all_of(line, at, [](char c) { return has_class(c, is_gap); });
    if (fits == decision::yes && (is_first || !quote_lookahead::may_open_string(at, found.inner)))
      return {token_kind::broken, 0, found.begin, at + 1, found.begin};
  }
  return break_string(found.begin);
}

/// Of `"a ; :p "b" ;` the part before the quote that opens a string rather than closes one.
token string_scanner::break_before_quote(token found) {
  if (found.end - 2 < found.inner || !has_class(found.end[-2], is_gap)) return found;
  const auto* limit = end() - found.end > line_lookahead_bytes ? found.end + line_lookahead_bytes : end();
  const auto* line_end = find_line_end(found.end, limit);
  const auto* to = find_quote(found.end, line_end, *found.begin);
  if (text_->is_cut(to) || text_->is_cut(to + 1))
    return seen_.wait(*text_, found.begin, found.end - 1, found.flags);
  if (to == line_end || has_class(to[-1], is_gap) || to + 1 >= end() || !has_class(to[1], ends_name))
    return found;
  return {token_kind::broken, 0, found.begin, found.end - 1, found.begin};
}

/// Of `"a "b" c"`: the whole, when the quotes of the line come in pairs and one of them ends a literal.
token string_scanner::find_late_quote(token found) {
  const auto at = text_->offset_of(found.begin);
  if (at > plain_.begin && at < plain_.end) return found;
  const char quote = *found.begin;
  const auto* limit = end() - found.begin > line_lookahead_bytes ? found.begin + line_lookahead_bytes : end();
  const auto* line_end = find_line_end(found.end, limit);
  if (text_->is_cut(line_end)) return seen_.wait(*text_, found.begin, found.end - 1, found.flags);
  const auto decline = [&] {
    plain_ = {at, text_->offset_of(line_end)};
    return found;
  };
  if (is_cut_short(line_end, limit) || count_quotes(found.begin, line_end, quote) % 2 != 0) return decline();
  for (const auto* to = find_quote(found.end, line_end, quote); to < line_end;
       to = find_quote(to + 1, line_end, quote)) {
    if (text_->is_cut(to + 1)) return seen_.wait(*text_, found.begin, found.end - 1, found.flags);
    const auto fits = quotes_.fits_after(to + 1);
    if (fits == decision::undecided) return seen_.wait(*text_, found.begin, found.end - 1, found.flags);
    if (has_separator(found.end, to)) return decline();
    if (fits == decision::no) continue;
    found.end = to + 1;
    found.flags |= has_quotes | has_escapes;
    return found;
  }
  return decline();
}

token string_scanner::scan_long(const char* at) {
  const char quote = *at;
  token found{token_kind::string, is_long, at, at, at + 3};
  const auto* limit = static_cast<std::uint64_t>(end() - at) > term_bytes_ + 8 ? at + term_bytes_ + 8 : end();
  const auto* to = seen_.resume(*text_, at, at + 3, found.flags);
  for (;;) {
    to = find_string_stop(to, limit, quote);
    if (to >= limit && limit < end()) return begin_dropping(at, limit, true);
    if (to >= limit && text_->is_cut(to)) return seen_.wait(*text_, at, limit, found.flags);
    if (to >= limit) return break_long_string(found, limit);
    if (*to == quote) {
      if (text_->is_cut(to + 1) || (to[1] == quote && text_->is_cut(to + 2)))
        return seen_.wait(*text_, at, to, found.flags);
      if (to[1] == quote && to[2] == quote) break;
    } else if (*to == '\\') {
      if (text_->is_cut(to + 1)) return seen_.wait(*text_, at, to, found.flags);
      found.flags |= has_escapes;
      ++to;
    } else if (!is_line_end(*to) && *to != '\t') {
      found.flags |= has_controls;
    }
    ++to;
  }
  found.end = to + 3;
  if (text_->is_cut(found.end)) return seen_.wait(*text_, at, to, found.flags);
  return close_long_string(found);
}

/// Quotes in the place of an object, with no delimiter behind them, open a string rather than close one: then the string that is being
/// read has no end, unless it contains its own quotes.
token string_scanner::close_long_string(token found) {
  const auto* const last = found.end - 4;
  if (find_line_end(found.inner, last + 1) > last || !quote_lookahead::may_open_string(last + 1, found.inner))
    return found;
  const auto goes_on = quotes_.may_go_on(found.end, is_in_list_);
  if (goes_on == decision::undecided) return seen_.wait(*text_, found.begin, found.end - 3, found.flags);
  if (goes_on == decision::yes) return found;
  const auto seen = quotes_.find_text(found.inner, *found.begin);
  if (seen.is_text == decision::undecided) return seen_.wait(*text_, found.begin, found.end - 3, found.flags);
  return seen.is_text == decision::yes ? found : break_long_string(found, last);
}

/// Two quotes with a delimiter behind them end a string whose third quote is missing, unless they are in the place of an object: then
/// they are an empty string, and this one has ended before. The end of a string that goes on to the end of the document is unknown.
token string_scanner::break_long_string(token found, const char* to) {
  const char quote = *found.begin;
  const auto* const limit = to - found.begin > text_lookahead_bytes ? found.begin + text_lookahead_bytes : to;
  for (const auto* at = find_quote(found.inner, limit, quote); at < limit;
       at = find_quote(at, limit, quote)) {
    const auto* const after = std::find_if(at, limit, [&](char c) { return c != quote; });
    if (after - at == 2) {
      if (quote_lookahead::may_open_string(at, found.inner)) break;
      const auto fits = quotes_.fits_after(after);
      if (fits == decision::undecided) return seen_.wait(*text_, found.begin, found.begin + 3, found.flags);
      if (fits == decision::yes) return {token_kind::broken, 0, found.begin, after, found.begin};
    }
    at = after;
  }
  return to == end() ? token{token_kind::broken, 0, found.begin, to, found.begin} : break_string(found.begin);
}

token string_scanner::break_string(const char* at) const {
  return broken_up_to(at, find_line_end(at, end()));
}

token string_scanner::begin_dropping(const char* at, const char* limit, bool is_long_string) {
  dropped_ = {true, is_long_string, *at, text_->offset_of(at), text_->offset_of(limit)};
  return scan_dropped(limit);
}

token string_scanner::scan_dropped(const char* at) {
  const auto stop = [&](token_kind kind, const char* to) {
    dropped_.is_open = false;
    return token{kind, is_too_long, to, to, to};
  };
  const auto wait_at = [&](const char* to) {
    dropped_.scanned_to = text_->offset_of(to);
    return token{token_kind::need_more, 0, to, to, to};
  };
  for (;; ++at) {
    at = find_string_stop(at, end(), dropped_.quote);
    if (at >= end()) return text_->is_cut(at) ? wait_at(end()) : stop(token_kind::broken, end());
    if (*at == '\\') {
      if (text_->is_cut(at + 1)) return wait_at(at);
      if (at + 1 < end() && !is_line_end(at[1])) ++at;
    } else if (*at == dropped_.quote) {
      if (!dropped_.is_long) return stop(token_kind::string, at + 1);
      if (text_->is_cut(at + 1) || (at[1] == dropped_.quote && text_->is_cut(at + 2))) return wait_at(at);
      if (at[1] == dropped_.quote && at[2] == dropped_.quote) return stop(token_kind::string, at + 3);
    } else if (is_line_end(*at) && !dropped_.is_long) {
      return stop(token_kind::broken, at);
    }
  }
}

token string_scanner::scan_quoted(const char* at) {
  const std::ptrdiff_t width = *at == '`' ? 1 : static_cast<unsigned char>(*at) >= 0xE0 ? 3 : 2;
  const auto* limit = end() - at > line_lookahead_bytes ? at + line_lookahead_bytes : end();
  const auto* line_end = find_line_end(at, limit);
  if (text_->is_cut(line_end)) return seen_.wait(*text_, at, at, 0);
  for (const auto* to = at + width; to < line_end; ++to) {
    const bool closes = width == 1   ? *to == '`'
                        : width == 2 ? *to == '\xC2' && (to[1] == '\xAB' || to[1] == '\xBB')
                                     : *to == '\xE2' && to[1] == '\x80' && (to[2] & '\xF8') == '\x98';
    if (!closes && *to != '"') continue;
    const auto* after = to + (closes ? width : 1);
    const auto fits = quotes_.fits_after(after);
    if (fits == decision::undecided) return seen_.wait(*text_, at, at, 0);
    if (fits == decision::yes) return {token_kind::quoted, 0, at, after, at + width};
    if (is_cut_short(line_end, limit)) return {token_kind::broken, 0, at, after, at};
  }
  return is_cut_short(line_end, limit) ? scan_stray(*text_, at, at + width) : broken_up_to(at, line_end);
}

}  // namespace laundromat::turtle
