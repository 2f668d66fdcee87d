// Which library compresses clean documents: another version may give other bytes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace laundromat {

/// Name and version: `isa-l 2.30.0`.
[[nodiscard]] std::string_view codec_version();

}  // namespace laundromat
