// Implements the parser of patterns of seeds.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/uri_pattern_parser.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <limits>

#include "core/base/count_words.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

bool is_escapable(char c) {
  return std::string_view{"{},.*\\"}.find(c) != std::string_view::npos;
}

std::uint64_t sum_of(std::uint64_t a, std::uint64_t b) {
  return a > std::numeric_limits<std::uint64_t>::max() - b ? std::numeric_limits<std::uint64_t>::max()
                                                           : a + b;
}

void append_escaped(std::string& out, char c) {
  if (c == '{' || c == '}' || c == '\\')
    append_percent_encoded(out, c);
  else
    out.push_back(c);
}

/// Whether an item of a list has two dots outside of braces, which are not escaped.
bool has_range_mark(std::string_view raw) {
  std::size_t depth = 0;
  for (std::size_t i = 0; i + 1 < raw.size(); ++i) {
    if (raw[i] == '\\')
      ++i;
    else if (raw[i] == '{')
      ++depth;
    else if (raw[i] == '}')
      --depth;
    else if (depth == 0 && raw[i] == '.' && raw[i + 1] == '.')
      return true;
  }
  return false;
}

/// Why the text of an item with two dots is not read as a range.
std::string why_no_range(std::string_view raw) {
  const auto dots = raw.find("..");
  const auto first = raw.substr(0, dots), last = raw.substr(dots + 2, raw.substr(dots + 2).find(".."));
  const auto all_digits = [](std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, is_digit);
  };
  if (all_digits(first) && all_digits(last) && first.size() != last.size() &&
      (first.front() == '0' || last.front() == '0'))
    return "numbers with leading zeros have the same width at both ends: write `{001..250}` or `{1..250}`";
  if (first.size() == 1 && last.size() == 1 && is_alpha(first.front()) && is_alpha(last.front()))
    return "a range has letters of the same case, and in a list braces of its own: write `{a..z}` or "
           "`{{A..Z},{a..z}}`";
  return "a range is `{a..z}`, `{1..250}` or `{0..100..10}`, and in a list has braces of its own, as "
         "`{dump,{1..9}}`: write `\\.` for the dots themselves";
}

std::optional<std::int64_t> number_of_digits(std::string_view text) {
  if (text.empty() || text.size() > 18 || !std::ranges::all_of(text, is_digit)) return std::nullopt;
  std::int64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

}  // namespace

result<pattern_parser::sequence> pattern_parser::run() {
  auto parts = read_sequence(0);
  if (parts && at_ < text_.size())
    return refuse("`}` has no `{` before it: write `\\}` for the character itself");
  return parts;
}

tl::unexpected<failure> pattern_parser::refuse(std::string why, errc code) const {
  return fail(code, "at character " + std::to_string(at_ + 1) + " of the pattern: " + why);
}

/// Literals and groups up to the end, or inside of a list up to `,` or `}`.
result<pattern_parser::sequence> pattern_parser::read_sequence(std::size_t depth) {
  sequence parts;
  const auto literal = [&]() -> std::string& {
    if (parts.empty() || parts.back().kind != part_kind::literal) parts.push_back({});
    return parts.back().text;
  };
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == '}' || (c == ',' && depth > 0)) break;
    if (c == '{') {
      auto group = read_group(depth);
      if (!group) return tl::unexpected<failure>(group.error());
      parts.push_back(std::move(*group));
      continue;
    }
    if (c == '\\') {
      if (at_ + 1 == text_.size() || !is_escapable(text_[at_ + 1]))
        return refuse("`\\` is written before `{`, `}`, `,`, `.`, `*` or `\\` only");
      append_escaped(literal(), text_[at_ + 1]);
      at_ += 2;
      continue;
    }
    if (const auto why = why_not(c); !why.empty()) return refuse(std::string(why));
    literal().push_back(c);
    ++at_;
  }
  return parts;
}

/// Why a character cannot be in a pattern; empty if it can.
std::string_view pattern_parser::why_not(char c) const {
  if (c == '*')
    return "what `*` would match is not known: write a range as `{1..9}` or a list as `{a,b}`, or `\\*` "
           "for the character itself";
  const bool begins_address = c == '[' && text_.substr(0, at_).ends_with("//");
  if (c == '[' && !begins_address) return "`[` is in the host of a URI only: write a range as `{1..9}`";
  if (static_cast<unsigned char>(c) <= 0x20 || c == 0x7F ||
      std::string_view{"<>\"^`|"}.find(c) != std::string_view::npos)
    return "a URI cannot have this character: percent-encode it, as `%20` for a space";
  return {};
}

result<pattern_parser::part> pattern_parser::read_group(std::size_t depth) {
  if (depth >= limits_.depth)
    return refuse("braces are nested deeper than " + std::to_string(limits_.depth), errc::limit_exceeded);
  const auto begin = at_++;
  if (auto range = read_range()) return *range;
  part list{.kind = part_kind::list};
  list.count = 0;
  for (;;) {
    const auto item_begin = at_;
    auto item = read_sequence(depth + 1);
    if (!item) return tl::unexpected<failure>(item.error());
    if (at_ == text_.size()) {
      at_ = begin;
      return refuse("`{` has no `}` behind it: write `\\{` for the character itself");
    }
    const auto raw = text_.substr(item_begin, at_ - item_begin);
    if (has_range_mark(raw)) {
      at_ = item_begin;
      return refuse(why_no_range(raw));
    }
    list.count = sum_of(list.count, uri_pattern::count_of(*item));
    list.items.push_back(std::move(*item));
    if (text_[at_++] == '}') break;
  }
  if (list.items.size() > 1) return list;
  at_ = begin;
  return refuse(
      "braces contain a list as `{a,b}` or a range as `{1..9}`: write `\\{` and `\\}` for the characters "
      "themselves");
}

/// The range whose `{` was read, up to behind its `}`; nothing when it is none, and then nothing is read.
std::optional<pattern_parser::part> pattern_parser::read_range() {
  const auto close = text_.find('}', at_);
  const auto inner = text_.substr(at_, close == std::string_view::npos ? 0 : close - at_);
  const auto dots = inner.find("..");
  if (dots == std::string_view::npos) return std::nullopt;
  const auto first = inner.substr(0, dots);
  auto last = inner.substr(dots + 2);
  std::int64_t step = 1;
  if (const auto more = last.find(".."); more != std::string_view::npos) {
    const auto given = number_of_digits(last.substr(more + 2));
    if (!given || *given == 0) return std::nullopt;
    step = *given;
    last = last.substr(0, more);
  }
  auto range = letters(first, last);
  if (!range) range = numbers(first, last);
  if (!range) return std::nullopt;
  const auto distance = range->step;  // from the first to the last
  range->count = static_cast<std::uint64_t>(std::abs(distance) / step) + 1;
  range->step = distance < 0 ? -step : step;
  at_ = close + 1;
  return range;
}

std::optional<pattern_parser::part> pattern_parser::letters(std::string_view first, std::string_view last) {
  if (first.size() != 1 || last.size() != 1 || !is_alpha(first.front()) || !is_alpha(last.front()) ||
      (to_lower(first.front()) == first.front()) != (to_lower(last.front()) == last.front()))
    return std::nullopt;
  return part{.kind = part_kind::letters, .first = first.front(), .step = last.front() - first.front()};
}

std::optional<pattern_parser::part> pattern_parser::numbers(std::string_view first, std::string_view last) {
  const auto from = number_of_digits(first), to = number_of_digits(last);
  if (!from || !to) return std::nullopt;
  const auto has_zero = [](std::string_view text) { return text.size() > 1 && text.front() == '0'; };
  const bool is_filled = has_zero(first) || has_zero(last);
  if (is_filled && first.size() != last.size()) return std::nullopt;
  return part{
      .kind = part_kind::numbers, .first = *from, .step = *to - *from, .width = is_filled ? first.size() : 0};
}

}  // namespace laundromat
