// The form in which texts and queries are given to a full-text index.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace laundromat {

/// The text in valid UTF-8 without control characters. Percent-encoded octets are decoded where they are characters of UTF-8, so that
/// `caf%C3%A9` is found as `café`; others stay as they are. Queries have the same form, so that a pasted URI finds itself.
/// Ill-formed UTF-8 becomes U+FFFD, a control character a space; no tokenizer has either in a word. Memory: that of the text, three times at most.
[[nodiscard]] std::string searchable_text(std::string_view text);

}  // namespace laundromat
