// Implements json_parser: the grammar of RFC 8259 as a loop over an explicit stack.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/json/json_parser.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/rdf/jsonld/json/json_syntax.hpp"

namespace laundromat::jsonld {

json_parser::json_parser(wash_profile profile, const reader_limits& limits)
    : profile_(profile),
      nesting_(limits.nesting),
      faults_(profile, 2 * limits.node_object_bytes + 4096),
      strings_(profile, faults_),
      words_(faults_),
      keys_(faults_),
      ambiguous_(text_, faults_, ahead_) {}

bool json_parser::parse(std::string_view text, json_chunk chunk, json_tree& tree) {
  tree.clear();
  text_ = {text.data(), text.data() + text.size(), &tree, chunk};
  at_ = text_.begin;
  faults_.begin(text_);
  strings_.begin(text_);
  words_.begin(text_);
  keys_.begin(text_);
  ahead_.begin(text);
  open_.clear();
  after_damage_ = has_gap_ = has_hole_ = has_loss_ = is_uneven_ = false;
  cut_depth_ = 0;
  return run();
}

bool json_parser::run() {
  step next = step::value;
  if (text_.chunk == json_chunk::items || text_.chunk == json_chunk::tail) {
    if (!open(text_.chunk == json_chunk::tail, next)) return false;
    if (text_.chunk == json_chunk::tail) next = step::after;
  }
  while (next != step::done)
    if (!take_step(next) && (strings_.may_be_text() || (!end_cut_string(next) && !recover_member(next) &&
                                                        !recover_number(next) && !recover_unit(next))))
      return false;
  if (!words_.skip_space(at_)) return false;
  if (at_ != text_.end) return faults_.refuse(errc::syntax_error, at_, text_.end, "text after the value");
  return true;
}

bool json_parser::take_step(step& next) {
  if (!words_.skip_space(at_)) {
    const bool is_within =
        open_.empty() || next == step::after || (next == step::value && open_.back().is_object);
    if (!is_within) begin_unit();  // the refusal is one of the unit that begins here
    return false;
  }
  if (at_ == text_.end) return at_end(next);
  if (faults_.is_too_much())
    return faults_.refuse(errc::statement_too_long, text_.begin, text_.end, "more values than the limit");
  switch (next) {
    case step::first:
      begin_unit();
      if (*at_ == '}' && open_.back().is_object) return close(), next = step::after, true;
      if (*at_ == ']' && !open_.back().is_object) return close(), next = step::after, true;
      return open_.back().is_object ? read_key(next) : read_value(next);
    case step::value:
      if (!open_.empty() && !open_.back().is_object) begin_unit();
      return read_value(next);
    case step::key:
      begin_unit();
      return read_key(next);
    case step::after:
      return after_value(next);
    case step::done:
      break;
  }
  return true;
}

/// The text ends: as it must, or at a place where its part may end, or too early.
bool json_parser::at_end(step& next) {
  const bool is_inside = !open_.empty();
  if (next == step::after && !is_inside) return next = step::done, true;
  if (text_.chunk == json_chunk::items && open_.size() == 1) {
    if (next == step::value && !repair_last_comma()) return false;
    return close(), next = step::done, true;
  }
  if (text_.chunk == json_chunk::head && is_inside && (next == step::first || next == step::after)) {
    while (!open_.empty()) close();
    return next = step::done, true;
  }
  if (text_.chunk == json_chunk::cut && is_inside) {
    const bool is_behind_value = next == step::after,
               is_behind_key = next == step::value && open_.back().is_object;
    const bool is_word =
        is_behind_value && !is_white_space(text_.end[-1]) && !is_json_delimiter(text_.end[-1]);
    const bool is_whole = is_behind_value && open_.size() == 1 && is_white_space(text_.end[-1]);
    return end_cut(is_whole, is_word || is_behind_key, next);
  }
  return faults_.refuse(errc::unterminated, text_.begin, text_.end, "the text ends inside a value");
}

bool json_parser::open(bool is_object, step& next) {
  if (open_.size() >= nesting_) return faults_.refuse(errc::too_deep_nesting, at_, text_.end, {});
  open_.push_back({.node = static_cast<std::uint32_t>(text_.tree->nodes.size()), .is_object = is_object});
  text_.add(is_object ? json_kind::object : json_kind::array, at_, at_);
  next = step::first;
  return true;
}

void json_parser::close() {
  const auto object = open_.back();
  open_.pop_back();
  if (!open_.empty()) {
    open_.back().is_repaired |= object.is_repaired;
    open_.back().is_ambiguous |= object.is_ambiguous;
  }
  if (at_ != text_.end) ++at_;
  auto& node = text_.tree->nodes[object.node];
  node.end = text_.place(at_);
  node.span = static_cast<std::uint32_t>(text_.tree->nodes.size()) - object.node;
  if (object.is_object) keys_.close(object.keys, object.node);
}

bool json_parser::read_value(step& next) {
  const char c = *at_;
  if (c == '{' || c == '[') {
    if (!open(c == '{', next)) return false;
    ++at_;
    return true;
  }
  next = step::after;
  if (c == '"') return read_string();
  if (c == '-' || (c >= '0' && c <= '9')) return words_.read_number(at_);
  if (c == '\'') return read_single_quoted();
  if (c == ',' || c == ']' || c == '}') {
    if (open_.empty()) return faults_.refuse(errc::syntax_error, at_, at_ + 1, "no value");
    if (!open_.back().is_object) return read_commas();
    if (!note_gap()) return false;
    has_hole_ = true;
    const char* key = text_.begin + text_.tree->nodes.back().begin;
    if (!faults_.repair(errc::syntax_error, key, at_, "a key without a value")) return false;
    text_.add(json_kind::damaged, key, at_);
    return true;
  }
  if (c == ':') return faults_.refuse(errc::syntax_error, at_, at_ + 1, "a colon instead of a value");
  return words_.read_word(at_);
}

bool json_parser::read_key(step& next) {
  const char c = *at_;
  if (c == '}') {
    if (!repair_last_comma()) return false;
    return close(), next = step::after, true;
  }
  if (c == ',') {
    if (next == step::first)
      return faults_.refuse(errc::syntax_error, at_, at_ + 1, "a comma after an opening bracket");
    if (!faults_.repair(errc::lenient_json, at_, at_ + 1, "a comma too many")) return false;
    ++at_;
    return true;
  }
  const char* key = at_;
  if (!(c == '"' ? read_string() : c == '\'' ? read_single_quoted() : words_.read_bare_key(at_)))
    return false;
  if (!text_.tree->nodes.back().is_string())
    return faults_.refuse(faults_.back().rule, key, at_, "a key that cannot be read");
  keys_.note(open_.back().keys, open_.back().node);
  open_.back().prior_key = open_.back().last_key;
  open_.back().last_key = static_cast<std::uint32_t>(text_.tree->nodes.size() - 1);
  if (!words_.skip_space(at_)) return false;
  next = step::value;
  if (at_ != text_.end && *at_ == ':') return ++at_, true;
  return repair_colon(key);
}

bool json_parser::after_value(step& next) {
  const bool had_damage = std::exchange(after_damage_, false);
  if (open_.empty()) return next = step::done, true;
  const auto& container = open_.back();
  const bool is_virtual = open_.size() == 1 && text_.chunk == json_chunk::items;
  const char c = *at_;
  if (c == ',') {
    ++at_;
    next = container.is_object ? step::key : step::value;
    return true;
  }
  if (c == (container.is_object ? '}' : ']') && !is_virtual) return close(), true;
  if (c == '}' || c == ']') {  // without it the brackets must come out even, or
                               // the text is refused at its end
    const bool may_stand_here = !has_gap_ && !std::exchange(is_uneven_, true) &&
                                (c == ']' || !has_member_behind_brace({text_.begin, at_}));
    if (!may_stand_here) return faults_.refuse(errc::syntax_error, at_, at_ + 1, "brackets that do not fit");
    if (!faults_.repair(errc::unbalanced_bracket, at_, at_ + 1, {})) return false;
    ++at_;
    return true;
  }
  if (!had_damage && c != '"' && recover_line()) return true;
  const auto wanted = container.is_object ? std::string_view("\"") : std::string_view("\"{[-0123456789");
  if (!had_damage && wanted.find(c) == wanted.npos)
    return faults_.refuse(errc::syntax_error, at_, at_ + 1, "neither a comma nor the end");
  if (!had_damage && is_bracket_swapped())
    return faults_.refuse(errc::syntax_error, at_, at_ + 1,
                          "a bracket in the place of another, or within a number");
  if (!had_damage && may_be_one_value())
    return faults_.refuse(errc::syntax_error, at_, at_ + 1, "neither a comma nor the end");
  if (!had_damage) open_.back().is_repaired = true;
  if (!had_damage && (!note_gap() || !faults_.repair(errc::lenient_json, at_, at_, "a missing comma", ",")))
    return false;
  next = container.is_object ? step::key : step::value;
  return true;
}

/// A string; the separator behind one that lacks its quote is a part of the damage.
bool json_parser::read_string() {
  const bool is_read = strings_.read(at_, '"', is_in_object());
  after_damage_ = after_damage_ || strings_.ends_damaged();
  return is_read;
}

bool json_parser::read_single_quoted() {
  const bool is_read = strings_.read_single_quoted(at_, is_in_object());
  after_damage_ = after_damage_ || strings_.ends_damaged();
  return is_read;
}

bool json_parser::is_sound() const {
  constexpr std::array harmless{errc::lenient_json, errc::illegal_utf8, errc::bad_escape,
                                errc::lone_surrogate, errc::byte_order_mark};
  return !has_gap_ && !has_hole_ && !has_loss_ && !is_uneven_ &&
         std::ranges::all_of(faults_.all(), [&](const json_fault& one) {
           return std::ranges::find(harmless, one.rule) != harmless.end();
         });
}

std::uint32_t json_parser::first_fault() const {
  constexpr std::array apart{errc::illegal_utf8, errc::bad_escape, errc::lone_surrogate,
                             errc::byte_order_mark, errc::unterminated};
  auto first = text_.place(text_.end);
  for (const auto& one : faults_.all())
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
    if (open_[depth - 1].keys.members > 0) return open_[depth - 1].unit;
  return 0;
}

bool json_parser::may_hold_two(bool is_damaged_elsewhere) const {
  if (!keys_.has_keyword()) return false;
  const auto is_structural = [](const json_fault& one) {
    return one.rule == errc::syntax_error || one.rule == errc::unbalanced_bracket ||
           one.rule == errc::wrong_quote;
  };
  return is_damaged_elsewhere || has_gap_ || has_hole_ || std::ranges::any_of(faults_.all(), is_structural);
}

}  // namespace laundromat::jsonld
