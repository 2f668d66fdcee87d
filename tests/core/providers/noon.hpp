// The time of tests about providers.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.hpp"

namespace laundromat {

inline constexpr timestamp noon = from_ms(1'700'000'000'000);  ///< 2023-11-14T22:13:20.000Z
inline constexpr seconds minute{60};

}  // namespace laundromat
