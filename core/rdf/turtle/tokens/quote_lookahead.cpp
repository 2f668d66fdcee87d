// Implements the look-ahead at quotes: examines what precedes and follows each.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/tokens/quote_lookahead.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "core/rdf/turtle/tokens/gap.hpp"
#include "core/rdf/turtle/tokens/lexer_limits.hpp"
#include "core/rdf/turtle/tokens/scan.hpp"
#include "core/rdf/turtle/tokens/string_signs.hpp"
#include "core/rdf/turtle/tokens/turtle_characters.hpp"

namespace laundromat::turtle {

namespace {

constexpr std::ptrdiff_t word_lookahead_bytes = 2048;
/// A text hardly contains so many strings in a row.
constexpr int certain_pairs = 8;

const char* skip_gap_back(const char* at, const char* from) {
  while (at > from && has_class(at[-1], is_gap)) --at;
  return at;
}

/// Whether what ends at `to` is an IRI or a name, perhaps a damaged one, and no tag of HTML or word of a text.
bool is_predicate_before(const char* to, const char* from) {
  if (to - from > word_lookahead_bytes) from = to - word_lookahead_bytes;
  const auto* at = to;
  while (at > from && !has_class(at[-1], is_gap) &&
         std::string_view("\"';,[](){}").find(at[-1]) == std::string_view::npos)
    --at;
  std::string_view word(at, static_cast<std::size_t>(to - at));
  if (word.starts_with("</") || word.empty()) return false;
  if (word.starts_with('<') && word.ends_with('>')) return word.size() > 2;
  const auto colon = word.find(':');
  const bool is_iri = word.starts_with('<') || word.ends_with('>');
  return colon < word.size() - 1 && (is_iri || word.find("//") == std::string_view::npos);
}

/// Before the tag of a string, or before a number behind a predicate, that ends at `to`; `to` where neither does.
const char* skip_value_back(const char* to, const char* from) {
  const auto* at = to;
  while (at > from && to - at < word_lookahead_bytes && has_class(at[-1], is_name)) --at;
  if (at == to || at == from) return to;
  if (at[-1] == '@') return at - 1 > from && (at[-2] == '"' || at[-2] == '\'') ? at - 1 : to;
  const bool is_number = std::all_of(at, to, [](char c) { return has_class(c, is_digit_bit); });
  const auto* const before = skip_gap_back(at, from);
  return is_number && before != at && is_predicate_before(before, from) ? before : to;
}

/// Whether quotes come in pairs but for those within words, as they mostly do in a text.
bool has_paired_quotes(const char* from, const char* to, char quote) {
  std::size_t count = 0;
  for (; from < to; ++from) {
    if (*from == '\\')
      ++from;
    else if (*from == quote && !(has_class(from[-1], is_letter) && has_class(from[1], is_letter)))
      ++count;
  }
  return count % 2 == 0;
}

}  // namespace

decision quote_lookahead::is_line_balanced(const char* at, bool is_plain_end) const {
  const auto* limit = end() - at > line_lookahead_bytes ? at + line_lookahead_bytes : end();
  const auto* line_end = find_line_end(at, limit);
  if (text_->is_cut(line_end)) return decision::undecided;
  if (line_end == limit && limit < end()) return is_plain_end ? decision::yes : decision::no;
  return count_quotes(at, line_end, '"') % 2 == 0 ? decision::yes : decision::no;
}

decision quote_lookahead::fits_after(const char* at) const {
  // Behind a space a quote rather opens a string.
  const bool is_plain_end = at - 2 >= text_->begin() && !has_class(at[-2], is_gap);
  if (at < end() && *at == '@') {
    do ++at;
    while (has_class(*at, is_name));
  } else if (at < end() && *at == '^') {
    while (at < end() && !has_class(*at, is_gap) && *at != ';' && *at != ',' && *at != ']' && *at != ')')
      ++at;
    if (at > text_->begin() && at[-1] == '.') --at;
  }
  const auto after = skip_gap(*text_, at, false, false);
  if (after.end - at > broken_string_bytes) return decision::no;
  if (text_->is_cut(after.end)) return decision::undecided;
  if (after.end == end()) return decision::yes;
  if (*after.end == '.') {
    if (text_->is_cut(after.end + 1)) return decision::undecided;
    if (after.end + 1 < end() && !has_class(after.end[1], is_gap) && after.end[1] != '}' &&
        after.end[1] != '#')
      return decision::no;
  } else if (!is_delimiter(*after.end)) {
    return decision::no;
  }
  return is_line_balanced(after.end + 1, is_plain_end);
}

decision quote_lookahead::may_go_on(const char* at, bool is_in_list) const {
  const auto* const to = skip_gap(*text_, at, false, false).end;
  if (to - at > broken_string_bytes) return decision::yes;
  if (text_->is_cut(to + 1)) return decision::undecided;
  if (to >= end() || is_delimiter(*to) || std::string_view(".@^~").find(*to) != std::string_view::npos)
    return decision::yes;
  const std::string_view pair(to, 2);
  if (pair == "{|" || pair == "|}" || pair == ">>") return decision::yes;
  return is_in_list ? begins_item(to, to != at) : decision::no;
}

/// Whether a term that is no word of a text begins at `at`; quotes begin one only behind a gap.
decision quote_lookahead::begins_item(const char* at, bool has_gap) const {
  if (*at == '[' || *at == '(') return decision::yes;
  if (*at == '"' || *at == '\'') return has_gap ? decision::yes : decision::no;
  const auto* const limit = end() - at > name_lookahead_bytes ? at + name_lookahead_bytes : end();
  const auto* const to = std::find_if(at, limit, [](char c) { return has_class(c, is_gap | ends_plainly); });
  if (*at == '<') {
    const auto* const iri_end =
        std::find_if(at + 1, limit, [](char c) { return c == '>' || has_class(c, is_gap); });
    if (text_->is_cut(iri_end)) return decision::undecided;
    return (at[1] == '<' || (iri_end < limit && *iri_end == '>')) ? decision::yes : decision::no;
  }
  if (text_->is_cut(to)) return decision::undecided;
  const std::string_view word(at, static_cast<std::size_t>(to - at));
  const bool is_number = has_class(*at, is_digit_bit) || *at == '+' || *at == '-';
  const bool is_item = is_number || word == "true" || word == "false" || word.find(':') != word.npos;
  return is_item ? decision::yes : decision::no;
}

bool quote_lookahead::may_open_string(const char* at, const char* from) {
  const auto* to = skip_gap_back(at, from);
  if (to == at) return to > from && to[-1] == '>' && is_predicate_before(to, from);
  if (to > from && to[-1] == ';') return true;
  if (to > from && to[-1] == ',') {
    to = skip_value_back(skip_gap_back(to - 1, from), from);
    return to == from || std::string_view("\"'>])").find(to[-1]) != std::string_view::npos ||
           is_predicate_before(to, from);
  }
  while (to > from && to[-1] == '(') to = skip_gap_back(to - 1, from);
  return to > from && is_predicate_before(to, from);
}

/// Whether a delimiter follows quotes that end at `at`, or the next line begins with a term: then it may only be missing.
quote_lookahead::closing quote_lookahead::closes_string(const char* at, const char* limit) const {
  if (*at == '@') {
    do ++at;
    while (has_class(*at, is_name));
  } else if (*at == '^') {
    const bool is_iri = at[1] == '^' && at[2] == '<';
    while (at < limit && !has_class(*at, is_gap) &&
           (is_iri ? at[-1] != '>' : !has_class(*at, ends_plainly) || *at == '^'))
      ++at;
    if (!is_iri && at[-1] == '.') --at;
  }
  const auto after = skip_gap(*text_, at, false, false);
  if (text_->is_cut(after.end + 1) && (after.end < limit || limit == end())) return closing::unknown;
  if (after.end >= limit || is_delimiter(*after.end)) return closing::certain;
  switch (*after.end) {
    case '.':
      return has_class(after.end[1], is_name) || after.end[1] == '.' ? closing::none : closing::certain;
    case '<':
      return after.end != at && after.end[1] != '/' ? closing::likely : closing::none;
    case '@':
      return after.line != nullptr ? closing::likely : closing::none;
    default:
      break;
  }
  const auto* to = after.end;
  while (to < limit && has_class(*to, is_name)) ++to;
  if (text_->is_cut(to + 1)) return closing::unknown;
  return after.end != at && *to == ':' && has_class(to[1], is_name) ? closing::likely : closing::none;
}

long_text quote_lookahead::find_text(const char* from, char quote) {
  const auto begin = text_->offset_of(from);
  if (clear_.quote == quote && begin >= clear_.begin && begin < clear_.end) return {};
  const auto* const limit = end() - from > text_lookahead_bytes ? from + text_lookahead_bytes : end();
  const char quotes[] = {quote, quote, quote};
  long_text found;
  const char* opened = nullptr;
  const char* certain = limit;  // there the text has ended
  const auto* at = from;
  for (int pairs = 0; pairs < certain_pairs;) {
    at = std::search(at, limit, std::begin(quotes), std::end(quotes));
    const auto* const after = std::find_if(at, limit, [&](char c) { return c != quote; });
    const auto* const gap_end = std::min(skip_gap(*text_, after, false, false).end, limit);
    if (text_->is_cut(gap_end + name_lookahead_bytes)) return {decision::undecided, nullptr, false};
    if (at == limit) break;
    const auto closes = closes_string(after, limit);
    if (closes == closing::unknown) return {decision::undecided, nullptr, false};
    if (opened != nullptr && at[-1] == '\\') {
    } else if (opened != nullptr && closes != closing::none && has_paired_quotes(opened, at, quote)) {
      opened = nullptr;
      ++pairs;
    } else if (may_open_string(at, from)) {
      opened = after - at < 6 ? after : nullptr;
      certain = std::min(certain, at);
    } else {
      found = {decision::yes, after, closes == closing::certain};
      opened = nullptr;
      certain = limit;
      pairs = 0;
    }
    at = after;
  }
  if (found.is_text == decision::no) {
    const bool is_all = at == end() && text_->is_closed();
    clear_ = {begin, is_all ? ~0ull : begin + static_cast<std::uint64_t>(at - from) / 2, quote};
  } else if (!found.is_certain) {
    const auto line_end =
        std::find_if(std::reverse_iterator(certain), std::reverse_iterator(found.end), is_line_end);
    const bool is_last = certain == end() || line_end.base() == found.end;
    found.end = is_last ? certain : line_end.base() - 1;
  }
  return found;
}

}  // namespace laundromat::turtle
