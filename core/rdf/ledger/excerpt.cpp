// Implements excerpt: cuts a text before the first byte of the character that crosses the limit.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/ledger/excerpt.hpp"

#include <cstddef>

namespace laundromat {

std::string_view cut_excerpt(std::string_view text, std::uint64_t most) {
  constexpr std::size_t longest_character = 4;
  if (text.size() <= most) return text;
  auto length = static_cast<std::size_t>(most);
  for (std::size_t back = 0; back < longest_character && length > 0; ++back, --length)
    if ((static_cast<unsigned char>(text[length]) & 0xC0U) != 0x80U) return text.substr(0, length);
  return text.substr(0, static_cast<std::size_t>(most));
}

}  // namespace laundromat
