// What a broken member or item costs: itself, when it has a line of its own.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/rdf/jsonld/json_parser.hpp"
#include "core/rdf/jsonld/json_text.hpp"

namespace laundromat::jsonld {

// What is skipped must not hold another key, and brackets must come out even, so that nothing moves from one object to another.

namespace {

bool has_key(std::string_view text) {
  for (auto quote = text.find('"'); quote != text.npos; quote = text.find('"', quote + 1)) {
    const auto next = text.find_first_not_of(" \t", quote + 1);
    if (next != text.npos && text[next] == ':') return true;
  }
  return false;
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

}  // namespace

/// A quote too many ends a string too early: when nothing else follows on its line, only that string is lost.
bool json_parser::recover_line() {
  auto& value = tree_->nodes.back();
  if (profile_ == wash_profile::strict || !value.is_string()) return false;
  const std::string_view rest(at_, end_);
  const auto line = rest.substr(0, rest.find_first_of("\r\n"));
  if (line.size() == rest.size() || line.find_first_of("{}[]") != line.npos || has_key(line)) return false;
  at_ += line.size();
  value.kind = json_kind::damaged;
  value.end = place(at_);
  after_damage_ = true;
  return mend(errc::syntax_error, begin_ + value.begin, at_, "a quote inside a string");
}

/// The object whose latest member begins the line at hand; `line` becomes where that line ends.
const json_parser::open_container* json_parser::find_line_owner(const char*& line) {
  const std::string_view before(begin_, at_);
  const auto break_before = before.find_last_of("\r\n");
  if (break_before == before.npos) return nullptr;
  const char* first = begin_ + break_before + 1;
  while (first != end_ && (*first == ' ' || *first == '\t')) ++first;
  line = std::find_if(at_, end_, [](char c) { return c == '\n' || c == '\r'; });
  if (line == end_) return nullptr;
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
  tree_->nodes.resize(key + 1);
  faults_.pop_back();
  add(json_kind::damaged, from, to);
  at_ = to;
  after_damage_ = true;
  next = step::after;
  return mend(errc::syntax_error, from, to, "a broken value");
}

}  // namespace laundromat::jsonld
