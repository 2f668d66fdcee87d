// Writing of Skolem IRIs, and the substitution of the placeholder in them.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/write/skolem.hpp"

#include <cstring>

namespace laundromat {

std::string skolem_prefix(const content_digest& document) {
  return std::string(genid_base) + document.hex() + "/";
}

std::string placeholder_skolem_prefix() {
  return std::string(genid_base) + std::string(digest_placeholder) + "/";
}

void append_skolem_label(std::string& out, std::string_view label) {
  const auto begin = out.size();
  out.resize(begin + 3 * label.size());
  out.resize(static_cast<std::size_t>(write_skolem_label(out.data() + begin, label) - out.data()));
}

char* write_skolem_label(char* to, std::string_view label) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  for (const char c : label) {
    if (is_unreserved(c)) [[likely]] {
      *to++ = c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    *to++ = '%';
    *to++ = digits[byte >> 4];
    *to++ = digits[byte & 15u];
  }
  return to;
}

void put_digest(std::span<char> lines, std::string_view digest_hex) {
  const std::string_view text{lines.data(), lines.size()};
  for (std::size_t at = 0; (at = text.find(digest_place, at)) != text.npos; at += digest_hex.size())
    std::memcpy(lines.data() + at, digest_hex.data(), digest_hex.size());
}

}  // namespace laundromat
