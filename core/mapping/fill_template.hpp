// Fills templates: all combinations of the values of their fields.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace laundromat {

/// Calls `take` with `text` and the filled `parts` behind it, once for each combination of values, in their order; `text` is unchanged afterwards.
/// A part is its `text` and then a value: `append(part, text, next)` appends each value of the part to `text` and calls `next()`; without a field
/// it calls `next()` once.
template <class Part, class Append, class Take>
void fill_template(std::span<const Part> parts, std::string& text, const Append& append, const Take& take) {
  if (parts.empty()) return take(std::string_view(text));
  const auto before = text.size();
  text += parts.front().text;
  const auto filled = text.size();
  append(parts.front(), text, [&] {
    fill_template(parts.subspan(1), text, append, take);
    text.resize(filled);
  });
  text.resize(before);
}

}  // namespace laundromat
