// The lines of a document around its defects.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/byte_source.hpp"

namespace laundromat {

/// A part of a text, in bytes.
struct text_span {
  std::uint64_t offset_bytes = 0, length_bytes = 0;
};

/// The line, or lines, in which a span is, without the last line feed.
struct line_excerpt {
  std::string text;           ///< in whole characters of UTF-8
  std::size_t at = 0;         ///< where the span begins in it
  std::size_t length = 0;     ///< of the span, as far as the excerpt has it
  bool begins_later = false;  ///< the line has more before the excerpt
  bool ends_earlier = false;  ///< the line, or the span, has more behind it
};

struct excerpt_limits {
  std::size_t around_bytes = 160;  ///< shown of a line before and behind the span
  std::size_t span_bytes = 400;    ///< shown of the span
  std::uint64_t read_bytes = std::uint64_t{64}
                             << 20;  ///< from the beginning of the text; what is behind has no excerpt
};

/// The excerpts of spans in the order of their offsets, in one pass over `text`, in UTF-8; nothing for a span that is behind the end, or behind what may be read.
/// Memory: a chunk, and the excerpts. Errors: those of `text`; `invalid_argument` where the spans are not in order.
[[nodiscard]] result<std::vector<std::optional<line_excerpt>>> read_excerpts(
    byte_source& text, std::span<const text_span> spans, const excerpt_limits& limits = {});

}  // namespace laundromat
