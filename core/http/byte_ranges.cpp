// Reads and writes byte ranges.
// SPDX-License-Identifier: Apache-2.0
#include "core/http/byte_ranges.hpp"

#include <algorithm>
#include <limits>

#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

// A number of digits only; one that is too great is the greatest.
std::optional<std::uint64_t> position(std::string_view digits) {
  constexpr auto greatest = std::numeric_limits<std::uint64_t>::max();
  if (digits.empty() || !std::ranges::all_of(digits, is_digit)) return std::nullopt;
  std::uint64_t number = 0;
  for (const char c : digits) {
    const auto digit = static_cast<std::uint64_t>(c - '0');
    if (number > (greatest - digit) / 10) return greatest;
    number = number * 10 + digit;
  }
  return number;
}

}  // namespace

range_verdict choose_range(std::string_view field, std::uint64_t size_bytes) {
  constexpr std::string_view unit = "bytes=";
  field = trim(field);
  if (!equals_ignoring_case(field.substr(0, unit.size()), unit)) return {};
  const auto range = trim(field.substr(unit.size()));
  const auto dash = range.find('-');
  if (dash == std::string_view::npos) return {};
  const auto first = position(range.substr(0, dash)), last = position(range.substr(dash + 1));
  if (dash == 0) {  // the last bytes
    if (!last) return {};
    const auto length = std::min(*last, size_bytes);
    if (length == 0) return {.is_unsatisfiable = true};
    return {.part = byte_range{size_bytes - length, length}};
  }
  const bool is_open = dash + 1 == range.size();
  if (!first || (!last && !is_open) || (last && *last < *first)) return {};
  if (*first >= size_bytes) return {.is_unsatisfiable = true};
  const auto end = is_open ? size_bytes - 1 : std::min(*last, size_bytes - 1);
  return {.part = byte_range{*first, end - *first + 1}};
}

std::string content_range(const byte_range& part, std::uint64_t size_bytes) {
  return "bytes " + std::to_string(part.offset) + "-" + std::to_string(part.offset + part.length - 1) + "/" +
         std::to_string(size_bytes);
}

std::string unsatisfied_range(std::uint64_t size_bytes) {
  return "bytes */" + std::to_string(size_bytes);
}

}  // namespace laundromat
