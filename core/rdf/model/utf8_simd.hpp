// The check of UTF-8 with AVX2.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace laundromat {

/// Whether this machine can call the functions below.
[[nodiscard]] bool has_utf8_simd();
/// How many bytes at the front of `text` are whole, well-formed characters; ends at most a vector before the first
/// ill-formed part, or before the end of the text. Source: Keiser and Lemire, Validating UTF-8 in less than one instruction per byte.
[[nodiscard]] std::size_t good_utf8_prefix(std::string_view text);

}  // namespace laundromat
