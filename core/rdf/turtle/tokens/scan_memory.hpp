// How far a long token was looked into when the text ended, so that no byte is looked at again and again.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/rdf/turtle/tokens/stray.hpp"
#include "core/rdf/turtle/tokens/text_window.hpp"
#include "core/rdf/turtle/tokens/token.hpp"

namespace laundromat::turtle {

/// Remembers one token by its offset.
class scan_memory {
 public:
  /// The token at `at` goes on behind `scanned_to`; what was noticed of it is in `flags`. Returns `need_more`.
  [[nodiscard]] token wait(const text_window& text, const char* at, const char* scanned_to,
                           std::uint8_t flags) {
    begin_ = text.offset_of(at);
    scanned_to_ = text.offset_of(scanned_to);
    flags_ = flags;
    return need_more_at(at);
  }
  /// Where to go on with the token at `at`, and its flags: `otherwise` when it was not looked into before.
  [[nodiscard]] const char* resume(const text_window& text, const char* at, const char* otherwise,
                                   std::uint8_t& flags) const {
    if (begin_ != text.offset_of(at)) return otherwise;
    flags |= flags_;
    return std::max(otherwise, text.at(scanned_to_));
  }

 private:
  std::uint64_t begin_ = ~0ull, scanned_to_ = 0;
  std::uint8_t flags_ = 0;
};

}  // namespace laundromat::turtle
