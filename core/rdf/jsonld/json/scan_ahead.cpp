// What follows a bracket in the text, and whether that begins the next item.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include "core/rdf/jsonld/json/json_scanner.hpp"
#include "core/rdf/jsonld/json/json_syntax.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat::jsonld {

namespace {

constexpr std::uint64_t most_lookaheads = 16;
constexpr std::size_t widest_gap = 4096;  ///< how far ahead it is seen
constexpr std::uint64_t widest_look_behind =
    64;  ///< for a colon before a comma; as far as the text is always kept

}  // namespace

json_scanner::way_back json_scanner::begins_like_item(std::uint64_t brace, bool is_last) const {
  const auto ahead = text_.substr(brace + 1 - text_offset_, widest_gap);
  const auto first = std::min(ahead.find_first_not_of(" \t\r\n"), ahead.size());
  const auto found = ahead.substr(first, item_key_.size());
  if (found == item_key_) return item_key_.empty() ? way_back::none : way_back::taken;
  const bool is_cut = item_key_.starts_with(found) && ahead.size() < widest_gap && !is_last;
  return is_cut ? way_back::unknown : way_back::none;
}

/// Whether the brace at `offset()`, where a key must stand, begins the next item: as items do, or with a key that the object that is
/// open has already.
json_scanner::way_back json_scanner::begins_next_item(bool is_last) {
  const auto gap_begin = std::max(comma_ - std::min(comma_, widest_look_behind), text_offset_);
  const auto before = text_.substr(gap_begin - text_offset_, comma_ - gap_begin);
  const auto mark = before.find_last_not_of(" \t\r\n");
  if (mark == before.npos || before[mark] == ':') return way_back::none;  // it may be the value of that key
  const auto way = begins_like_item(at_, is_last);
  if (way != way_back::none) return way;
  const auto ahead = text_.substr(at_ + 1 - text_offset_, widest_gap);
  const auto quote = std::min(ahead.find_first_not_of(" \t\r\n"), ahead.size());
  const auto end = quote == ahead.size() ? ahead.npos : ahead.find('"', quote + 1);
  if (end == ahead.npos) return is_last || ahead.size() == widest_gap ? way_back::none : way_back::unknown;
  const auto size = comma_ - std::min(comma_, item_begin_);
  if (ahead[quote] != '"' || item_begin_ < text_offset_ || size > reach_) return way_back::none;
  scanned_bytes_ += size;
  if (scanned_bytes_ > most_lookaheads * at_ + widest_gap) return way_back::none;
  return has_key(ahead.substr(quote, end + 1 - quote)) ? way_back::taken : way_back::none;
}

/// Whether the innermost object of the item that is open before the last comma has a key, which is given with its quotes.
bool json_scanner::has_key(std::string_view key) const {
  const auto item = text_.substr(item_begin_ - text_offset_, comma_ - item_begin_);
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

json_scanner::sequel json_scanner::see_behind(bool is_last) const {
  const auto ahead = text_.substr(at_ + 1 - text_offset_, widest_gap);
  bool is_behind_comma = false;
  for (std::size_t i = 0; i < ahead.size(); ++i) {
    const char c = ahead[i];
    if (is_white_space(c)) continue;
    if (c == '"' && is_behind_comma) return see_key(ahead.substr(i), ahead.size() == widest_gap || is_last);
    if (c == '"' || c == '\\') return sequel::member;
    if (c == ',' && !is_behind_comma) {
      is_behind_comma = true;
      continue;
    }
    if (i == 0 && (is_alpha(c) || is_digit(c) || c == '.' || c == '+' || c == '@')) return sequel::member;
    if (!is_behind_comma && c == ']') {
      constexpr std::string_view end_of_section = "]]>";
      const auto found = ahead.substr(i, end_of_section.size());
      if (found == end_of_section) return sequel::other;
      if (end_of_section.starts_with(found) && ahead.size() < widest_gap && !is_last) return sequel::unknown;
    }
    if (!is_behind_comma && c == ':') return sequel::member;
    if (!is_behind_comma && (c == '{' || c == '[')) return sequel::root;
    if (!is_behind_comma) return c == '}' || c == ']' ? sequel::closer : sequel::other;
    if (c == '[') return sequel::value;
    if (c == '{') {
      const auto way = begins_like_item(at_ + 1 + i, is_last);
      if (way == way_back::unknown) return sequel::unknown;
      return way == way_back::taken ? sequel::item : sequel::value;
    }
    return c == '\'' || c == '@' || c == '_' || c == '$' || is_alpha(c) ? sequel::member : sequel::other;
  }
  return is_last || ahead.size() == widest_gap ? sequel::other : sequel::unknown;
}

/// The same for a string behind the comma. `is_all`: no more of it is looked at.
json_scanner::sequel json_scanner::see_key(std::string_view ahead, bool is_all) {
  const auto end = ahead.find_first_of("\"\\\r\n", 1);
  const auto next = end == ahead.npos ? end : ahead.find_first_not_of(" \t\r\n", end + 1);
  if (next == ahead.npos) return is_all ? sequel::member : sequel::unknown;
  return ahead[end] == '"' && ahead[next] == ':' ? sequel::key : sequel::member;
}

}  // namespace laundromat::jsonld
