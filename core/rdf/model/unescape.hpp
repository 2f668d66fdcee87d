// Decodes the escapes of canonical lines.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace laundromat {

/// Writes the value of a canonical term without delimiters to `room`, and returns it. Escapes that canonical lines do not have are kept.
std::string_view unescape(std::string_view inside, std::string& room);

}  // namespace laundromat
