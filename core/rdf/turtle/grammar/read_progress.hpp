// What a part of the grammar did with a token.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "core/base/errc.hpp"

namespace laundromat::turtle {

enum class read_progress : std::uint8_t {
  none,         ///< the token begins nothing that this part reads
  more,         ///< the token was read, and more belongs to it
  done,         ///< the token was read, and nothing more belongs to it
  done_before,  ///< what was read ended before the token, which is read again
  wait,         ///< the text that has arrived does not decide: the token is read again with more
  failed,       ///< the text is not well-formed: the statement must be skipped from here on
};

/// Why a part failed.
struct refusal {
  errc rule{};
  std::string message;
};

}  // namespace laundromat::turtle
