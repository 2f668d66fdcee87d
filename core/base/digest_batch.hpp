// The SHA-256 of many short texts at once.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "core/base/digest.hpp"

namespace laundromat {

/// Writes the digest of each text to the element of `to` with the same number, as `sha256` does, but, of many texts, several at a time where
/// the processor is an x86: for texts of some hundred bytes a quarter of the time. The first such call of a thread takes half a millisecond,
/// and 200 KiB as long as the thread lives.
void sha256_each(std::span<const std::string_view> texts, std::span<content_digest> to);

}  // namespace laundromat
