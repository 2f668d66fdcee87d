// An answer about text of which more may arrive.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace laundromat::turtle {

/// An answer that may need text which has not arrived: `wait` asks to be called again with more.
enum class verdict : std::uint8_t { wait, no, yes };

}  // namespace laundromat::turtle
