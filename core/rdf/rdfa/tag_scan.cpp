// The states of a tag.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/tag_scan.hpp"

#include "core/rdf/rdfa/characters.hpp"

namespace laundromat {

void tag_scan::restart() {
  state_ = state::open;
  at_ = 0;
  name_ = name_end_ = 0;
  oddities_ = 0;
  keeps_ = true;
  slash_ = after_quote_ = too_many_ = is_end_ = false;
  places_.clear();
}

void tag_scan::stop_keeping() {
  keeps_ = false;
  at_ = 0;
  places_.clear();
}

void tag_scan::begin_attribute(std::size_t at) {
  if (after_quote_) oddities_ |= missing_space;
  after_quote_ = slash_ = false;
  state_ = state::attribute;
  if (!keeps_) return;
  if (places_.size() >= most_attributes_) {
    too_many_ = true;
    return;
  }
  const auto here = static_cast<std::uint32_t>(at);
  places_.push_back({here, here, here, here, false});
}

void tag_scan::begin_value(std::size_t at) {
  if (!keeps_ || too_many_ || places_.empty()) return;
  places_.back().value = places_.back().value_end = static_cast<std::uint32_t>(at);
  places_.back().has_value = true;
}

void tag_scan::end_value(std::size_t at) {
  if (!keeps_ || too_many_ || places_.empty()) return;
  places_.back().value_end = static_cast<std::uint32_t>(at);
}

std::size_t tag_scan::scan(std::string_view text) {
  while (at_ < text.size()) {
    if (state_ == state::quoted) {
      const auto end = text.find(quote_, at_);
      at_ = end == text.npos ? text.size() : end;
      if (end == text.npos) break;
    }
    const bool is_done = step(text[at_]);
    ++at_;
    if (is_done) {
      const auto length = at_;
      if (!keeps_) at_ = 0;
      return length;
    }
  }
  if (!keeps_) at_ = 0;
  return 0;
}

bool tag_scan::step(char c) {
  const auto end_name = [&] {
    if (keeps_ && !too_many_ && !places_.empty()) places_.back().name_end = static_cast<std::uint32_t>(at_);
  };
  switch (state_) {
    case state::open:
      if (c == '/') is_end_ = true;
      if (c == '<' || c == '/') return false;
      name_ = static_cast<std::uint32_t>(at_);
      state_ = state::name;
      return false;
    case state::name:
      if (!is_space(c) && c != '/' && c != '>') return false;
      if (keeps_) name_end_ = static_cast<std::uint32_t>(at_);
      slash_ = c == '/';
      state_ = state::between;
      return c == '>';
    case state::between:
      if (c == '>') return true;
      if (is_space(c)) {
        if (slash_) oddities_ |= stray_character;
        slash_ = after_quote_ = false;
        return false;
      }
      if (c == '/') {
        if (slash_) oddities_ |= stray_character;
        slash_ = true;
        after_quote_ = false;
        return false;
      }
      if (slash_ || c == '"' || c == '\'' || c == '<' || c == '=') oddities_ |= stray_character;
      begin_attribute(at_);
      return false;
    case state::attribute:
      if (c == '"' || c == '\'' || c == '<') oddities_ |= stray_character;
      if (!is_space(c) && c != '/' && c != '>' && c != '=') return false;
      end_name();
      if (c == '=') {
        state_ = state::before_value;
        return false;
      }
      state_ = is_space(c) ? state::after_name : state::between;
      slash_ = c == '/';
      if (!is_space(c)) oddities_ |= bare_value;
      return c == '>';
    case state::after_name:
      if (is_space(c)) return false;
      if (c == '=') {
        state_ = state::before_value;
        return false;
      }
      oddities_ |= bare_value;
      state_ = state::between;
      if (c == '>') return true;
      slash_ = c == '/';
      if (c != '/') begin_attribute(at_);
      return false;
    case state::before_value:
      if (is_space(c)) return false;
      if (c == '"' || c == '\'') {
        quote_ = c;
        state_ = state::quoted;
        begin_value(at_ + 1);
        return false;
      }
      oddities_ |= bare_value;
      if (c == '>') {
        oddities_ |= stray_character;
        state_ = state::between;
        return true;
      }
      begin_value(at_);
      end_value(at_ + 1);
      state_ = state::bare;
      return false;
    case state::quoted:  // `scan` stops at the quote
      end_value(at_);
      after_quote_ = true;
      slash_ = false;
      state_ = state::between;
      return false;
    case state::bare:
      if (is_space(c) || c == '>') {
        state_ = state::between;
        slash_ = after_quote_ = false;
        return c == '>';
      }
      if (c == '"' || c == '\'' || c == '<' || c == '=' || c == '`') oddities_ |= stray_character;
      end_value(at_ + 1);
      return false;
  }
  return false;
}

raw_tag tag_scan::tag(std::string_view text, std::uint64_t offset_bytes) {
  attributes_.clear();
  for (const auto& place : places_)
    attributes_.push_back({text.substr(place.name, place.name_end - place.name),
                           text.substr(place.value, place.value_end - place.value), place.has_value});
  raw_tag found;
  found.offset_bytes = offset_bytes;
  found.text = text;
  if (keeps_) found.name = name_in(text);
  found.attributes = attributes_;
  found.oddities = oddities_;
  found.is_end = is_end_;
  found.closes_itself = slash_ && !is_end_;
  found.has_too_many_attributes = too_many_;
  return found;
}

}  // namespace laundromat
