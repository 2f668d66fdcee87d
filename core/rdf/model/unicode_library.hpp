// The version of libunistring, which normalises Unicode.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/library_version.hpp"

namespace laundromat {

[[nodiscard]] library_version unicode_library();

}  // namespace laundromat
