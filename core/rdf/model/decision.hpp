// An answer about text of which more may arrive.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace laundromat {

/// The answer to a question about text. `undecided`: it depends on text that has not arrived; ask again with more.
enum class decision : std::uint8_t { no, yes, undecided };

}  // namespace laundromat
