// Converts terms and numbers, and converts them back.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/hdt/sort_codes.hpp"

#include <algorithm>
#include <bit>

namespace laundromat {

namespace {

/// Comes before each of the bytes that stay as they are, and after the space that ends a term.
constexpr char low_mark = '!';
constexpr char first_low = '"';  ///< stands for the byte 0

constexpr bool is_low(char c) {
  return static_cast<unsigned char>(c) <= static_cast<unsigned char>(low_mark);
}

}  // namespace

void append_sortable(std::string& out, std::string_view term) {
  while (!term.empty()) {
    const auto low = std::ranges::find_if(term, is_low);
    out.append(term.begin(), low);
    if (low == term.end()) return;
    out += low_mark;
    out += static_cast<char>(first_low + *low);
    term.remove_prefix(static_cast<std::size_t>(low - term.begin()) + 1);
  }
}

void append_term_of(std::string& out, std::string_view sortable) {
  for (;;) {
    const auto low = sortable.find(low_mark);
    out.append(sortable.substr(0, low));
    if (low == sortable.npos) return;
    out += static_cast<char>(sortable[low + 1] - first_low);
    sortable.remove_prefix(low + 2);
  }
}

void append_sortable_number(std::string& out, std::uint64_t number) {
  const auto groups = std::max(1, (static_cast<int>(std::bit_width(number)) + 6) / 7);
  out += static_cast<char>(0x80 + groups);
  for (int i = groups - 1; i >= 0; --i) out += static_cast<char>(0x80 | ((number >> (7 * i)) & 0x7F));
}

std::uint64_t take_number(std::string_view& from) {
  const auto groups = static_cast<std::size_t>(static_cast<unsigned char>(from.front()) & 0x7F);
  std::uint64_t number = 0;
  for (const auto byte : from.substr(1, groups))
    number = number << 7 | (static_cast<unsigned char>(byte) & 0x7F);
  from.remove_prefix(groups + 1);
  return number;
}

}  // namespace laundromat
