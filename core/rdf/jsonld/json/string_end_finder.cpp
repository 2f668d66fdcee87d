// Implements string_end_finder: looks for JSON structure within a string, which shows that a quote is missing or too many.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/json/string_end_finder.hpp"

#include <algorithm>
#include <string>

#include "core/rdf/jsonld/json/json_syntax.hpp"

namespace laundromat::jsonld {

namespace {

constexpr std::size_t longest_key = 4096;   ///< how far ahead it is seen whether a string is a key
constexpr std::size_t most_structure = 24;  ///< brackets, commas and colons between two strings

/// A bracket of an object or array.
bool is_bracket(char c) {
  return c == '{' || c == '}' || c == '[' || c == ']';
}
/// What JSON has between strings.
bool is_mark(char c) {
  return is_bracket(c) || c == ',' || c == ':';
}

bool has_even_brackets(std::string_view text) {
  return std::ranges::count(text, '{') == std::ranges::count(text, '}') &&
         std::ranges::count(text, '[') == std::ranges::count(text, ']');
}

/// Whether the string that begins at `quote` has a colon behind it.
decision is_key(const scan_window& window, std::uint64_t quote) {
  const auto ahead = window.from(quote + 1, longest_key);
  bool is_ascii = true;
  const char* at = ahead.data();
  const char* const end = at + ahead.size();
  while ((at = find_string_end(at, end, '"', is_ascii)) != end && *at != '"')
    at += *at == '\\' && end - at > 1 ? 2 : 1;
  if (at != end) ++at;
  while (at != end && is_white_space(*at)) ++at;
  if (at != end) return *at == ':' ? decision::yes : decision::no;
  return window.is_last || ahead.size() == longest_key ? decision::no : decision::undecided;
}

/// Whether brackets, commas and colons may be between a string and another one, given what is open.
bool fits_structure(std::string_view structure, const open_brackets& around, bool is_before_key) {
  const auto open = around.open;
  const auto items_depth = around.items_depth;
  auto kept = open.size();
  std::string opened;
  const auto top = [&] { return !opened.empty() ? opened.back() : kept > 0 ? open[kept - 1] : '\0'; };
  char last = structure.front() == ':' ? 'k' : 'v';  // a key, a value, or the mark before
  for (const char c : structure) {
    if (is_white_space(c)) continue;
    const bool is_behind_value = last == 'v' || last == '}' || last == ']';
    const bool is_object = top() == '{';
    const bool is_between_items = opened.empty() && kept == items_depth && items_depth != 0;
    switch (c) {
      case ':':
        if (last != 'k' || !is_object) return false;
        break;
      case ',':
        if (!is_behind_value || top() == '\0') return false;
        break;
      case '}':
      case ']':
        if ((!is_behind_value && last != '{' && last != '[') || top() != (c == '}' ? '{' : '[')) return false;
        if (opened.empty())
          --kept;
        else
          opened.pop_back();
        break;
      default: {
        const bool is_next_root = top() == '\0' && is_behind_value;
        const bool is_value = last == ':' || last == '[' || (last == ',' && !is_object);
        if (!is_next_root && !is_value) return false;
        if (is_between_items && c != '{') return false;
        opened += c;
      }
    }
    last = c;
  }
  if (top() == '{') return is_before_key == (last != ':') && (last == '{' || last == ',' || last == ':');
  const bool is_item = opened.empty() && kept == items_depth && items_depth != 0;
  return top() == '[' && !is_item && !is_before_key && (last == '[' || last == ',');
}

}  // namespace

string_end_finder::answer string_end_finder::find(const scan_window& window, const odd_string& string,
                                                  const open_brackets& around) {
  const auto is_before_key = is_key(window, string.end - 1);
  if (is_before_key == decision::undecided) return {decision::undecided};
  const auto content = window.slice(string.begin + 1, string.end - 1);
  auto first = content.size();
  std::size_t marks = 0;
  for (; first > 0 && (is_mark(content[first - 1]) || is_white_space(content[first - 1])); --first)
    if (is_mark(content[first - 1]) && ++marks > most_structure) break;
  if (marks == 0 || around.are_too_deep) return {};
  for (auto from = first; from < content.size(); ++from) {
    const bool is_behind_key = content[from] == ':';
    if (!is_mark(content[from]) || (is_behind_key && string.before == ':' && first > 0)) continue;
    if (!is_even_before(window, string, content.substr(0, from), around.open.size())) continue;
    if (!fits_structure(content.substr(from), around, is_before_key == decision::yes)) continue;
    forget();
    return {decision::yes, string.begin + 1 + from};
  }
  return {};
}

void string_end_finder::note_lost_end(const odd_string& string, const open_brackets& around) {
  if (lost_begin_ != nowhere) return;
  lost_begin_ = counted_ = string.begin;
  lost_depth_ = around.open.size();
  braces_ = brackets_ = 0;
}

void string_end_finder::count(const scan_window& window, std::uint64_t to) {
  if (lost_begin_ == nowhere) return;
  for (; counted_ < to; ++counted_) {
    const char c = window.peek(counted_);
    braces_ += c == '{' ? 1 : c == '}' ? -1 : 0;
    brackets_ += c == '[' ? 1 : c == ']' ? -1 : 0;
  }
}

bool string_end_finder::is_even_before(const scan_window& window, const odd_string& string,
                                       std::string_view before, std::size_t depth) {
  if (lost_begin_ == nowhere) return has_even_brackets(before);
  if (depth != lost_depth_) return false;
  count(window, string.begin);
  return braces_ + std::ranges::count(before, '{') == std::ranges::count(before, '}') &&
         brackets_ + std::ranges::count(before, '[') == std::ranges::count(before, ']');
}

}  // namespace laundromat::jsonld
