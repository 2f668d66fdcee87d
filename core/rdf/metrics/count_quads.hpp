// Counts the statements in named graphs of canonical N-Quads.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace laundromat {

/// Takes whole lines of canonical N-Quads. The figure is that of `document_statistics::quads`.
[[nodiscard]] std::uint64_t count_quads(std::string_view lines);

}  // namespace laundromat
