// The grammar of RFC 5646 as one pass over subtags.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/values/language_tag.hpp"

#include <algorithm>

#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

// First the tags that do not match the grammar, then those that do.
constexpr std::string_view grandfathered[] = {
    "en-gb-oed", "i-ami",     "i-bnn",     "i-default",  "i-enochian",  "i-hak",  "i-klingon",
    "i-lux",     "i-mingo",   "i-navajo",  "i-pwn",      "i-tao",       "i-tay",  "i-tsu",
    "sgn-be-fr", "sgn-be-nl", "sgn-ch-de", "art-lojban", "cel-gaulish", "no-bok", "no-nyn",
    "zh-guoyu",  "zh-hakka",  "zh-min",    "zh-min-nan", "zh-xiang",
};

bool is_alphas(std::string_view subtag) {
  return std::ranges::all_of(subtag, is_alpha);
}

bool is_digits(std::string_view subtag) {
  return std::ranges::all_of(subtag, is_digit);
}

bool is_variant(std::string_view subtag) {
  return subtag.size() >= 5 || (subtag.size() == 4 && is_digit(subtag.front()));
}

/// Removes subtags from the front. Each has 1 to 8 letters and digits, or the tag is not well-formed.
class subtags {
 public:
  explicit subtags(std::string_view tag) : rest_(tag) { next(); }

  [[nodiscard]] bool at_end() const { return current_.empty(); }
  [[nodiscard]] std::string_view current() const { return current_; }
  void next() {
    current_ = rest_.substr(0, rest_.find('-'));
    rest_.remove_prefix(std::min(rest_.size(), current_.size() + 1));
  }
  template <class Matches>
  bool take_if(Matches matches) {
    if (at_end() || !matches(current_)) return false;
    next();
    return true;
  }

 private:
  std::string_view rest_, current_;
};

bool has_subtag_shape(std::string_view tag) {
  std::size_t length = 0;
  for (const char c : tag) {
    if (c == '-' ? length == 0 : !is_alpha(c) && !is_digit(c)) return false;
    length = c == '-' ? 0 : length + 1;
    if (length > 8) return false;
  }
  return length > 0;
}

/// "x" and at least one subtag of any length, up to the end.
bool takes_private_use(subtags& tag) {
  if (!tag.take_if([](auto s) { return to_lower(s.front()) == 'x' && s.size() == 1; })) return false;
  if (tag.at_end()) return false;
  while (!tag.at_end()) tag.next();
  return true;
}

/// Singletons other than x, each with at least one longer subtag. False when one has none.
bool takes_extensions(subtags& tag) {
  const auto is_long = [](std::string_view s) { return s.size() >= 2; };
  while (tag.take_if([](auto s) { return s.size() == 1 && to_lower(s.front()) != 'x'; })) {
    if (!tag.take_if(is_long)) return false;
    while (tag.take_if(is_long)) {
    }
  }
  return true;
}

bool matches_grammar(subtags tag) {
  if (takes_private_use(tag)) return tag.at_end();
  const auto language = tag.current();
  if (language.size() < 2 || !is_alphas(language)) return false;
  tag.next();
  for (int i = 0; language.size() <= 3 && i < 3; ++i)
    if (!tag.take_if([](auto s) { return s.size() == 3 && is_alphas(s); })) break;
  tag.take_if([](auto s) { return s.size() == 4 && is_alphas(s); });
  tag.take_if([](auto s) { return (s.size() == 2 && is_alphas(s)) || (s.size() == 3 && is_digits(s)); });
  while (tag.take_if(is_variant)) {
  }
  return takes_extensions(tag) && (tag.at_end() || takes_private_use(tag));
}

}  // namespace

bool is_writable_language_tag(std::string_view tag) {
  std::size_t length = 0;
  bool is_first = true;
  for (const char c : tag) {
    if (c == '-') {
      if (length == 0) return false;
      length = 0;
      is_first = false;
    } else if (is_alpha(c) || (!is_first && is_digit(c))) {
      ++length;
    } else {
      return false;
    }
  }
  return length > 0;
}

bool is_well_formed_language_tag(std::string_view tag) {
  if (!has_subtag_shape(tag)) return false;
  return matches_grammar(subtags(tag)) ||
         std::ranges::any_of(grandfathered, [&](auto known) { return equals_ignoring_case(known, tag); });
}

}  // namespace laundromat
