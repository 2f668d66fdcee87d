// Writes Skolem IRIs, and inserts their digits.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/write/skolem.hpp"

namespace laundromat {

std::string skolem_digits(const content_digest& digest) {
  return to_hex(digest.view().substr(0, genid_digits / 2));
}

std::string skolem_prefix(const content_digest& document) {
  return std::string(genid_base) + skolem_digits(document) + "/";
}

std::string late_skolem_prefix() {
  return std::string(genid_base) + digits_place + "/";
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

void append_with_digits(std::string& out, std::string_view text, std::string_view digits) {
  for (auto at = text.find(digits_place); at != text.npos; at = text.find(digits_place)) {
    out.append(text, 0, at).append(digits);
    text.remove_prefix(at + 1);
  }
  out.append(text);
}

}  // namespace laundromat
