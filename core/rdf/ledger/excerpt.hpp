// Cuts text to the length of a report.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace laundromat {

/// `text` up to `most` bytes, without splitting a UTF-8 character. Text that is not UTF-8 may be cut anywhere.
[[nodiscard]] std::string_view cut_excerpt(std::string_view text, std::uint64_t most);

}  // namespace laundromat
