// Writing of Skolem IRIs, and the substitution of the placeholder in them.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/write/skolem.hpp"

#include <algorithm>

namespace laundromat {

std::string skolem_prefix(const content_digest& document) {
  return std::string(genid_base) + document.hex() + "/";
}

std::string placeholder_skolem_prefix() {
  return std::string(genid_base) + std::string(digest_placeholder) + "/";
}

void append_skolem_label(std::string& out, std::string_view label) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  if (std::ranges::all_of(label, is_unreserved)) {
    out.append(label);
    return;
  }
  for (const char c : label) {
    if (is_unreserved(c)) {
      out.push_back(c);
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out.push_back('%');
    out.push_back(digits[byte >> 4]);
    out.push_back(digits[byte & 15u]);
  }
}

void put_digest(std::span<char> lines, std::string_view digest_hex) {
  const std::string_view text{lines.data(), lines.size()};
  for (std::size_t at = 0; (at = text.find(digest_place, at)) != text.npos; at += digest_hex.size())
    std::ranges::copy(digest_hex, lines.begin() + static_cast<std::ptrdiff_t>(at));
}

}  // namespace laundromat
