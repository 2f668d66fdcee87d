// The commit of the source from which this program was built.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace laundromat {

/// Twelve digits, followed by `-dirty` when files were edited; `unknown` when the source has no git history. The
/// definition is made by scripts/cmake/commit.cmake at each build, in a file that changes only with the commit.
[[nodiscard]] std::string_view source_commit();

}  // namespace laundromat
