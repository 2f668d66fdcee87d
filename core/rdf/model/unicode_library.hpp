// Which version of libunistring normalises Unicode.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/library_version.hpp"

namespace laundromat {

[[nodiscard]] library_version unicode_library();

}  // namespace laundromat
