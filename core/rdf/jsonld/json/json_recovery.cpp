// What a broken member or item costs: itself, when it has a line of its own.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/rdf/jsonld/json/json_parser.hpp"
#include "core/rdf/jsonld/json/json_syntax.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat::jsonld {

// What is skipped must not hold another key, and brackets must come out even, so that nothing moves from one object to another.

namespace {

constexpr std::uint64_t most_lookaheads = 16, least_lookaheads = 64 * 1024;

bool has_key(std::string_view text) {
  for (auto quote = text.find('"'); quote != text.npos; quote = text.find('"', quote + 1)) {
    const auto next = text.find_first_not_of(" \t\r\n", quote + 1);
    if (next != text.npos && text[next] == ':') return true;
  }
  return false;
}

/// Whether the text begins and ends with a quote, and no key is in it.
bool is_quoted(std::string_view text) {
  return text.size() > 1 && text.front() == '"' && text.back() == '"' && !has_key(text);
}

/// Whether the slash behind `before` begins a comment, and is not one of an IRI that lost its quote.
bool begins_comment(std::string_view before, std::string_view text) {
  if (text.starts_with("/*")) return true;
  return text.starts_with("//") &&
         !(before.size() > 1 && before.back() == ':' && is_alpha(before[before.size() - 2]));
}

/// Whether the text is one value by its brackets: those that it begins with close at its end and not before.
bool is_bracketed(std::string_view text) {
  int depth = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '{' || text[at] == '[') ++depth;
    if (text[at] == '}' || text[at] == ']') --depth;
    if (depth <= 0 && at + 1 < text.size()) return false;
  }
  return depth == 0;
}

/// The member or item that begins at `from`, up to the comma or bracket behind it, where all brackets fit.
struct json_unit {
  const char* end;
  std::size_t colons = 0;       ///< of its own: the first, and others that may stand behind a key
  const char* colon = nullptr;  ///< the first of them
  bool has_plain_strings =
      true;  ///< each string of its own is followed by what follows strings, so that no quote is in doubt
};

/// Whether the colon stands within a word, as in an IRI; behind a key stands a value.
bool is_within_word(const char* colon, const char* end) {
  return end - colon > 1 && (colon[1] == '/' || is_alpha(colon[1]));
}

json_unit measure_unit(const char* from, const char* end) {
  json_unit unit{end};
  int depth = 0;
  for (const char* at = from; at != end; ++at) {
    const char c = *at;
    if (c == '"') {
      for (++at; at != end && *at != '"'; ++at)
        if (*at == '\\' && at + 1 != end) ++at;
      if (at == end) return unit.has_plain_strings = false, unit;
      const auto* next = std::find_if_not(at + 1, end, is_white_space);
      if (depth == 0 && next != end && !is_behind_string(*next)) unit.has_plain_strings = false;
    } else if (depth == 0 && (c == ',' || c == '}' || c == ']')) {
      return unit.end = at, unit;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if (c == '}' || c == ']') {
      --depth;
    } else if (c == ':' && depth == 0 && (unit.colons == 0 || !is_within_word(at, end))) {
      if (unit.colons++ == 0) unit.colon = at;
    }
  }
  return unit;
}

}  // namespace

/// Whether text may be looked at once more; however much is broken, this takes a bounded part of the time of reading.
bool json_parser::may_look_ahead(std::uint64_t& scanned_bytes, std::ptrdiff_t size) const {
  scanned_bytes += static_cast<std::uint64_t>(size);
  return scanned_bytes <= most_lookaheads * static_cast<std::uint64_t>(end_ - begin_) + least_lookaheads;
}

/// Finds the line of `at_`; no byte is looked at twice while that goes forward.
void json_parser::find_line() {
  if (at_ < line_begin_) line_begin_ = line_end_ = begin_;
  while (line_end_ != end_ && (line_end_ < at_ || (*line_end_ != '\n' && *line_end_ != '\r'))) {
    if (*line_end_ == '\n' || *line_end_ == '\r') line_begin_ = line_end_ + 1;
    ++line_end_;
  }
}

/// Whether quotes and brackets of the whole text fit, so that what is broken is neither.
bool json_parser::is_even() {
  if (is_even_) return *is_even_;
  is_even_ = false;
  std::string open;
  for (const char* at = begin_; at != end_; ++at) {
    const char c = *at;
    if (c == '"') {
      for (++at; at != end_ && *at != '"' && static_cast<unsigned char>(*at) >= 0x20; ++at)
        if (*at == '\\' && at + 1 != end_) ++at;
      if (at == end_ || *at != '"') return false;
    } else if (c == '{' || c == '[') {
      open += c == '{' ? '}' : ']';
    } else if (c == '}' || c == ']') {
      if (open.empty() || open.back() != c) return false;
      open.pop_back();
    } else if (c == '\'' || (c == '/' && begins_comment({begin_, at}, {at, end_}))) {
      return false;
    }
  }
  is_even_ = open.empty();
  return *is_even_;
}

/// Whether `value` is one that follows a key, and nothing but the colon is missing.
bool json_parser::lacks_colon(const char* key, const char* value) {
  if (*key != '"' || value == end_ || profile_ == wash_profile::strict || !is_even()) return false;
  if (open_.back().is_doubtful || (chunk_ != json_chunk::value && chunk_ != json_chunk::items)) return false;
  if (*value != '"') return std::string_view("{[-0123456789").find(*value) != std::string_view::npos;
  const auto unit = measure_unit(value, end_);
  return may_look_ahead(scanned_unit_bytes_, unit.end - value) && unit.has_plain_strings && unit.colons == 0;
}

/// A quote too many ends a string too early: when nothing else follows on its line, only that string is lost.
bool json_parser::recover_line() {
  auto& value = tree_->nodes.back();
  if (profile_ == wash_profile::strict || !value.is_string()) return false;
  find_line();
  if (line_end_ == end_ || !may_look_ahead(scanned_line_bytes_, line_end_ - at_)) return false;
  const std::string_view line(at_, line_end_);
  if (line.find_first_of("{}[]") != line.npos || has_key(line)) return false;
  at_ += line.size();
  value.kind = json_kind::damaged;
  value.end = place(at_);
  after_damage_ = true;
  return repair(errc::syntax_error, begin_ + value.begin, at_, "a quote inside a string");
}

/// The object whose latest member begins the line at hand; `line` becomes where that line ends.
const json_parser::open_container* json_parser::find_line_owner(const char*& line) {
  find_line();
  line = line_end_;
  if (line_begin_ == begin_ || line == end_ || !may_look_ahead(scanned_line_bytes_, line - line_begin_))
    return nullptr;
  const char* first = std::find_if(line_begin_, line, [](char c) { return c != ' ' && c != '\t'; });
  const auto owner = std::ranges::find_if(open_, [&](const open_container& one) {
    return one.last_key != 0 && tree_->nodes[one.last_key].begin == place(first);
  });
  return owner == open_.end() ? nullptr : &*owner;
}

/// After a refusal: when the broken value has the rest of its line for itself, it alone is lost.
bool json_parser::recover_member(step& next) {
  if (profile_ == wash_profile::strict || faults_.empty() || faults_.back().rule != errc::syntax_error)
    return false;
  const char* line = nullptr;
  const auto* owner = find_line_owner(line);
  if (owner == nullptr) return false;
  const auto key = owner->last_key;
  const char* from = begin_ + tree_->nodes[key].end;
  while (from != line && (is_white_space(*from) || *from == ':')) ++from;
  const char* to = line;
  while (to != from && is_white_space(to[-1])) --to;
  if (to != from && to[-1] == ',') --to;
  const std::string_view value(from, to);
  if (value.empty() || (value.front() != '{' && value.front() != '[') || !is_bracketed(value)) return false;
  open_.resize(static_cast<std::size_t>(owner - open_.data()) + 1);
  tree_->nodes.cut(key + 1);
  faults_.pop_back();
  add(json_kind::damaged, from, to);
  at_ = to;
  after_damage_ = true;
  next = step::after;
  return repair(errc::syntax_error, from, to, "a broken value");
}

/// After a refusal in a text whose quotes and brackets fit: the item or member at hand is lost. A member must show its key and no other
/// one, which might have said what its object is. A key alone may have been an item of the value before. Where a quote is in doubt, what
/// is lost begins and ends as a string does, and nothing else around it may be wrong: behind quotes in a string other items may be text.
/// Else what is around is lost, as the item or member that it is.
bool json_parser::recover_unit(step& next) {
  if (profile_ == wash_profile::strict || faults_.empty() || faults_.back().rule != errc::syntax_error)
    return false;
  const bool is_whole = chunk_ == json_chunk::value || chunk_ == json_chunk::items;
  if (!is_whole || is_uneven_ || !is_even()) return false;
  const std::size_t outermost = chunk_ == json_chunk::items ? 1 : 0;
  // Behind a bracket in an empty place the next items may be those that were meant to stand in its own.
  const bool is_swapped = !open_.empty() && !open_.back().is_object && ends_in_empty_place({begin_, at_});
  for (auto depth = open_.size() - (is_swapped ? 1 : 0); depth > outermost; --depth) {
    const auto& one = open_[depth - 1];
    const char* from = begin_ + one.unit;
    const auto unit = measure_unit(from, end_);
    if (!may_look_ahead(scanned_unit_bytes_, unit.end - from)) return false;
    if (one.is_object && (one.last_key != one.unit_node || one.last_key == 0)) continue;
    const char* to = unit.end;
    if (one.is_object && unit.colons > 0) {
      const char* colon = begin_ + tree_->nodes[one.last_key].end;
      if (unit.colons > 1 || std::find_if_not(colon, to, is_white_space) != unit.colon) continue;
      from = std::find_if_not(unit.colon + 1, to, is_white_space);
    }
    while (to != from && is_white_space(to[-1])) --to;
    const bool is_doubtful = !unit.has_plain_strings;
    if (is_doubtful && (one.is_repaired || !is_quoted({from, to}))) continue;
    if (unit.colons == 0 && one.is_object && one.is_doubtful) continue;
    const auto message = faults_.back().message;
    while (!faults_.empty() && faults_.back().begin >= one.unit) faults_.pop_back();
    has_gap_ = has_loss_ = true;
    tree_->nodes.cut(one.unit_node + (one.is_object ? 1 : 0));
    open_.resize(depth);
    auto& around = open_.back();
    around.is_repaired = true;
    around.is_doubtful = around.is_doubtful || is_doubtful;
    if (around.is_object && unit.colons == 0 && around.prior_key != 0)
      tree_->nodes[around.prior_key + 1].is_torn = true;
    add(json_kind::damaged, from, to);
    at_ = unit.end;
    next = step::after;
    return repair(errc::syntax_error, from, to, message);
  }
  return false;
}

/// After a refusal, a number among the members belongs to the one before: `48,1` is no number, and costs its member.
bool json_parser::recover_number(step& next) {
  const bool is_whole = chunk_ == json_chunk::value || chunk_ == json_chunk::items;
  if (profile_ == wash_profile::strict || !is_whole || open_.empty() || !open_.back().is_object) return false;
  auto& one = open_.back();
  const auto value = one.last_key + 1;
  if (one.last_key == 0 || value + 1 != one.unit_node || tree_->nodes.size() != one.unit_node) return false;
  const auto before = tree_->nodes[value];
  if (!before.is(json_kind::number) && !before.is(json_kind::damaged)) return false;
  const char* to = begin_ + one.unit;
  while (to != end_ && (is_digit(*to) || *to == '.')) ++to;
  const char* behind = std::find_if_not(to, end_, is_white_space);
  const bool is_number = to != begin_ + one.unit && behind != end_ && (*behind == ',' || *behind == '}');
  if (!is_number || is_uneven_ || !is_even()) return false;
  while (!faults_.empty() && faults_.back().begin >= before.begin) faults_.pop_back();
  has_gap_ = has_loss_ = one.is_repaired = true;
  tree_->nodes.cut(value);
  const char* from = begin_ + before.begin;
  add(json_kind::damaged, from, to);
  at_ = to;
  next = step::after;
  return repair(errc::syntax_error, from, to, "a number with a comma");
}

}  // namespace laundromat::jsonld
