// Why a term cannot be kept.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/errc.hpp"

namespace laundromat::turtle {

struct token_fault {
  errc rule{};
  const char* at = nullptr;  ///< in the window
  std::string message;
};

/// The message of `missing_prefix` for a prefix that was declared in skipped text.
inline constexpr std::string_view lost_declaration = "its declaration could not be read";

}  // namespace laundromat::turtle
