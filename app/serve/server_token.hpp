// The token that requests need which change something.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/result.hpp"

namespace laundromat {

/// A shorter token could be guessed.
inline constexpr std::size_t least_token_characters = 16;

/// The first line of a file that only its owner may read; an empty text without a file. Errors: `configuration` for a file that others may read, and for a token that is
/// shorter than `least_token_characters` or has characters that RFC 6750 does not allow; `not_found`, `io_failed`.
[[nodiscard]] result<std::string> read_server_token(const std::string& file);

}  // namespace laundromat
