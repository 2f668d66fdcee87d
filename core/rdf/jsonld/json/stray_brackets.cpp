// Implements stray_brackets: matches the brackets outside of strings, on a stack.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/json/stray_brackets.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <vector>

#include "core/rdf/jsonld/json/json_syntax.hpp"

namespace laundromat::jsonld {

namespace {

/// Behind the string that begins at `at`, or the end of the text.
std::size_t end_of_string(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at)
    if (text[at] == '\\') ++at;
  return std::min(at + 1, text.size());
}

/// The next character that is no space; 0 at the end of the text.
char next_mark(std::string_view text, std::size_t& at) {
  at = std::min(text.find_first_not_of(" \t\r\n", at), text.size());
  return at < text.size() ? text[at] : '\0';
}

bool has_more_behind_comma(std::string_view text, std::size_t at, bool must_be_string) {
  if (next_mark(text, at) != ',') return false;
  ++at;
  const char next = next_mark(text, at);
  return must_be_string ? next == '"' : next != '\0';
}

/// Closes the nearest object, and the arrays in it.
bool close_object(std::vector<char>& open) {
  bool is_even = true;
  for (; !open.empty() && open.back() == '['; open.pop_back()) is_even = false;
  if (!open.empty()) open.pop_back();
  return is_even;
}

}  // namespace

bool has_member_behind_array(std::string_view text, bool must_hold_object) {
  for (auto bracket = text.find(']'); bracket != text.npos; bracket = text.find(']', bracket + 1)) {
    const auto before = bracket == 0 ? text.npos : text.find_last_not_of(" \t\r\n", bracket - 1);
    const bool holds_object = before != text.npos && text[before] == '}';
    if ((holds_object || !must_hold_object) && has_more_behind_comma(text, bracket + 1, true)) return true;
  }
  return false;
}

bool has_member_among_items(std::string_view items) {
  std::vector<char> open;
  for (std::size_t at = 0; at < items.size(); ++at) {
    const char c = items[at];
    if (c == '{' || c == '[') {
      open.push_back(c);
    } else if (c == '}') {
      (void)close_object(open);
    } else if (c == ']') {
      // Where an array is open in the item, only the brace before its end is missing.
      const auto array = std::find(open.rbegin(), open.rend(), '[');
      if (array != open.rend())
        open.erase(std::prev(array.base()), open.end());
      else if (has_more_behind_comma(items, at + 1, !open.empty()))
        return true;
    } else if (c == '"') {
      auto next = end_of_string(items, at);
      at = next - 1;
      if (open.empty() && next_mark(items, next) == ':') return true;
    }
  }
  return false;
}

item_brackets measure_brackets(std::string_view item) {
  std::vector<char> open;
  item_brackets found;
  bool has_empty_place = false;
  char last = '{';
  for (std::size_t at = 0; at < item.size(); ++at) {
    const char c = item[at];
    const bool is_closing = c == '}' || c == ']';
    if (is_closing && std::string_view(",:[{").find(last) != std::string_view::npos) has_empty_place = true;
    if (c == '{' || c == '[') {
      open.push_back(c);
    } else if (c == '}') {
      if (open.empty()) return {false, false};  // one too many: the item has its end
      if (!close_object(open)) return {false, true};
    } else if (c == ']') {
      if (!open.empty() && open.back() == '[')
        open.pop_back();
      else
        found.are_even = false;
    } else if (c == '"') {
      const auto end = end_of_string(item, at);
      if (end == item.size() && item.back() != '"') return {false, item.find('[') != item.npos};
      at = end - 1;
    }
    if (!is_white_space(c)) last = c;
  }
  found.may_hold_next = has_empty_place || std::ranges::find(open, '[') != open.end();
  found.are_even = found.are_even && open.empty();
  return found;
}

}  // namespace laundromat::jsonld
