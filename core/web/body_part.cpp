// Checks the head of a 206 against the part of the body that is there.
// SPDX-License-Identifier: Apache-2.0
#include "core/web/body_part.hpp"

#include <charconv>

#include "core/web/kept_answer.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

/// Takes a number off the front of `text`. False when it begins with no digit or the number is too large.
bool take_number(std::string_view& text, std::uint64_t& value) {
  const auto* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{}) return false;
  text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
  return true;
}

bool take(std::string_view& text, char c) {
  if (!text.starts_with(c)) return false;
  text.remove_prefix(1);
  return true;
}

void skip_blanks(std::string_view& text) {
  while (take(text, ' ') || take(text, '\t')) {
  }
}

bool is_unit_of_bytes(std::string_view unit) {
  constexpr std::string_view name = "bytes";
  if (unit.size() != name.size()) return false;
  for (std::size_t i = 0; i < unit.size(); ++i)
    if ((unit[i] | 0x20) != name[i]) return false;
  return true;
}

tl::unexpected<failure> refuse_part(std::string why) {
  return fail(errc::part_mismatch, std::move(why));
}

std::string as_text(std::uint64_t number) {
  return std::to_string(number);
}

}  // namespace

std::string range_of_rest(const body_so_far& known) {
  return "bytes=" + as_text(known.bytes) + '-';
}

std::optional<content_range> parse_content_range(std::string_view value) {
  skip_blanks(value);
  const auto space = value.find(' ');
  if (space == std::string_view::npos || !is_unit_of_bytes(value.substr(0, space))) return std::nullopt;
  value.remove_prefix(space);
  skip_blanks(value);
  content_range out;
  if (!take_number(value, out.first) || !take(value, '-') || !take_number(value, out.last) ||
      !take(value, '/'))
    return std::nullopt;
  std::uint64_t total = 0;
  if (take_number(value, total))
    out.total = total;
  else if (!take(value, '*'))
    return std::nullopt;
  skip_blanks(value);
  if (!value.empty() || out.last < out.first || (out.total && out.last >= *out.total)) return std::nullopt;
  return out;
}

result<content_range> judge_part(const body_so_far& known, const part_head& head) {
  const auto range = head.has_one_range ? parse_content_range(head.content_range) : std::nullopt;
  if (!range)
    return refuse_part("the answer 206 has no valid Content-Range: " + std::string{head.content_range});
  if (range->first != known.bytes)
    return refuse_part("the part begins at byte " + as_text(range->first) + ", not at " +
                       as_text(known.bytes));
  if (!range->total) return refuse_part("the answer 206 does not tell the length of the body");
  if (known.total && *range->total != *known.total)
    return refuse_part("the body has " + as_text(*range->total) + " bytes now, not " + as_text(*known.total));
  const auto bytes = range->last - range->first + 1;
  if (head.body_length && *head.body_length != bytes)
    return refuse_part("the part has " + as_text(*head.body_length) + " bytes, and its Content-Range " +
                       as_text(bytes));
  if (!head.content_encoding.empty() && head.content_encoding != "identity")
    return refuse_part("the part has a Content-Encoding: " + std::string{head.content_encoding});
  if (lower_case(head.media_type).starts_with("multipart/byteranges"))
    return refuse_part("the answer 206 has several parts");
  const bool is_by_etag = is_strong_etag(known.validator);
  const auto& now = is_by_etag ? head.etag : head.last_modified;
  if (now != known.validator)
    return refuse_part(now.empty() ? "the part does not repeat the validator " + known.validator
                                   : "the body has changed: its validator was " + known.validator +
                                         " and is " + std::string{now});
  if (!is_by_etag && !head.etag.empty())
    return refuse_part("the body has changed: it had no ETag, and has " + std::string{head.etag} + " now");
  return *range;
}

}  // namespace laundromat
