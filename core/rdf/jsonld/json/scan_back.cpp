// The way back into a string that lacks its quote, or had one too many.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include "core/rdf/jsonld/json/json_scanner.hpp"
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

}  // namespace

/// The last quote of the string begins the next one, and structure stands before it, behind what the string should have been. Where
/// that ends must be sure: its own brackets come out even, and the others fit those that are open.
json_scanner::way_back json_scanner::find_structure(bool is_last) {
  const auto is_key = is_before_key(string_end_ - 1, is_last);
  if (is_key == way_back::unknown) return is_key;
  const auto content = text_.substr(string_begin_ + 1 - text_offset_, string_end_ - string_begin_ - 2);
  auto first = content.size();
  std::size_t marks = 0;
  for (; first > 0 && (is_mark(content[first - 1]) || is_white_space(content[first - 1])); --first)
    if (is_mark(content[first - 1]) && ++marks > most_structure) break;
  if (marks == 0 || deeper_ > 0) return way_back::none;
  for (auto from = first; from < content.size(); ++from) {
    const bool is_behind_key = content[from] == ':';
    if (!is_mark(content[from]) || (is_behind_key && before_string_ == ':' && first > 0)) continue;
    if (!is_even_before(content, from)) continue;
    if (!fits_structure(content.substr(from), is_key == way_back::taken)) continue;
    at_ = string_begin_ + 1 + from;
    lost_begin_ = nowhere;
    return way_back::taken;
  }
  return way_back::none;
}

/// A string ended where it could not, and nothing says where it should have: what follows may be text or structure.
void json_scanner::note_lost_string() {
  if (lost_begin_ != nowhere) return;
  lost_begin_ = counted_ = string_begin_;
  lost_depth_ = open_.size();
  braces_ = brackets_ = 0;
}

void json_scanner::count_lost(std::uint64_t to) {
  for (; counted_ < to; ++counted_) {
    const char c = peek(counted_);
    braces_ += c == '{' ? 1 : c == '}' ? -1 : 0;
    brackets_ += c == '[' ? 1 : c == ']' ? -1 : 0;
  }
}

bool json_scanner::is_even_before(std::string_view content, std::size_t from) {
  const auto before = content.substr(0, from);
  if (lost_begin_ == nowhere) return has_even_brackets(before);
  if (open_.size() != lost_depth_) return false;
  count_lost(string_begin_);
  return braces_ + std::ranges::count(before, '{') == std::ranges::count(before, '}') &&
         brackets_ + std::ranges::count(before, '[') == std::ranges::count(before, ']');
}

/// Whether the string that begins at `quote` has a colon behind it: `taken`; `unknown` until that is seen.
json_scanner::way_back json_scanner::is_before_key(std::uint64_t quote, bool is_last) const {
  const auto ahead = text_.substr(quote + 1 - text_offset_, longest_key);
  bool is_ascii = true;
  const char* at = ahead.data();
  const char* const end = at + ahead.size();
  while ((at = find_string_end(at, end, '"', is_ascii)) != end && *at != '"')
    at += *at == '\\' && end - at > 1 ? 2 : 1;
  if (at != end) ++at;
  while (at != end && is_white_space(*at)) ++at;
  if (at != end) return *at == ':' ? way_back::taken : way_back::none;
  return is_last || ahead.size() == longest_key ? way_back::none : way_back::unknown;
}

/// Whether brackets, commas and colons may stand between a string and another one, given what is open.
bool json_scanner::fits_structure(std::string_view structure, bool is_before_key) const {
  auto kept = open_.size();
  std::string opened;
  const auto top = [&] { return !opened.empty() ? opened.back() : kept > 0 ? open_[kept - 1] : '\0'; };
  char last = structure.front() == ':' ? 'k' : 'v';  // a key, a value, or the mark before
  for (const char c : structure) {
    if (is_white_space(c)) continue;
    const bool is_behind_value = last == 'v' || last == '}' || last == ']';
    const bool is_object = top() == '{';
    const bool is_between_items = opened.empty() && kept == items_depth_ && items_depth_ != 0;
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
  const bool is_item = opened.empty() && kept == items_depth_ && items_depth_ != 0;
  return top() == '[' && !is_item && !is_before_key && (last == '[' || last == ',');
}

}  // namespace laundromat::jsonld
