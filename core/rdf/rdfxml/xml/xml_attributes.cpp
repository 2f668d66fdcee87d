// Implements the questions about attributes: decides by the text behind a value whether the value ends there.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfxml/xml/xml_attributes.hpp"

#include <algorithm>
#include <array>

namespace laundromat::rdfxml {

namespace {

bool has_repeated_name(std::string_view text, const std::vector<xml_attribute>& all) {
  const auto name_of = [&](const xml_attribute& one) { return text.substr(one.begin, one.name_length); };
  if (all.size() < 2) return false;
  if (all.size() > 16) {
    std::vector<std::string_view> names;
    names.reserve(all.size());
    for (const auto& one : all) names.push_back(name_of(one));
    std::ranges::sort(names);
    return std::ranges::adjacent_find(names) != names.end();
  }
  for (std::size_t i = 1; i < all.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      if (name_of(all[i]) == name_of(all[k])) return true;
  return false;
}

/// Whether the text behind a quote ends a tag, or is another attribute.
tag_answer continues_tag(std::string_view text, std::size_t at, tag_answer unknown) {
  at = find_near(text, at, [](char c) { return !is_white_space(c); });
  if (at == npos) return unknown;
  if (text[at] == '>') return tag_answer::yes;
  if (text[at] == '/')
    return at + 1 == text.size() ? unknown : text[at + 1] == '>' ? tag_answer::yes : tag_answer::no;
  const auto name = name_length(text.substr(at));
  if (at + name == text.size()) return unknown;
  return name > 0 && text[at + name] == '=' ? tag_answer::yes : tag_answer::no;
}

/// The `>` of the tag at `at`; the end of the text when that comes first, `npos` where another tag begins first.
std::size_t find_end_of_tag(std::string_view text, std::size_t at) {
  for (++at; at < text.size(); ++at) {
    if (text[at] == '<') return npos;
    if (text[at] == '>') return at;
    if (!is_quote(text[at]) || text[at - 1] != '=') continue;
    const char quote = text[at];
    at = find_near(text, at + 1, [=](char c) { return c == quote || c == '<'; });
    if (at == npos) break;
    if (text[at] == '<') return npos;
  }
  return text.size();
}

}  // namespace

tag_answer begins_no_tag(std::string_view text, std::size_t at, bool is_end) {
  constexpr std::size_t near_bytes = 1024;
  constexpr std::string_view marks = "),;*+(&|]!?%";
  const auto name = text.substr(1, at - 1);
  if (at >= text.size() || marks.find(text[at]) == npos || name.find(':') != npos) return tag_answer::no;
  const auto rest = text.substr(0, at + near_bytes);
  const auto unknown = rest.size() == text.size() && !is_end ? tag_answer::unknown : tag_answer::no;
  const auto next = find_near(rest, at, is_bracket);
  if (next == npos || next + 2 + name.size() >= rest.size()) return unknown;
  if (rest[next] == '>' || rest[next + 1] != '/') return tag_answer::no;
  return rest.substr(next + 2, name.size()) == name ? tag_answer::no : tag_answer::yes;
}

tag_answer find_end_behind_markup(std::string_view text, std::size_t markup, char quote, bool is_end,
                                  std::size_t& close) {
  constexpr std::size_t near_bytes = std::size_t{8} << 10;
  const auto rest = text.substr(0, markup + near_bytes);
  const auto unknown = rest.size() == text.size() && !is_end ? tag_answer::unknown : tag_answer::no;
  bool is_on_line = true;
  int depth = 0;
  for (auto at = markup; at < rest.size();) {
    const auto end = find_end_of_tag(rest, at);
    if (end == npos) return tag_answer::no;
    if (end == rest.size()) return unknown;
    const bool is_end_tag = rest[at + 1] == '/';
    if (is_end_tag && --depth < 0) return tag_answer::no;
    if (!is_end_tag && rest[end - 1] != '/') ++depth;
    is_on_line = is_on_line && find_near(rest.substr(0, end), at, is_line_end) == npos;
    for (at = end + 1; at < rest.size() && rest[at] != '<'; ++at) {
      is_on_line = is_on_line && !is_line_end(rest[at]);
      const bool is_wanted = quote != 0 ? rest[at] == quote : is_quote(rest[at]);
      if (!is_wanted || (depth > 0 && !is_on_line)) continue;
      const auto verdict = continues_tag(rest, at + 1, unknown);
      close = at;
      if (verdict != tag_answer::no) return verdict;
    }
  }
  return unknown;
}

tag_answer ends_well(std::string_view text, std::size_t at, bool is_end) {
  const auto rest = text.substr(0, std::min(text.size(), text.find('<', at)));
  const auto unknown = rest.size() == text.size() && !is_end ? tag_answer::unknown : tag_answer::no;
  for (;; ++at) {
    while (at < rest.size() && is_white_space(rest[at])) ++at;
    if (at >= rest.size()) return unknown;
    if (rest[at] == '>') return tag_answer::yes;
    if (rest[at] == '/')
      return at + 1 == rest.size() ? unknown : rest[at + 1] == '>' ? tag_answer::yes : tag_answer::no;
    const auto name = name_length(rest.substr(at));
    if (name == 0) return tag_answer::no;
    at += name;
    while (at < rest.size() && is_white_space(rest[at])) ++at;
    if (at >= rest.size()) return unknown;
    if (rest[at] != '=') return tag_answer::no;
    ++at;
    while (at < rest.size() && is_white_space(rest[at])) ++at;
    if (at >= rest.size()) return unknown;
    if (!is_quote(rest[at])) return tag_answer::no;
    at = rest.find(rest[at], at + 1);
    if (at == npos || at + 1 == rest.size()) return unknown;
    if (!may_follow_value(rest[at + 1])) return tag_answer::no;
  }
}

bool holds_no_quote(std::string_view name, std::string_view value) {
  constexpr std::array<std::string_view, 10> names{"about", "resource",  "datatype", "ID",   "nodeID",
                                                   "type",  "parseType", "base",     "lang", "xmlns"};
  const auto local = name.starts_with("xmlns") ? name.substr(0, 5) : name.substr(name.find(':') + 1);
  return !value.empty() && std::ranges::none_of(value, is_white_space) &&
         std::ranges::find(names, local) != names.end();
}

void find_repeated(std::string_view text, xml_tag& tag) {
  auto& all = tag.attributes;
  if (!has_repeated_name(text, all)) return;
  const auto name_of = [&](std::size_t i) { return text.substr(all[i].begin, all[i].name_length); };
  const auto value_of = [&](std::size_t i) { return text.substr(all[i].value, all[i].value_length); };
  std::vector<std::size_t> order(all.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, {}, name_of);
  for (std::size_t from = 0, to = 0; from < order.size(); from = to) {
    const auto first = order[from];
    bool is_same = true;
    for (to = from; to < order.size() && name_of(order[to]) == name_of(first); ++to)
      is_same = is_same && !all[order[to]].is_lost && value_of(order[to]) == value_of(first);
    if (to == from + 1 || all[first].name_length == 0) continue;
    tag.has_lost = true;
    for (auto i = from; i < to; ++i) {
      all[order[i]].is_repeated = i > from;
      all[order[i]].is_lost = !is_same;
    }
  }
}

}  // namespace laundromat::rdfxml
