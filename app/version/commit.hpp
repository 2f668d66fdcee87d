// Which commit of the source this program was built from.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace laundromat {

/// Twelve digits, with `-dirty` behind them when files of the commit were edited; `unknown` where the source came without its history. The
/// definition is made by scripts/cmake/commit.cmake at each build, in a file that changes only with the commit.
[[nodiscard]] std::string_view source_commit();

}  // namespace laundromat
