// SHA-256 of many short texts at once.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "core/base/digest.hpp"

namespace laundromat {

/// Computes `digests[i]`, the SHA-256 of `texts[i]`, for each text; there are as many digests as texts. With AVX-512 sixteen texts of similar
/// length take as long as two or three one after the other; without it, and where few texts are long, each is hashed alone.
/// Source: FIPS 180-4 section 6.2.
void sha256_of_each(std::span<const std::string_view> texts, std::span<content_digest> digests);

}  // namespace laundromat
