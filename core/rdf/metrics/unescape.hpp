// Undoes the escapes of canonical lines.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace laundromat {

/// Writes the value of the inside of a canonical term to `room`, and answers it. Escapes that no canonical line has stay as they are.
std::string_view unescape(std::string_view inside, std::string& room);

}  // namespace laundromat
