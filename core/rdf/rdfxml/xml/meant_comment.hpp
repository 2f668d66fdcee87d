// Finds what was meant for the opening or the end of a comment, but is none for XML.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace laundromat::rdfxml {

/// What was meant for the opening of a comment, and is none for XML.
struct meant_opening {
  std::size_t begin = 0, length = 0;  ///< 0 for none
  bool needs_end = false;             ///< it is text where no end of a comment follows
};
/// The first in `text`: typographic marks or dashes, as in `<!\u2013` or `\u2039!--`, one dash, as in `<!-`; among elements, where
/// text is not allowed, also `< !--` and `&lt;!--`, and `!--` alone.
[[nodiscard]] meant_opening find_meant_opening(std::string_view text, bool is_among_elements);

/// The offset behind what was meant for the end of a comment, such as `-- >` or `--!>`, looked for from `from` on; `npos` for none.
[[nodiscard]] std::size_t find_meant_end(std::string_view text, std::size_t from);

}  // namespace laundromat::rdfxml
