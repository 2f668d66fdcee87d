// Commas and colons that are missing, or too many.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "core/rdf/jsonld/json/json_parser.hpp"
#include "core/rdf/jsonld/json/json_syntax.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat::jsonld {

/// Behind a key without its colon: nothing stands there but the value, or `=` or `=>` before it.
bool json_parser::repair_colon(const char* key) {
  const std::string_view rest(at_, end_);
  const std::size_t size = rest.starts_with("=>") ? 2 : rest.starts_with("=") ? 1 : 0;
  const char* value = std::find_if_not(at_ + size, end_, is_white_space);
  if (!lacks_colon(key, value)) return refuse(errc::syntax_error, key, at_, "a key without its colon");
  const char* mark = std::exchange(at_, at_ + size);
  open_.back().is_repaired = true;
  return note_gap() && repair(errc::lenient_json, mark, at_, "a missing colon", ":");
}

/// Where a comma is missing between two values: whether the bracket that ends the first one has a comma before it, or the one that
/// begins the second one has a delimiter behind it, or the second one touches the first one as only parts of a number do.
bool json_parser::is_bracket_swapped() const {
  const std::string_view before(begin_, at_), behind(at_ + 1, end_);
  const bool is_number = *at_ == '-' || is_digit(*at_);
  if (is_number && !before.empty() && !is_white_space(before.back())) return true;
  if (ends_in_empty_place(before)) return true;
  const auto next = behind.find_first_not_of(" \t\r\n");
  return (*at_ == '{' || *at_ == '[') && next != behind.npos && (behind[next] == ',' || behind[next] == ':');
}

/// Where a comma is missing between two values: whether they may be one string with quotes inside. In an object, what follows must be a
/// key; in an array, a string must not touch what is beside it.
bool json_parser::may_be_one_value() const {
  if (open_.back().is_doubtful) return true;
  if (!open_.back().is_object) {
    const char before = at_ == begin_ ? ' ' : at_[-1];
    return before == '"' || (*at_ == '"' && !is_white_space(before) && before != '/');
  }
  const char* at = at_ + 1;
  for (; at != end_ && *at != '"'; ++at)
    if (*at == '\\' && at + 1 != end_) ++at;
  if (at != end_) at = std::find_if_not(at + 1, end_, is_white_space);
  return at == end_ || *at != ':';
}

/// A bracket that does not fit and a gap in one text: then the bracket closed too early, and what follows belongs elsewhere.
bool json_parser::note_gap() {
  if (is_uneven_ || has_hole_)
    return refuse(errc::syntax_error, at_, at_, "brackets that do not fit what is missing");
  has_gap_ = true;
  return true;
}

/// Behind the last value, or the bracket that opens.
const char* json_parser::find_comma_before() const {
  const char* comma = at_;
  while (comma != begin_ && is_white_space(comma[-1])) --comma;
  return comma != begin_ && comma[-1] == ',' ? comma - 1 : at_;
}

/// Where an item must stand: commas in a row are one defect, together with the one before them when no item follows.
bool json_parser::read_commas() {
  const char *end = at_, *next = at_;
  for (; next != end_ && (is_white_space(*next) || *next == ','); ++next)
    if (*next == ',') end = next + 1;
  if (end == at_) return repair_last_comma();
  const bool is_last = next == end_ || *next == ']' || *next == '}';
  const char* begin = is_last ? find_comma_before() : at_;
  tree_->nodes[open_.back().node].is_torn = true;
  if (!repair(errc::lenient_json, begin, end, "a comma too many")) return false;
  at_ = end - 1;
  return true;
}

/// A comma with only a bracket behind it, which is at hand.
bool json_parser::repair_last_comma() {
  const char* comma = find_comma_before();
  const char* end = comma == at_ ? at_ : comma + 1;
  const bool is_reported = end != comma && !faults_.empty() && faults_.back().rule == errc::lenient_json &&
                           faults_.back().end == place(end);
  return is_reported || repair(errc::lenient_json, comma, end, "a comma before the end");
}

}  // namespace laundromat::jsonld
