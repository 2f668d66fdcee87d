// Resolves the escapes of canonical lines: eight letters, and `\u` with four digits.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/model/unescape.hpp"

#include <charconv>
#include <cstdint>

#include "core/rdf/model/utf8.hpp"

namespace laundromat {

std::string_view unescape(std::string_view inside, std::string& room) {
  constexpr std::string_view letters = "tbnrf\"\\", plain = "\t\b\n\r\f\"\\";
  const auto first = inside.find('\\');
  if (first == inside.npos) return room.assign(inside);
  room.clear();
  for (std::size_t i = 0; i < inside.size(); ++i) {
    const auto letter =
        inside[i] == '\\' && i + 1 < inside.size() ? letters.find(inside[i + 1]) : letters.npos;
    if (letter != letters.npos) {
      room.push_back(plain[letter]);
      ++i;
      continue;
    }
    const auto code = inside.substr(i);
    std::uint16_t value = 0;
    if (code.starts_with("\\u") && code.size() >= 6 &&
        std::from_chars(code.data() + 2, code.data() + 6, value, 16).ptr == code.data() + 6) {
      append_utf8(room, value);
      i += 5;
      continue;
    }
    room.push_back(inside[i]);
  }
  return room;
}

}  // namespace laundromat
