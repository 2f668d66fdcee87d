// The versions of the libraries that do HTTP.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/base/library_version.hpp"

namespace laundromat {

[[nodiscard]] std::vector<library_version> net_libraries();

}  // namespace laundromat
