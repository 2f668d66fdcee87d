// Implements bare_tag: looks for a tag in a text, backwards from a `>`.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/markup/bare_tag.hpp"

#include <algorithm>

#include "core/rdf/rdfa/markup/html_characters.hpp"
#include "core/rdf/rdfa/markup/html_tags.hpp"

namespace laundromat::rdfa {

namespace {

constexpr std::size_t most_words =
    8;  // between the name and its first attribute in quotes, or behind the last

/// Elements that no rule of the tree names.
constexpr std::string_view other_elements[] = {
    "abbr",   "acronym", "audio",    "bdi",   "bdo",    "canvas", "cite", "datalist", "del",
    "dfn",    "ins",     "kbd",      "label", "legend", "map",    "mark", "meter",    "optgroup",
    "output", "picture", "progress", "q",     "samp",   "slot",   "video"};

std::string_view trim_end(std::string_view text) {
  while (!text.empty() && is_html_space(text.back())) text.remove_suffix(1);
  return text;
}

/// The name that a text ends with.
std::string_view last_name(std::string_view text) {
  auto begin = text.size();
  while (begin > 0 && is_name_character(text[begin - 1])) --begin;
  return text.substr(begin);
}

bool is_name(std::string_view word) {
  return !word.empty() && is_alpha(word.front());
}

/// Takes an attribute in quotes off the end of `text`; false when there is none.
bool take_attribute(std::string_view& text) {
  const char quote = text.back();
  if (quote != '"' && quote != '\'') return false;
  const auto open = text.substr(0, text.size() - 1).rfind(quote);
  if (open == text.npos) return false;
  auto head = trim_end(text.substr(0, open));
  if (!head.ends_with('=')) return false;
  head = trim_end(head.substr(0, head.size() - 1));
  const auto name = last_name(head);
  head.remove_suffix(name.size());
  if (name.empty() || head.empty() || !is_html_space(head.back())) return false;
  text = trim_end(head);
  return true;
}

/// Whether a text ends with a reference, as that to a `<`.
bool ends_in_reference(std::string_view text) {
  text = trim_end(text);
  if (text.ends_with(';')) text.remove_suffix(1);
  const auto mark = text.rfind('&');
  return mark != text.npos && text.size() - mark < 8 &&
         std::ranges::none_of(text.substr(mark), is_html_space);
}

}  // namespace

bool is_html_element(std::string_view name) {
  return find_html_tag(name_hash(name, true)) != html_tag::other ||
         std::ranges::any_of(other_elements, [&](auto one) { return equals_ignoring_case(one, name); });
}

std::size_t find_bare_tag(std::string_view text) {
  const bool is_cut = text.size() > longest_bare_tag;
  const auto ahead = is_cut ? text.size() - longest_bare_tag : 0;
  text.remove_prefix(ahead);
  auto rest = trim_end(text);
  if (rest.ends_with('/')) rest = trim_end(rest.substr(0, rest.size() - 1));
  auto found = text.npos;
  bool has_value = false;
  for (std::size_t words = 0; !rest.empty() && words < most_words; ++words) {
    if (take_attribute(rest)) {
      has_value = true;
      found = text.npos;
      words = 0;
      continue;
    }
    const auto name = last_name(rest);
    const auto head = rest.substr(0, rest.size() - name.size());
    const bool is_whole = head.empty() ? !is_cut : is_html_space(head.back()) || head.back() == '>';
    const bool is_word = is_name(name) && is_whole;
    const bool is_tag = is_word && has_value && !ends_in_reference(head);
    if (is_tag && (found == text.npos || is_html_element(name))) found = head.size();
    if (is_tag && is_html_element(name)) break;
    if (!is_word) {  // perhaps an attribute without quotes
      const auto space = rest.find_last_of(" \t\r\n\f");
      const auto word = space == rest.npos ? std::string_view{} : rest.substr(space + 1);
      if (!is_name(word) || word.find('=') == word.npos || word.find_first_of("\"'<>;&") != word.npos) break;
      found = text.npos;
      rest = trim_end(rest.substr(0, space));
      continue;
    }
    rest = trim_end(head);
  }
  return found == text.npos ? found : ahead + found;
}

}  // namespace laundromat::rdfa
