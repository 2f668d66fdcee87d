// The version of the library that compresses clean documents: other versions may give other bytes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "core/base/library_version.hpp"

namespace laundromat {

/// Name and version: `isa-l 2.30.0`.
[[nodiscard]] std::string_view codec_version();

/// The libraries for compressed files and archives. The version of ISA-L is the one that this program was built with.
[[nodiscard]] std::vector<library_version> codec_libraries();

}  // namespace laundromat
