// Implements ambiguous_members: compares the nesting by brackets with the nesting by indentation.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/json/ambiguous_members.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "core/rdf/jsonld/json/json_syntax.hpp"

namespace laundromat::jsonld {

namespace {

/// Whether a value object, list or set may have the member.
bool may_accompany_value(std::string_view key) {
  constexpr std::array<std::string_view, 5> allowed{"@type", "@language", "@direction", "@index", "@context"};
  return std::ranges::find(allowed, key) != allowed.end();
}

/// Whether a member may be one of a context.
bool may_define(const json_node& key, const json_node& value) {
  if (!value.is_string() && !value.is_object() && !value.is_null()) return false;
  constexpr std::array<std::string_view, 9> refused{"@id",    "@graph", "@included", "@reverse", "@nest",
                                                    "@value", "@list",  "@set",      "@index"};
  if (key.view() == "@type") return value.is_object();
  return std::ranges::find(refused, key.view()) == refused.end();
}

}  // namespace

/// The space before what begins its line; nothing for what does not.
std::optional<std::string_view> ambiguous_members::indent_of(std::uint32_t at) const {
  const char *end = text_->begin + at, *from = end;
  while (from != text_->begin && (from[-1] == ' ' || from[-1] == '\t')) --from;
  if (from == text_->begin || (from[-1] != '\n' && from[-1] != '\r')) return std::nullopt;
  return std::string_view(from, end);
}

/// Gives up the members from a key up to the end of their object.
void ambiguous_members::give_up(std::uint32_t first_key, std::uint32_t end) {
  auto& nodes = text_->tree->nodes;
  auto last = first_key;
  for (auto key = first_key; key < end; key += 1 + nodes[key + 1].span) {
    last = key + 1;
    nodes[last].kind = json_kind::damaged;
  }
  faults_->skip(errc::syntax_error, nodes[first_key].begin, nodes[last].end,
                "brackets do not say which object this belongs to");
}

/// Whether the object of a member may be the one that ended too early, so that the members from `next` to `end` are its own.
bool ambiguous_members::may_take(std::uint32_t key, std::uint32_t next, std::uint32_t end) {
  auto& nodes = text_->tree->nodes;
  const auto& object = nodes[key + 1];
  if (object.span == 1) return false;
  const auto own = indent_of(nodes[key + 2].begin), outer = indent_of(nodes[key].begin);
  if (outer && outer == indent_of(nodes[next].begin) && (!own || own->size() > outer->size())) return false;
  if (!ahead_->may_scan_unit(nodes[end - 1].end - nodes[next].begin)) return true;
  const bool is_context = nodes[key].view() == "@context";
  const bool is_value = find_member(object, "@value") != nullptr || find_member(object, "@list") != nullptr ||
                        find_member(object, "@set") != nullptr;
  for (; next < end; next += 1 + nodes[next + 1].span) {
    const auto name = nodes[next].view();
    if (is_context && !may_define(nodes[next], nodes[next + 1])) return false;
    if (is_value && !may_accompany_value(name)) return false;
    if (name.starts_with('@') && find_member(object, name) != nullptr) return false;
  }
  return true;
}

bool ambiguous_members::give_up_behind_braces() {
  auto& nodes = text_->tree->nodes;
  const auto before = faults_->all().size();
  std::vector<std::uint32_t> objects{0};
  while (!objects.empty()) {
    const auto object = objects.back(), end = object + nodes[object].span;
    objects.pop_back();
    for (auto key = object + 1, next = key; key < end; key = next) {
      const auto value = key + 1;
      next = value + nodes[value].span;
      if (!nodes[value].is_object() || (next < end && !may_take(key, next, end))) continue;
      if (next < end) give_up(next, end);
      if (nodes[key].view() == "@context")
        give_up(key, next);
      else
        objects.push_back(value);
      break;
    }
  }
  return faults_->all().size() != before;
}

bool ambiguous_members::are_lined_up() const {
  auto& nodes = text_->tree->nodes;
  std::optional<std::string_view> own;
  for (std::uint32_t key = 1; key < nodes[0].span; key += 1 + nodes[key + 1].span) {
    const auto space = indent_of(nodes[key].begin);
    if (space && own && *space != *own) return false;
    if (space) own = space;
  }
  return true;
}

/// The first member of an object is its own; the others may be those of the object around it.
void ambiguous_members::give_up_before_end(std::size_t depth) {
  auto& nodes = text_->tree->nodes;
  const char* last = text_->end;
  while (is_white_space(last[-1])) --last;
  if (depth == 1 && last[-1] != '}') return;
  struct place_of {
    std::uint32_t object, opening, around;
  };
  std::vector<place_of> objects;
  const auto visit = [&](std::uint32_t around, std::uint32_t key) {
    auto value = key + 1, opening = key;
    while (nodes[value].is_array() && nodes[value].is_cut && nodes[value].span > 1) {
      const auto end = value + nodes[value].span;
      auto item = value + 1;
      while (item + nodes[item].span < end) item += nodes[item].span;
      value = opening = item;
    }
    if (nodes[value].is_object() && nodes[value].span > 1) objects.push_back({value, opening, around});
  };
  std::uint32_t key = 0;
  for (auto at = std::uint32_t{1}; at < nodes[0].span; at += 1 + nodes[at + 1].span) key = at;
  if (key != 0) visit(0, key);
  while (!objects.empty()) {
    const auto [object, opening, around] = objects.back();
    objects.pop_back();
    const auto end = object + nodes[object].span, first = object + 1;
    const auto own = indent_of(nodes[first].begin), outer = indent_of(nodes[opening].begin);
    const bool has_indent = own && outer && own->size() > outer->size();
    for (auto at = first; at < end; at += 1 + nodes[at + 1].span) {
      const bool is_doubled =
          at == first && opening + 1 == object && nodes[at].view() == nodes[opening].view();
      if (is_doubled || (at != first && !(has_indent && own == indent_of(nodes[at].begin)))) {
        const bool is_context = opening + 1 == object && nodes[opening].view() == "@context";
        is_context || is_doubled ? give_up(opening, end) : give_up(at, end);
        nodes[around].may_own = true;
        break;
      }
      visit(object, at);
    }
  }
}

}  // namespace laundromat::jsonld
