// Properties of a stream of bytes as text: newline style, bytes, characters, lines (L21-L23).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "core/base/digest.hpp"

namespace laundromat {

/// Which newlines a stream uses. Numbers are stored.
enum class newline_style : std::uint8_t { none = 0, lf = 1, crlf = 2, cr = 3, mixed = 4, last = mixed };

[[nodiscard]] std::string_view to_string(newline_style style);

struct content_meta {
  newline_style newline = newline_style::none;
  std::uint64_t bytes = 0;
  std::uint64_t chars = 0;  ///< Unicode code points, counted as UTF-8 lead bytes
  std::uint64_t lines = 0;  ///< newlines, plus one when the last line has none
  content_digest digest;    ///< SHA-256 of the bytes

  friend bool operator==(const content_meta&, const content_meta&) = default;
};

/// Computes a `content_meta` of bytes that arrive in chunks of any size.
class content_meter {
 public:
  void update(std::string_view bytes);
  [[nodiscard]] content_meta finish();

 private:
  content_hasher hasher_;
  std::uint64_t bytes_ = 0, chars_ = 0, lf_ = 0, crlf_ = 0, cr_ = 0;
  char last_ = '\n';
  bool pending_cr_ = false;
};

}  // namespace laundromat
