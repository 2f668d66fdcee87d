// Attributes of damaged start tags.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfxml/xml_attributes.hpp"

#include <algorithm>
#include <array>

namespace laundromat {

namespace {

constexpr auto npos = std::string_view::npos;

bool has_repeated_name(std::string_view text, const std::vector<xml_attribute>& all) {
  const auto name_of = [&](const xml_attribute& one) { return text.substr(one.begin, one.name_length); };
  if (all.size() < 2) return false;
  if (all.size() > 16) {
    std::vector<std::string_view> names;
    for (const auto& one : all) names.push_back(name_of(one));
    std::ranges::sort(names);
    return std::ranges::adjacent_find(names) != names.end();
  }
  for (std::size_t i = 1; i < all.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      if (name_of(all[i]) == name_of(all[k])) return true;
  return false;
}

}  // namespace

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

}  // namespace laundromat
