// Cuts text to what a report may hold.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace laundromat {

/// `text` up to `most` bytes, and no character of UTF-8 cut in two. What is no UTF-8 is cut anywhere.
[[nodiscard]] std::string_view cut_excerpt(std::string_view text, std::uint64_t most);

}  // namespace laundromat
