// Implements damage_range: narrows the damage to a line, member or item whose surroundings are balanced without it.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/json/damage_range.hpp"

#include <algorithm>
#include <optional>

#include "core/rdf/jsonld/json/json_syntax.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat::jsonld {

// One character too many or too few makes a quote, a bracket or a mark wrong. When the text is whole without some lines, the brackets of
// all other lines fit; when these lines are those of a member or item by their indentation, and all around them is indented as it is
// nested, the damage is within them. An item that begins with its name and has as many opening as closing brackets is as sure.

namespace {

constexpr std::size_t most_outer = 6, most_ends = 4;

constexpr bool is_line_break(char c) {
  return c == '\n' || c == '\r';
}

std::size_t line_begin(std::string_view text, std::size_t at) {
  while (at > 0 && !is_line_break(text[at - 1])) --at;
  return at;
}

/// Where the line after that of `at` begins.
std::size_t next_line(std::string_view text, std::size_t at) {
  while (at < text.size() && !is_line_break(text[at])) ++at;
  while (at < text.size() && is_line_break(text[at])) ++at;
  return at;
}

/// Where the line before the one at `begin` begins; nothing for the first.
std::optional<std::size_t> line_before(std::string_view text, std::size_t begin) {
  while (begin > 0 && is_white_space(text[begin - 1])) --begin;
  if (begin == 0) return std::nullopt;
  return line_begin(text, begin - 1);
}

/// The space that a line begins with.
std::string_view indent(std::string_view text, std::size_t begin) {
  auto end = begin;
  while (end < text.size() && (text[end] == ' ' || text[end] == '\t')) ++end;
  return text.substr(begin, end - begin);
}

/// The same before a value or key; nothing when it does not begin its line.
std::optional<std::string_view> indent_before(std::string_view text, std::size_t at) {
  const auto begin = line_begin(text, at);
  const auto space = indent(text, begin);
  if (begin == 0 || begin + space.size() != at) return std::nullopt;
  return space;
}

bool is_deeper(std::string_view inner, std::string_view outer) {
  return inner.size() > outer.size() && inner.starts_with(outer);
}

/// Behind the last line of what begins with the line at `begin`: lines that are indented more, and the bracket that closes it.
std::size_t block_end(std::string_view text, std::size_t begin) {
  const auto own = indent(text, begin);
  auto at = next_line(text, begin);
  for (; at < text.size(); at = next_line(text, at)) {
    const auto space = indent(text, at);
    const auto first = at + space.size();
    if (first < text.size() && is_white_space(text[first])) continue;
    if (is_deeper(space, own)) continue;
    const bool is_closer =
        first < text.size() && std::string_view("}],").find(text[first]) != std::string_view::npos;
    return is_closer && space == own ? next_line(text, at) : at;
  }
  return at;
}

struct bracket_count {
  std::ptrdiff_t braces = 0, brackets = 0;
  [[nodiscard]] bool is_even() const { return braces == 0 && brackets == 0; }
  void add(char c) {
    braces += (c == '{') - (c == '}');
    brackets += (c == '[') - (c == ']');
  }
};

/// Where the value of the only key begins that the text has outside of brackets, and that it begins with; else 0.
std::size_t find_only_value(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == text.npos || text[first] != '"') return 0;
  const auto quote = text.find_first_of("\"\\\r\n", first + 1);
  if (quote == text.npos || text[quote] != '"') return 0;
  const auto colon = text.find_first_not_of(" \t", quote + 1);
  if (colon == text.npos || text[colon] != ':') return 0;
  bracket_count open;
  for (auto at = colon + 1; at < text.size(); ++at) {
    open.add(text[at]);
    if (text[at] != '"' || open.braces > 0) continue;
    const auto next = text.find_first_not_of(" \t\r\n", at + 1);
    if (next != text.npos && text[next] == ':') return 0;
  }
  return text.find_first_not_of(" \t\r\n", colon + 1);
}

void add_lines(std::vector<damage_range>& ranges, std::string_view text, std::size_t begin, std::size_t end) {
  const auto lines = text.substr(begin, end - begin);
  bracket_count open;
  for (const char c : lines) open.add(c);
  const auto first = lines.find_first_not_of(" \t\r\n");
  if (first == lines.npos || lines[first] == '}' || lines[first] == ']') return;
  const auto own = indent(text, begin);
  auto value = find_only_value(lines);
  if (value == lines.npos) value = 0;
  if (open.braces > 0) {  // the next lines may be within it, or one of its own braces may begin the next item
    const auto second = next_line(text, begin), behind = end + indent(text, end).size();
    const bool has_inner = second < end && is_deeper(indent(text, second), own);
    if (!has_inner || value == 0 || behind >= text.size() || text[behind] != '"') return;
  }
  ranges.push_back({begin, end, value == 0 ? 0 : begin + value, false});
}

/// A bracket that opens behind a comma, where a key is expected, with nothing behind it on its line.
void add_stray_bracket(std::vector<damage_range>& ranges, std::string_view text, std::size_t line) {
  auto end = next_line(text, line);
  while (end > line && is_white_space(text[end - 1])) --end;
  if (end == line || (text[end - 1] != '{' && text[end - 1] != '[')) return;
  auto comma = end - 1;
  while (comma > line && is_white_space(text[comma - 1])) --comma;
  if (comma > line && text[comma - 1] == ',') ranges.push_back({comma, end, 0, false});
}

}  // namespace

std::vector<damage_range> find_lines(std::string_view text, std::size_t fault) {
  std::vector<damage_range> ranges;
  auto line = line_begin(text, fault);
  if (line == 0) return ranges;
  add_stray_bracket(ranges, text, line);
  add_lines(ranges, text, line, next_line(text, line));
  if (const auto before = line_before(text, line); before && *before != 0) {
    add_stray_bracket(ranges, text, *before);
    add_lines(ranges, text, *before, next_line(text, *before));
    add_lines(ranges, text, *before, next_line(text, line));
  }
  auto narrowest = indent(text, line);
  add_lines(ranges, text, line, block_end(text, line));
  bool has_sibling = false;
  for (std::size_t outer = 0; outer < most_outer;) {
    const auto before = line_before(text, line);
    if (!before || *before == 0) break;
    line = *before;
    const auto space = indent(text, line);
    const bool is_outer = is_deeper(narrowest, space);
    if (!is_outer && (has_sibling || space != narrowest)) continue;
    has_sibling = true;
    outer += is_outer;
    narrowest = space;
    add_lines(ranges, text, line, block_end(text, line));
  }
  return ranges;
}

std::vector<damage_range> find_items(std::string_view text, std::size_t begin) {
  std::vector<damage_range> ranges;
  const auto next = [&](std::size_t at) {
    return std::min(text.find_first_not_of(" \t\r\n", at), text.size());
  };
  if (begin >= text.size() || text[begin] != '{') return ranges;
  const auto key = next(begin + 1);
  if (!text.substr(key).starts_with("\"@id\"")) return ranges;
  const auto colon = next(key + 5);
  if (colon == text.size() || text[colon] != ':') return ranges;
  bracket_count open;
  for (auto at = begin; at < text.size() && ranges.size() < most_ends; ++at) {
    open.add(text[at]);
    if (open.braces < 0 || open.brackets < 0) break;
    if (text[at] != '}' || !open.is_even()) continue;
    const auto mark = next(at + 1);
    if (mark < text.size() && (text[mark] == ',' || text[mark] == ']'))
      ranges.push_back({begin, at + 1, 0, true});
  }
  return ranges;
}

void leave_out(std::string_view text, const damage_range& range, std::string& out) {
  out = text;
  const auto blank = [&](std::size_t begin, std::size_t end) {
    for (; begin < end; ++begin)
      if (!is_line_break(out[begin])) out[begin] = ' ';
  };
  blank(range.value != 0 ? range.value : range.begin, range.end);
  const auto behind = out.find_first_not_of(" \t\r\n", range.end);
  const bool is_last = behind == out.npos || out[behind] == '}' || out[behind] == ']';
  if (range.value != 0) {
    if (range.end - range.value < 2) return;
    out[range.value] = '0';
    if (!is_last) out[range.value + 1] = ',';
    return;
  }
  const auto before = out.find_last_not_of(" \t\r\n", range.begin == 0 ? 0 : range.begin - 1);
  if (before == out.npos || behind == out.npos) return;
  if (out[before] == ',' && is_last) out[before] = ' ';
  if (range.is_item && out[behind] == ',') out[behind] = ' ';
}

namespace {

/// Whether what is directly in an object or array begins its lines with `own`, but for the first of it; and what is within these
/// is indented more.
bool is_lined_up(json_tree& tree, std::string_view text, std::uint32_t owner, std::string_view own) {
  auto& nodes = tree.nodes;
  const auto step = nodes[owner].is_object() ? 1u : 0u, end = owner + nodes[owner].span;
  std::size_t lined = 0;
  for (auto at = owner + 1; at < end;) {
    const auto space = indent_before(text, nodes[at].begin);
    if (space ? *space != own : at != owner + 1) return false;
    lined += space ? 1 : 0;
    const auto next = at + step + nodes[at + step].span;
    for (auto inner = at + 1; inner < next; ++inner)
      if (const auto deep = indent_before(text, nodes[inner].begin); deep && !is_deeper(*deep, own))
        return false;
    at = next;
  }
  return lined > 0;
}

/// Whether the letters of `@context` are in it, whatever marks are between them.
bool may_be_context(std::string_view text) {
  constexpr std::string_view name = "context";
  std::size_t found = 0;
  for (const char c : text) {
    if (c == name[found]) {
      if (++found == name.size()) return true;
    } else if (is_alpha(c)) {
      found = c == name[0] ? 1 : 0;
    }
  }
  return false;
}

}  // namespace

bool mark_range(json_tree& tree, std::string_view text, const damage_range& range) {
  auto& nodes = tree.nodes;
  const auto own = indent(text, line_begin(text, range.begin));
  std::uint32_t owner = 0;
  for (bool is_inner = true; is_inner;) {
    is_inner = false;
    const auto step = nodes[owner].is_object() ? 1u : 0u, end = owner + nodes[owner].span;
    for (auto at = owner + 1; at < end && !is_inner; at += step + nodes[at + step].span) {
      const auto& value = nodes[at + step];
      const bool is_around =
          (value.is_object() || value.is_array()) && value.begin < range.begin && value.end > range.end;
      if (!is_around) continue;
      if (step != 0 && nodes[at].view() == "@context") return false;
      const auto space = indent_before(text, nodes[at].begin);
      if (!range.is_item && space && !is_deeper(own, *space)) return false;
      owner = at + step;
      is_inner = true;
    }
  }
  auto& around = nodes[owner];
  if (range.is_item ? !around.is_array() : !is_lined_up(tree, text, owner, own)) return false;
  if (range.value != 0 && around.is_object()) {
    for (auto at = owner + 1; at < owner + around.span; at += 1 + nodes[at + 1].span) {
      if (nodes[at + 1].begin != range.value) continue;
      if (nodes[at].view() == "@context") return false;
      nodes[at + 1].kind = json_kind::damaged;
      around.is_torn = true;
      return true;
    }
    return false;
  }
  if (around.is_object() && may_be_context(text.substr(range.begin, range.end - range.begin))) return false;
  around.is_cut = around.is_torn = true;
  return true;
}

}  // namespace laundromat::jsonld
