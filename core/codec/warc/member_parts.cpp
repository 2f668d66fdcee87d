// Writes fields, numbers and stored blocks.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/warc/member_parts.hpp"

#include <isa-l/crc.h>

#include <algorithm>

namespace laundromat {

bool is_one_line(std::string_view text) {
  return std::none_of(text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; });
}

void put_field(std::string& to, std::string_view name, std::string_view value) {
  if (!value.empty()) to.append(name).append(": ").append(value).append("\r\n");
}

void put_little_endian(std::string& to, std::uint32_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) to.push_back(static_cast<char>(value >> (8 * i)));
}

void put_stored(std::string_view text, std::string& out) {
  while (!text.empty()) {
    const auto part = text.substr(0, most_stored_bytes);
    out.push_back('\0');  // BFINAL 0, BTYPE 00
    put_little_endian(out, static_cast<std::uint32_t>(part.size()), 2);
    put_little_endian(out, ~static_cast<std::uint32_t>(part.size()), 2);
    out.append(part);
    text.remove_prefix(part.size());
  }
}

std::uint32_t add_crc(std::uint32_t crc, std::string_view text) {
  return crc32_gzip_refl(crc, reinterpret_cast<const unsigned char*>(text.data()), text.size());
}

}  // namespace laundromat
