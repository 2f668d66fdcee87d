// Implements the recovery of json_parser: skips a broken member or item, and decides how much of the text that costs.
// SPDX-License-Identifier: Apache-2.0
//
// Only the member or item itself is lost when it has a line of its own or its ends are certain. What is skipped must not hold another
// key, and its brackets must be balanced, so that nothing moves from one object to another.
#include <algorithm>
#include <utility>

#include "core/rdf/jsonld/json/json_parser.hpp"
#include "core/rdf/jsonld/json/json_syntax.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat::jsonld {

namespace {

/// Whether a comma and an object follow.
bool is_before_object(const char* at, const char* end) {
  if (at == end || *at != ',') return false;
  at = std::find_if_not(at + 1, end, is_white_space);
  return at != end && *at == '{';
}

}  // namespace

/// Whether `value` is one that follows a key, and nothing but the colon is missing.
bool json_parser::lacks_colon(const char* key, const char* value) {
  if (*key != '"' || value == text_.end || profile_ == wash_profile::strict || !ahead_.is_even())
    return false;
  if (open_.back().is_ambiguous || !text_.is_whole_text()) return false;
  if (*value != '"') return std::string_view("{[-0123456789").find(*value) != std::string_view::npos;
  const auto unit = measure_unit(value, text_.end);
  return ahead_.may_scan_unit(unit.end - value) && unit.has_plain_strings && unit.colons == 0;
}

/// A quote too many ends a string too early: when nothing else follows on its line, only that string is lost.
bool json_parser::recover_line() {
  auto& value = text_.tree->nodes.back();
  if (profile_ == wash_profile::strict || !value.is_string()) return false;
  const char* line_end = ahead_.find_line(at_).end();
  if (line_end == text_.end || !ahead_.may_scan_line(line_end - at_)) return false;
  const std::string_view line(at_, line_end);
  if (line.find_first_of("{}[]") != line.npos || holds_key(line)) return false;
  at_ += line.size();
  value.kind = json_kind::damaged;
  value.end = text_.place(at_);
  after_damage_ = true;
  return faults_.repair(errc::syntax_error, text_.begin + value.begin, at_, "a quote inside a string");
}

/// The object whose latest member begins the line at hand; `line` becomes where that line ends.
const json_parser::open_container* json_parser::find_line_owner(const char*& line) {
  const char* line_begin = ahead_.find_line(at_).begin();
  line = ahead_.find_line(at_).end();
  if (line_begin == text_.begin || line == text_.end || !ahead_.may_scan_line(line - line_begin))
    return nullptr;
  const char* first = std::find_if(line_begin, line, [](char c) { return c != ' ' && c != '\t'; });
  const auto owner = std::ranges::find_if(open_, [&](const open_container& one) {
    return one.last_key != 0 && text_.tree->nodes[one.last_key].begin == text_.place(first);
  });
  return owner == open_.end() ? nullptr : &*owner;
}

/// After a refusal: when the broken value has the rest of its line for itself, it alone is lost.
bool json_parser::recover_member(step& next) {
  if (profile_ == wash_profile::strict || !faults_.ends_with(errc::syntax_error)) return false;
  const char* line = nullptr;
  const auto* owner = find_line_owner(line);
  if (owner == nullptr) return false;
  const auto key = owner->last_key;
  const char* from = text_.begin + text_.tree->nodes[key].end;
  while (from != line && (is_white_space(*from) || *from == ':')) ++from;
  const char* to = line;
  while (to != from && is_white_space(to[-1])) --to;
  if (to != from && to[-1] == ',') --to;
  const std::string_view value(from, to);
  if (value.empty() || (value.front() != '{' && value.front() != '[') || !is_bracketed(value)) return false;
  open_.resize(static_cast<std::size_t>(owner - open_.data()) + 1);
  text_.tree->nodes.cut(key + 1);
  faults_.drop_last();
  text_.add(json_kind::damaged, from, to);
  at_ = to;
  after_damage_ = true;
  next = step::after;
  return faults_.repair(errc::syntax_error, from, to, "a broken value");
}

/// After a refusal in a text whose quotes and brackets fit: the item or member at hand is lost. A member must show its key and no other
/// one, which might have been the name of its object. A key alone may have been an item of the value before. Where a quote is ambiguous, what
/// is lost begins and ends as a string does, and nothing else around it may be wrong: behind quotes in a string other items may be text.
/// A member where an item must be may be one of the object behind it, whose brace is in the wrong place.
/// Else what is around is lost, as the item or member that it is.
bool json_parser::recover_unit(step& next) {
  if (profile_ == wash_profile::strict || !faults_.ends_with(errc::syntax_error)) return false;
  const bool is_whole = text_.is_whole_text();
  if (!is_whole || is_uneven_ || !ahead_.is_even()) return false;
  const std::size_t outermost = text_.chunk == json_chunk::items ? 1 : 0;
  // Behind a bracket in an empty place the next items may be those that were meant to be in its own.
  const bool is_swapped =
      !open_.empty() && !open_.back().is_object && ends_in_empty_place({text_.begin, at_});
  for (auto depth = open_.size() - (is_swapped ? 1 : 0); depth > outermost; --depth) {
    const auto& one = open_[depth - 1];
    const char* from = text_.begin + one.unit;
    const auto unit = measure_unit(from, text_.end);
    if (!ahead_.may_scan_unit(unit.end - from)) return false;
    if (one.is_object && (one.last_key != one.unit_node || one.last_key == 0)) continue;
    const char* to = unit.end;
    if (one.is_object && unit.colons > 0) {
      const char* colon = text_.begin + text_.tree->nodes[one.last_key].end;
      if (unit.colons > 1 || std::find_if_not(colon, to, is_white_space) != unit.colon) continue;
      from = std::find_if_not(unit.colon + 1, to, is_white_space);
    }
    if (!one.is_object && unit.colons > 0 && is_before_object(unit.end, text_.end)) {
      if (depth == 2 && is_graph_at_hand()) return false;
      continue;
    }
    while (to != from && is_white_space(to[-1])) --to;
    const bool is_ambiguous = !unit.has_plain_strings;
    if (is_ambiguous && (one.is_repaired || !is_quoted({from, to}))) continue;
    if (unit.colons == 0 && one.is_object && one.is_ambiguous) continue;
    const auto message = faults_.back().message;
    faults_.drop_from(one.unit);
    has_gap_ = has_loss_ = true;
    text_.tree->nodes.cut(one.unit_node + (one.is_object ? 1 : 0));
    open_.resize(depth);
    auto& around = open_.back();
    around.is_repaired = true;
    around.is_ambiguous = around.is_ambiguous || is_ambiguous;
    if (around.is_object && unit.colons == 0 && around.prior_key != 0)
      text_.tree->nodes[around.prior_key + 1].is_torn = true;
    text_.add(json_kind::damaged, from, to);
    at_ = unit.end;
    next = step::after;
    return faults_.repair(errc::syntax_error, from, to, message);
  }
  return false;
}

/// After a refusal, a number among the members belongs to the one before: `48,1` is no number, and costs its member.
bool json_parser::recover_number(step& next) {
  const bool is_whole = text_.is_whole_text();
  if (profile_ == wash_profile::strict || !is_whole || open_.empty() || !open_.back().is_object) return false;
  auto& one = open_.back();
  const auto value = one.last_key + 1;
  if (one.last_key == 0 || value + 1 != one.unit_node || text_.tree->nodes.size() != one.unit_node)
    return false;
  const auto before = text_.tree->nodes[value];
  if (!before.is(json_kind::number) && !before.is(json_kind::damaged)) return false;
  const char* to = text_.begin + one.unit;
  while (to != text_.end && (is_digit(*to) || *to == '.')) ++to;
  const char* behind = std::find_if_not(to, text_.end, is_white_space);
  const bool is_number =
      to != text_.begin + one.unit && behind != text_.end && (*behind == ',' || *behind == '}');
  if (!is_number || is_uneven_ || !ahead_.is_even()) return false;
  faults_.drop_from(before.begin);
  has_gap_ = has_loss_ = one.is_repaired = true;
  text_.tree->nodes.cut(value);
  const char* from = text_.begin + before.begin;
  text_.add(json_kind::damaged, from, to);
  at_ = to;
  next = step::after;
  return faults_.repair(errc::syntax_error, from, to, "a number with a comma");
}

/// Closes what is open at the end of the text. The member or item at hand goes when it is only begun.
bool json_parser::end_cut(bool is_whole, bool is_begun, step& next) {
  const auto& last = open_.back();
  cut_begin_ = text_.place(text_.end);
  if (is_begun) {
    cut_begin_ = last.unit;
    text_.tree->nodes.cut(last.unit_node);
  }
  cut_depth_ = open_.size();
  for (auto depth = cut_depth_; depth > 0; --depth) {
    auto& node = text_.tree->nodes[open_[depth - 1].node];
    node.is_cut = node.is_torn = !is_whole || depth > 1;
    cut_begin_ =
        std::min(cut_begin_, text_.tree->nodes.size() == open_[depth - 1].node + 1 ? node.begin : cut_begin_);
  }
  while (!open_.empty()) close();
  return next = step::done, true;
}

/// After a refusal: the text ends within a string.
bool json_parser::end_cut_string(step& next) {
  if (text_.chunk != json_chunk::cut || open_.empty() || !faults_.ends_with(errc::unterminated)) return false;
  faults_.drop_behind(open_.back().unit);
  at_ = text_.end;
  return end_cut(false, true, next);
}

/// Behind a key without its colon: nothing follows but the value, or `=` or `=>` before it.
bool json_parser::repair_colon(const char* key) {
  const std::string_view rest(at_, text_.end);
  const std::size_t size = rest.starts_with("=>") ? 2 : rest.starts_with("=") ? 1 : 0;
  const char* value = std::find_if_not(at_ + size, text_.end, is_white_space);
  if (!lacks_colon(key, value))
    return faults_.refuse(errc::syntax_error, key, at_, "a key without its colon");
  const char* mark = std::exchange(at_, at_ + size);
  open_.back().is_repaired = true;
  return note_gap() && faults_.repair(errc::lenient_json, mark, at_, "a missing colon", ":");
}

/// Where a comma is missing between two values: whether the bracket that ends the first one has a comma before it, or the one that begins
/// the second one has a delimiter behind it, or the second one touches the first one as only parts of a number do.
bool json_parser::is_bracket_swapped() const {
  const std::string_view before(text_.begin, at_), behind(at_ + 1, text_.end);
  const bool is_number = *at_ == '-' || is_digit(*at_);
  if (is_number && !before.empty() && !is_white_space(before.back())) return true;
  if (ends_in_empty_place(before)) return true;
  const auto next = behind.find_first_not_of(" \t\r\n");
  return (*at_ == '{' || *at_ == '[') && next != behind.npos && (behind[next] == ',' || behind[next] == ':');
}

/// Where a comma is missing between two values: whether they may be one string with quotes inside. In an object, what follows must be a
/// key; in an array, a string must not touch what is beside it.
bool json_parser::may_be_one_value() const {
  if (open_.back().is_ambiguous) return true;
  if (!open_.back().is_object) {
    const char before = at_ == text_.begin ? ' ' : at_[-1];
    return before == '"' || (*at_ == '"' && !is_white_space(before) && before != '/');
  }
  const char* at = at_ + 1;
  for (; at != text_.end && *at != '"'; ++at)
    if (*at == '\\' && at + 1 != text_.end) ++at;
  if (at != text_.end) at = std::find_if_not(at + 1, text_.end, is_white_space);
  return at == text_.end || *at != ':';
}

/// A bracket that does not fit and a gap in one text: then the bracket closed too early, and what follows belongs elsewhere.
bool json_parser::note_gap() {
  if (is_uneven_ || has_hole_)
    return faults_.refuse(errc::syntax_error, at_, at_, "brackets that do not fit what is missing");
  has_gap_ = true;
  return true;
}

/// Whether the root's member at hand is one whose items are read singly when the root cannot be read.
bool json_parser::is_graph_at_hand() const {
  const auto key = text_.tree->nodes[open_.front().last_key].view();
  return open_.front().is_object && (key == "@graph" || key == "@included");
}

/// Behind the last value, or the bracket that opens.
const char* json_parser::find_comma_before() const {
  const char* comma = at_;
  while (comma != text_.begin && is_white_space(comma[-1])) --comma;
  return comma != text_.begin && comma[-1] == ',' ? comma - 1 : at_;
}

/// Where an item is expected: commas in a row are one defect, together with the one before them when no item follows.
bool json_parser::read_commas() {
  const char *end = at_, *next = at_;
  for (; next != text_.end && (is_white_space(*next) || *next == ','); ++next)
    if (*next == ',') end = next + 1;
  if (end == at_) return repair_last_comma();
  const bool is_last = next == text_.end || *next == ']' || *next == '}';
  const char* begin = is_last ? find_comma_before() : at_;
  text_.tree->nodes[open_.back().node].is_torn = true;
  if (!faults_.repair(errc::lenient_json, begin, end, "a comma too many")) return false;
  at_ = end - 1;
  return true;
}

/// A comma with only a bracket behind it, which is at hand.
bool json_parser::repair_last_comma() {
  const char* comma = find_comma_before();
  const char* end = comma == at_ ? at_ : comma + 1;
  const bool is_reported =
      end != comma && faults_.ends_with(errc::lenient_json) && faults_.back().end == text_.place(end);
  return is_reported || faults_.repair(errc::lenient_json, comma, end, "a comma before the end");
}

}  // namespace laundromat::jsonld
