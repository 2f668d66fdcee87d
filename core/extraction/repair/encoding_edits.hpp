// The change of encoding of a text as edits, so that it can be taken back.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "core/base/byte_source.hpp"
#include "core/extraction/repair/text_edit.hpp"

namespace laundromat {

/// Edits that make UTF-8 of a text in another encoding. In an encoding of single bytes each run of characters that are not ASCII is one; else
/// some lines are, or for an encoding with states the whole text. They are a proposal: compare the result with `make_utf8_source`.
/// Memory: the edits, and some lines. Errors: `no_encoding`; `limit_exceeded` for more than `most_bytes` in all edits; those of `raw`.
[[nodiscard]] result<std::vector<text_edit>> encoding_edits(byte_source& raw, std::string_view encoding,
                                                            std::uint64_t most_bytes);

}  // namespace laundromat
