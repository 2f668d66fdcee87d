// Searches bytes as fast as the C library can.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstring>
#include <string_view>

namespace laundromat {

/// `text.find(wanted, from)`, several times faster in long texts.
[[nodiscard]] inline std::size_t find_bytes(std::string_view text, std::string_view wanted,
                                            std::size_t from) {
  const auto* found = memmem(text.data() + from, text.size() - from, wanted.data(), wanted.size());
  return found == nullptr ? text.npos
                          : static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
}

}  // namespace laundromat
