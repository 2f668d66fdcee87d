// Text in the place of a relative reference or a name that is neither.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/web/uri.hpp"

namespace laundromat {

/// Whether a template left one of its placeholders in the text: `{{ url }}`, `<?php …`, `<%= url %>`, `${url}`.
[[nodiscard]] constexpr bool has_placeholder(std::string_view text) {
  for (auto at = text.find_first_of("{<$"); at != text.npos; at = text.find_first_of("{<$", at + 1))
    for (const std::string_view mark : {"{{", "<?", "<%", "${"})
      if (text.substr(at).starts_with(mark)) return true;
  return false;
}

inline constexpr std::string_view placeholder_left = "a placeholder of a template";

/// Why `text`, which is not absolute, must neither be resolved nor joined to a vocabulary; empty when it may.
[[nodiscard]] inline std::string_view why_template_placeholder(std::string_view text) {
  if (has_lost_colon(text)) return lost_colon;
  return has_placeholder(text) ? placeholder_left : std::string_view();
}

}  // namespace laundromat
