// Which library compresses clean documents: another version may give other bytes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "core/base/library_version.hpp"

namespace laundromat {

/// Name and version: `isa-l 2.30.0`.
[[nodiscard]] std::string_view codec_version();

/// Of all that reads and writes compressed files and archives. ISA-L states the version that this program was built with.
[[nodiscard]] std::vector<library_version> codec_libraries();

}  // namespace laundromat
