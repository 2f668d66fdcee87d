// xsd:integer and its thirteen subtypes, at any length.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>

#include "core/rdf/values/lexical_form.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat::lexical {

namespace {

/// The largest magnitudes of negative and positive values, without leading zeros: `0` allows none, empty allows all.
struct integer_range {
  datatype type;
  std::string_view below, above;
  bool has_zero;
};

using enum datatype;

constexpr integer_range ranges[] = {
    {xsd_integer, "", "", true},
    {xsd_non_positive_integer, "", "0", true},
    {xsd_negative_integer, "", "0", false},
    {xsd_long, "9223372036854775808", "9223372036854775807", true},
    {xsd_int, "2147483648", "2147483647", true},
    {xsd_short, "32768", "32767", true},
    {xsd_byte, "128", "127", true},
    {xsd_non_negative_integer, "0", "", true},
    {xsd_unsigned_long, "0", "18446744073709551615", true},
    {xsd_unsigned_int, "0", "4294967295", true},
    {xsd_unsigned_short, "0", "65535", true},
    {xsd_unsigned_byte, "0", "255", true},
    {xsd_positive_integer, "0", "", false},
};

constexpr bool rows_follow_the_enumeration = [] {
  for (std::size_t i = 0; i < std::size(ranges); ++i)
    if (static_cast<std::size_t>(ranges[i].type) != static_cast<std::size_t>(xsd_integer) + i) return false;
  return static_cast<std::size_t>(xsd_positive_integer) + 1 ==
         static_cast<std::size_t>(xsd_integer) + std::size(ranges);
}();
static_assert(rows_follow_the_enumeration);

/// Whether `digits`, a number without leading zeros, is at most `limit`.
bool is_within(std::string_view digits, std::string_view limit) {
  if (limit.empty() || digits.size() < limit.size()) return true;
  return digits.size() == limit.size() && digits <= limit;
}

}  // namespace

lexical_form judge_integer(datatype type, std::string_view text) {
  const auto& range = ranges[static_cast<std::size_t>(type) - static_cast<std::size_t>(xsd_integer)];
  const bool is_negative = text.starts_with('-');
  auto digits = text;
  if (is_negative || text.starts_with('+')) digits.remove_prefix(1);
  if (digits.empty() || !std::ranges::all_of(digits, is_digit)) return lexical_form::outside;
  const auto zeros = std::min(digits.find_first_not_of('0'), digits.size());
  const auto magnitude = digits.substr(zeros);
  if (magnitude.empty()) {
    if (!range.has_zero) return lexical_form::outside;
    return text.size() == 1 ? lexical_form::canonical : lexical_form::variant;
  }
  if (!is_within(magnitude, is_negative ? range.below : range.above)) return lexical_form::outside;
  const bool is_canonical = magnitude.size() + (is_negative ? 1 : 0) == text.size();
  return is_canonical ? lexical_form::canonical : lexical_form::variant;
}

}  // namespace laundromat::lexical
