// Implements tag_check.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/markup/xml/tag_check.hpp"

#include <algorithm>

#include "core/rdf/model/white_space.hpp"
#include "core/rdf/model/xml_characters.hpp"

namespace laundromat::markup {

namespace {

bool is_name(std::string_view text) {
  return !text.empty() && is_name_start(text.front()) && std::ranges::all_of(text, is_name_character);
}

/// Whether `longer` is `shorter` with one character more.
bool has_one_more(std::string_view longer, std::string_view shorter) {
  if (longer.size() != shorter.size() + 1) return false;
  const auto [from, to] = std::ranges::mismatch(longer, shorter);
  return std::ranges::equal(from + 1, longer.end(), to, shorter.end());
}

}  // namespace

std::string_view why_ill_formed(const rdfa::raw_tag& tag) {
  if (tag.text.find('<', 1) != tag.text.npos) return "a start tag with another tag, or a <, in it";
  if (!is_name(tag.name)) return "an element with a name that XML does not allow";
  if (tag.has_too_many_attributes) return "a start tag with more attributes than the limit";
  if (tag.oddities != 0) return "an attribute that lacks its value or quotes, or touches another";
  for (const auto& one : tag.attributes)
    if (!one.has_value || !is_name(one.name))
      return "an attribute that lacks its value, or has a name that XML does not allow";
  if (rdfa::repeats_attribute(tag, true)) return "an attribute that is there twice";
  return {};
}

bool has_whole_name(const rdfa::raw_tag& tag) {
  const auto end = static_cast<std::size_t>(tag.name.data() + tag.name.size() - tag.text.data());
  return is_name(tag.name) && end < tag.text.size() &&
         (is_white_space(tag.text[end]) || tag.text[end] == '/' || tag.text[end] == '>');
}

bool is_short_name(std::string_view name) {
  constexpr std::size_t most_bytes = 256;
  return name.size() <= most_bytes && is_name(name);
}

bool is_misspelt(std::string_view name, std::string_view other) {
  if (has_one_more(name, other) || has_one_more(other, name)) return true;
  if (name.size() != other.size() || name.size() < 4) return false;
  std::size_t differences = 0;
  for (std::size_t i = 0; i < name.size(); ++i) differences += name[i] != other[i] ? 1 : 0;
  return differences <= 1;
}

stray_markup::kind stray_markup::read(std::string_view& piece) {
  while (!piece.empty()) {
    const auto end = std::min(piece.find('>'), piece.size());
    const auto before = piece.substr(0, end);
    const auto space = before.find_last_of(" \t\r\n");
    if (space != before.npos) word_.clear();
    word_.append(space == before.npos ? before : before.substr(space + 1));
    if (word_.size() > most_bytes) word_.erase(0, word_.size() - most_bytes);
    if (end == piece.size()) {  // the word may go on
      piece = {};
      break;
    }
    piece.remove_prefix(end + 1);
    const auto found = judge(word_);
    word_.clear();
    if (found != kind::none) return found;
  }
  return kind::none;
}

/// What a word was that stands before a `>`.
stray_markup::kind stray_markup::judge(std::string_view word) {
  if (word.empty()) return kind::none;
  name_.clear();
  if (word == "<") return kind::start_tag;
  const char last = word.back();
  const bool ends_other = word.ends_with("--") || last == '?' || word.ends_with("]]") || last == '/';
  if (!ends_other && !is_name_character(last) && last != '"' && last != '\'') return kind::none;
  if (ends_other) return kind::other;
  const bool is_end = word.front() == '/';
  if (is_end) word.remove_prefix(1);
  if (is_name(word)) name_ = word;
  return is_end && !name_.empty() ? kind::end_tag : kind::start_tag;
}

}  // namespace laundromat::markup
