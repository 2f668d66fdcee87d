// Implements next_item_finder: compares what follows a bracket with the forms that a next item begins with.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/json/next_item_finder.hpp"

#include <algorithm>
#include <vector>

#include "core/rdf/jsonld/json/json_syntax.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat::jsonld {

namespace {

using bracket_sequel = scan_event::sequel;

constexpr std::uint64_t most_lookaheads = 16;
constexpr std::size_t widest_gap = 4096;  ///< how far ahead it is seen
constexpr std::uint64_t widest_look_behind =
    64;  ///< for a colon before a comma; as far as the text is always kept

/// Whether the innermost object that is open at the end of an item has a key, which is given with its quotes.
bool innermost_has_key(std::string_view item, std::string_view key) {
  std::vector<bool> has{false};  // for each bracket that is open
  for (std::size_t at = 0; at < item.size(); ++at) {
    const char c = item[at];
    if (c == '{' || c == '[') has.push_back(false);
    if ((c == '}' || c == ']') && has.size() > 1) has.pop_back();
    if (c != '"') continue;
    const auto begin = at++;
    while (at < item.size() && item[at] != '"') at += item[at] == '\\' ? 2 : 1;
    const auto next = item.find_first_not_of(" \t\r\n", std::min(at + 1, item.size()));
    if (next != item.npos && item[next] == ':' && item.substr(begin, at + 1 - begin) == key)
      has.back() = true;
  }
  return has.back();
}

/// What follows a bracket with a comma and then a string. `is_all`: no more of it is looked at.
bracket_sequel see_key(std::string_view ahead, bool is_all) {
  const auto end = ahead.find_first_of("\"\\\r\n", 1);
  const auto next = end == ahead.npos ? end : ahead.find_first_not_of(" \t\r\n", end + 1);
  if (next == ahead.npos) return is_all ? bracket_sequel::member : bracket_sequel::unknown;
  return ahead[end] == '"' && ahead[next] == ':' ? bracket_sequel::key : bracket_sequel::member;
}

/// What follows one or more brackets that close.
bracket_sequel see_closers(std::string_view ahead, bool is_all) {
  const auto end = ahead.find_first_not_of("]} \t\r\n");
  const auto next =
      end == ahead.npos || ahead[end] != ',' ? end : ahead.find_first_not_of(" \t\r\n", end + 1);
  if (next == ahead.npos) return is_all ? bracket_sequel::closer : bracket_sequel::unknown;
  return next != end && ahead[next] == '"' ? bracket_sequel::outer : bracket_sequel::closer;
}

}  // namespace

decision next_item_finder::begins_like_item(const scan_window& window, std::uint64_t brace) const {
  const auto ahead = window.from(brace + 1, widest_gap);
  const auto first = std::min(ahead.find_first_not_of(" \t\r\n"), ahead.size());
  const auto found = ahead.substr(first, item_key_.size());
  if (found == item_key_) return item_key_.empty() ? decision::no : decision::yes;
  const bool is_cut = item_key_.starts_with(found) && ahead.size() < widest_gap && !window.is_last;
  return is_cut ? decision::undecided : decision::no;
}

decision next_item_finder::begins_next_item(const scan_window& window, std::uint64_t item_begin,
                                            std::uint64_t comma, std::uint64_t brace) {
  const auto gap_begin = std::max(comma - std::min(comma, widest_look_behind), window.offset);
  const auto before = window.slice(gap_begin, comma);
  const auto mark = before.find_last_not_of(" \t\r\n");
  if (mark == before.npos || before[mark] == ':') return decision::no;  // it may be the value of that key
  const auto way = begins_like_item(window, brace);
  if (way != decision::no) return way;
  const auto ahead = window.from(brace + 1, widest_gap);
  const auto quote = std::min(ahead.find_first_not_of(" \t\r\n"), ahead.size());
  const auto end = quote == ahead.size() ? ahead.npos : ahead.find('"', quote + 1);
  if (end == ahead.npos)
    return window.is_last || ahead.size() == widest_gap ? decision::no : decision::undecided;
  const auto size = comma - std::min(comma, item_begin);
  if (ahead[quote] != '"' || !window.holds(item_begin) || size > reach_) return decision::no;
  scanned_bytes_ += size;
  if (scanned_bytes_ > most_lookaheads * brace + widest_gap) return decision::no;
  return innermost_has_key(window.slice(item_begin, comma), ahead.substr(quote, end + 1 - quote))
             ? decision::yes
             : decision::no;
}

scan_event::sequel next_item_finder::see_behind(const scan_window& window, std::uint64_t bracket) const {
  const auto ahead = window.from(bracket + 1, widest_gap);
  const bool is_all = ahead.size() == widest_gap || window.is_last;
  bool is_behind_comma = false;
  for (std::size_t i = 0; i < ahead.size(); ++i) {
    const char c = ahead[i];
    if (is_white_space(c)) continue;
    if (c == '"' && is_behind_comma) return see_key(ahead.substr(i), is_all);
    if (c == '"' || c == '\\') return bracket_sequel::member;
    if (c == ',' && !is_behind_comma) {
      is_behind_comma = true;
      continue;
    }
    if (i == 0 && (is_alpha(c) || is_digit(c) || c == '.' || c == '+' || c == '@'))
      return bracket_sequel::member;
    if (!is_behind_comma && c == ']') {
      constexpr std::string_view end_of_section = "]]>";
      const auto found = ahead.substr(i, end_of_section.size());
      if (found == end_of_section) return bracket_sequel::other;
      if (end_of_section.starts_with(found) && ahead.size() < widest_gap && !window.is_last)
        return bracket_sequel::unknown;
    }
    if (!is_behind_comma && c == ':') return bracket_sequel::member;
    if (!is_behind_comma && (c == '{' || c == '[')) return bracket_sequel::root;
    if (!is_behind_comma)
      return c == '}' || c == ']' ? see_closers(ahead.substr(i), is_all) : bracket_sequel::other;
    if (c == '[') return bracket_sequel::value;
    if (c == '{') {
      const auto way = begins_like_item(window, bracket + 1 + i);
      if (way == decision::undecided) return bracket_sequel::unknown;
      return way == decision::yes ? bracket_sequel::item : bracket_sequel::value;
    }
    return c == '\'' || c == '@' || c == '_' || c == '$' || is_alpha(c) ? bracket_sequel::member
                                                                        : bracket_sequel::other;
  }
  return is_all ? bracket_sequel::other : bracket_sequel::unknown;
}

}  // namespace laundromat::jsonld
