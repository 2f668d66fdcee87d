// Texts that lack their end, and members that may belong to one object or to another when a brace is missing or too many somewhere.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <utility>

#include "core/rdf/jsonld/json/json_parser.hpp"
#include "core/rdf/jsonld/json/json_syntax.hpp"

namespace laundromat::jsonld {

// A brace too many ends an object too early, and the objects around it, too; the last of them ends at the brace that seems to be too
// many. So the members behind an object may be its own, if only objects are around it. A brace that is missing at the end may be
// missing within the last object: then its members are those of the object around it. Where members begin their lines, their
// indentation says whose they are.

namespace {

/// What a value object, list or set may hold besides.
bool may_stand_beside_value(std::string_view key) {
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

/// Closes what is open at the end of the text. The member or item at hand goes when it is only begun.
bool json_parser::end_cut(bool is_whole, bool is_begun, step& next) {
  const auto& last = open_.back();
  cut_begin_ = place(end_);
  if (is_begun) {
    cut_begin_ = last.unit;
    tree_->nodes.cut(last.unit_node);
  }
  cut_depth_ = open_.size();
  for (auto depth = cut_depth_; depth > 0; --depth) {
    auto& node = tree_->nodes[open_[depth - 1].node];
    node.is_cut = node.is_torn = !is_whole || depth > 1;
    cut_begin_ =
        std::min(cut_begin_, tree_->nodes.size() == open_[depth - 1].node + 1 ? node.begin : cut_begin_);
  }
  while (!open_.empty()) close();
  return next = step::done, true;
}

/// After a refusal: the text ends within a string.
bool json_parser::end_cut_string(step& next) {
  if (chunk_ != json_chunk::cut || open_.empty() || faults_.back().rule != errc::unterminated) return false;
  while (!faults_.empty() && faults_.back().end > open_.back().unit) faults_.pop_back();
  at_ = end_;
  return end_cut(false, true, next);
}

bool json_parser::is_sound() const {
  constexpr std::array harmless{errc::lenient_json, errc::illegal_utf8, errc::bad_escape,
                                errc::lone_surrogate, errc::byte_order_mark};
  return !has_gap_ && !has_hole_ && !has_loss_ && !is_uneven_ &&
         std::ranges::all_of(faults_, [&](const json_fault& one) {
           return std::ranges::find(harmless, one.rule) != harmless.end();
         });
}

std::uint32_t json_parser::first_fault() const {
  constexpr std::array apart{errc::illegal_utf8, errc::bad_escape, errc::lone_surrogate,
                             errc::byte_order_mark, errc::unterminated};
  auto first = place(end_);
  for (const auto& one : faults_)
    if (std::ranges::find(apart, one.rule) == apart.end()) first = std::min(first, one.begin);
  return first;
}

std::vector<std::uint32_t> json_parser::open_items() const {
  std::vector<std::uint32_t> items;
  for (auto depth = open_.size(); depth > 0; --depth)
    if (!open_[depth - 1].is_object) items.push_back(open_[depth - 1].unit);
  return items;
}

std::uint32_t json_parser::open_member() const {
  for (auto depth = open_.size(); depth > 0; --depth)
    if (open_[depth - 1].members > 0) return open_[depth - 1].unit;
  return 0;
}

bool json_parser::may_hold_two(bool is_damaged_elsewhere) const {
  if (!has_repeated_keyword_) return false;
  const auto is_structural = [](const json_fault& one) {
    return one.rule == errc::syntax_error || one.rule == errc::unbalanced_bracket ||
           one.rule == errc::wrong_quote;
  };
  return is_damaged_elsewhere || has_gap_ || has_hole_ || std::ranges::any_of(faults_, is_structural);
}

/// The space before what begins its line; nothing for what does not.
std::optional<std::string_view> json_parser::indent_of(std::uint32_t at) const {
  const char *end = begin_ + at, *from = end;
  while (from != begin_ && (from[-1] == ' ' || from[-1] == '\t')) --from;
  if (from == begin_ || (from[-1] != '\n' && from[-1] != '\r')) return std::nullopt;
  return std::string_view(from, end);
}

/// Gives up the members from a key up to the end of their object.
void json_parser::doubt(std::uint32_t first_key, std::uint32_t end) {
  auto& nodes = tree_->nodes;
  auto last = first_key;
  for (auto key = first_key; key < end; key += 1 + nodes[key + 1].span) {
    last = key + 1;
    nodes[last].kind = json_kind::damaged;
  }
  faults_.push_back({errc::syntax_error,
                     treatment::skip,
                     nodes[first_key].begin,
                     nodes[last].end,
                     "brackets do not say which object this belongs to",
                     {}});
}

/// Whether the object of a member may be the one that ended too early, so that the members from `next` to `end` are its own.
bool json_parser::may_take(std::uint32_t key, std::uint32_t next, std::uint32_t end) {
  auto& nodes = tree_->nodes;
  const auto& object = nodes[key + 1];
  if (object.span == 1) return false;
  const auto own = indent_of(nodes[key + 2].begin), outer = indent_of(nodes[key].begin);
  if (outer && outer == indent_of(nodes[next].begin) && (!own || own->size() > outer->size())) return false;
  if (!may_look_ahead(scanned_unit_bytes_, nodes[end - 1].end - nodes[next].begin)) return true;
  const bool is_context = nodes[key].view() == "@context";
  const bool is_value = find_member(object, "@value") != nullptr || find_member(object, "@list") != nullptr ||
                        find_member(object, "@set") != nullptr;
  for (; next < end; next += 1 + nodes[next + 1].span) {
    const auto name = nodes[next].view();
    if (is_context && !may_define(nodes[next], nodes[next + 1])) return false;
    if (is_value && !may_stand_beside_value(name)) return false;
    if (name.starts_with('@') && find_member(object, name) != nullptr) return false;
  }
  return true;
}

bool json_parser::doubt_behind_braces() {
  auto& nodes = tree_->nodes;
  const auto before = faults_.size();
  std::vector<std::uint32_t> objects{0};
  while (!objects.empty()) {
    const auto object = objects.back(), end = object + nodes[object].span;
    objects.pop_back();
    for (auto key = object + 1, next = key; key < end; key = next) {
      const auto value = key + 1;
      next = value + nodes[value].span;
      if (!nodes[value].is_object() || (next < end && !may_take(key, next, end))) continue;
      if (next < end) doubt(next, end);
      if (nodes[key].view() == "@context")
        doubt(key, next);
      else
        objects.push_back(value);
      break;
    }
  }
  return faults_.size() != before;
}

bool json_parser::is_lined_up() {
  auto& nodes = tree_->nodes;
  std::optional<std::string_view> own;
  for (std::uint32_t key = 1; key < nodes[0].span; key += 1 + nodes[key + 1].span) {
    const auto space = indent_of(nodes[key].begin);
    if (space && own && *space != *own) return false;
    if (space) own = space;
  }
  return true;
}

/// Gives up the members of an object that may be those of the object around it. The first one is its own.
void json_parser::doubt_before_end() {
  auto& nodes = tree_->nodes;
  const char* last = end_;
  while (is_white_space(last[-1])) --last;
  if (cut_depth_ == 1 && last[-1] != '}') return;
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
        is_context || is_doubled ? doubt(opening, end) : doubt(at, end);
        nodes[around].may_own = true;
        break;
      }
      visit(object, at);
    }
  }
}

}  // namespace laundromat::jsonld
