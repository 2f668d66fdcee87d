// Implements tag_scan: a state machine over the bytes of a tag.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/markup/tag_scan.hpp"

#include <algorithm>
#include <array>

#include "core/rdf/rdfa/markup/html_characters.hpp"

namespace laundromat::rdfa {

namespace {

/// The bytes that change nothing within the name of an element or attribute, as far as they are common.
constexpr auto usual_in_names = [] {
  std::array<bool, 256> all{};
  for (int c = 0; c < 128; ++c) {
    const char byte = static_cast<char>(c);
    all[static_cast<std::size_t>(c)] = is_alnum(byte) || byte == '-' || byte == '_' || byte == ':';
  }
  return all;
}();

bool is_usual_in_names(char c) {
  return usual_in_names[static_cast<unsigned char>(c)];
}

}  // namespace

bool repeats_attribute(const raw_tag& tag, bool is_xml) {
  const auto are_same = [&](std::string_view a, std::string_view b) {
    if (a.size() != b.size() || a.empty()) return false;
    return is_xml ? a == b : std::ranges::equal(a, b, {}, to_lower, to_lower);
  };
  const auto names = tag.attributes.first(std::min<std::size_t>(tag.attributes.size(), 64));
  for (std::size_t i = 1; i < names.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (are_same(names[i].name, names[j].name)) return true;
  return false;
}

bool has_lost_quote(const raw_tag& tag) {
  if ((tag.oddities & (missing_space | stray_character)) == 0) return false;
  if (tag.name.find('<') != tag.name.npos) return true;
  const char* end_of_quoted = nullptr;
  bool ends_in_equals = false;
  for (const auto& one : tag.attributes) {
    const bool touches = end_of_quoted == one.name.data();
    const bool is_quote_again = touches && !one.has_value && (one.name == "\"" || one.name == "'");
    if (touches && ends_in_equals) return true;
    if (!is_quote_again && one.name.find_first_of("\"'<") != one.name.npos) return true;
    end_of_quoted = nullptr;
    if (!one.has_value) continue;
    const char* const end = one.value.data() + one.value.size();
    const char before = *(one.value.data() - 1);
    if (before != '"' && before != '\'') {
      if (one.value.find_first_of("\"'<`") != one.value.npos) return true;
      continue;
    }
    end_of_quoted = end + 1;
    ends_in_equals = trim_html(one.value).ends_with('=');
  }
  return false;
}

char quote_around_markup(const raw_tag& tag) {
  const auto begins_tag = [](std::string_view text) {
    const auto mark = text.find_first_of("<>");
    return mark < text.size() - 1 && text[mark] == '<' && is_alpha(text[mark + 1]);
  };
  for (std::size_t i = 0; i + 1 < tag.attributes.size(); ++i) {
    if (!tag.attributes[i].has_value) continue;
    const auto value = tag.attributes[i].value;
    const auto behind = tag.text.substr(static_cast<std::size_t>(value.end() - tag.text.begin()));
    const char quote = *(value.data() - 1);
    const bool touches = tag.attributes[i + 1].name.data() == behind.data() + 1;
    if ((quote != '"' && quote != '\'') || !touches) continue;
    if (begins_tag(trim_html(value).ends_with('=') ? value : behind)) return quote;
  }
  return 0;
}

std::size_t find_quoted_end(std::string_view text, char quote, std::size_t& at) {
  while (at < text.size()) {
    const auto next = text.find('<', at);
    const auto words = text.substr(0, next);
    const auto found = words.find(quote, at);
    const auto end = found == words.npos ? found : words.find('>', found);
    if (end != words.npos) return end + 1;
    const auto tag_end = next == text.npos ? next : text.find('>', next);
    if (tag_end == text.npos) break;
    at = tag_end + 1;
  }
  return text.npos;
}

bool encloses_tags(const raw_tag& tag) {
  return has_lost_quote(tag) && tag.text.find('<', 1) != tag.text.npos;
}

std::size_t end_before_enclosed(std::string_view text) {
  const auto next = text.find('<', 1);
  if (next == text.npos) return text.size();
  const auto end = text.substr(0, next).rfind('>');
  return end == text.npos ? next : end + 1;
}

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
    } else if (state_ == state::name || state_ == state::attribute) {
      while (at_ < text.size() && is_usual_in_names(text[at_])) ++at_;
      if (at_ == text.size()) break;
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
  switch (state_) {
    case state::open:
    case state::name:
      return step_name(c);
    case state::between:
      return step_between(c);
    case state::attribute:
    case state::after_name:
      return step_attribute(c);
    case state::before_value:
    case state::quoted:
    case state::bare:
      return step_value(c);
  }
  return false;
}

bool tag_scan::step_name(char c) {
  if (state_ == state::open) {
    if (c == '/') is_end_ = true;
    if (c == '<' || c == '/') return false;
    name_ = static_cast<std::uint32_t>(at_);
    state_ = state::name;
    return false;
  }
  if (c == '<') oddities_ |= stray_character;
  if (!is_html_space(c) && c != '/' && c != '>') return false;
  if (keeps_) name_end_ = static_cast<std::uint32_t>(at_);
  slash_ = c == '/';
  state_ = state::between;
  return c == '>';
}

bool tag_scan::step_between(char c) {
  if (c == '>') return true;
  if (is_html_space(c) || c == '/') {
    if (slash_) oddities_ |= stray_character;
    slash_ = c == '/';
    after_quote_ = false;
    return false;
  }
  if (slash_ || c == '"' || c == '\'' || c == '<' || c == '=') oddities_ |= stray_character;
  begin_attribute(at_);
  return false;
}

bool tag_scan::step_attribute(char c) {
  const bool is_named = state_ == state::after_name;
  if (!is_named) {
    if (c == '"' || c == '\'' || c == '<') oddities_ |= stray_character;
    if (!is_html_space(c) && c != '/' && c != '>' && c != '=') return false;
    if (keeps_ && !too_many_ && !places_.empty()) places_.back().name_end = static_cast<std::uint32_t>(at_);
  }
  if (c == '=') {
    state_ = state::before_value;
    return false;
  }
  if (is_html_space(c)) {
    state_ = state::after_name;
    return false;
  }
  oddities_ |= bare_value;
  state_ = state::between;
  slash_ = c == '/';
  if (is_named && c != '/' && c != '>') begin_attribute(at_);
  return c == '>';
}

bool tag_scan::step_value(char c) {
  if (state_ == state::quoted) {  // `scan` stops at the quote
    end_value(at_);
    after_quote_ = true;
    slash_ = false;
    state_ = state::between;
    return false;
  }
  if (state_ == state::before_value) {
    if (is_html_space(c)) return false;
    if (c == '"' || c == '\'') {
      quote_ = c;
      state_ = state::quoted;
      begin_value(at_ + 1);
      return false;
    }
    oddities_ |= c == '>' ? bare_value | stray_character : bare_value;
    state_ = c == '>' ? state::between : state::bare;
    if (c == '>') return true;
    begin_value(at_);
  } else if (is_html_space(c) || c == '>') {
    state_ = state::between;
    slash_ = after_quote_ = false;
    return c == '>';
  } else if (c == '"' || c == '\'' || c == '<' || c == '=' || c == '`') {
    oddities_ |= stray_character;
  }
  end_value(at_ + 1);
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

}  // namespace laundromat::rdfa
