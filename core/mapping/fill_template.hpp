// Fills templates: all combinations of the values of their fields.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace laundromat {

/// How many terms one template makes of a record at most: fields with many values have very many combinations.
inline constexpr std::size_t most_terms_of_template = 100'000;

namespace templates {

template <class Part, class Append, class Take>
void fill(std::span<const Part> parts, std::string& text, std::size_t& left, bool& are_all,
          const Append& append, const Take& take) {
  if (parts.empty()) {
    --left;
    return take(std::string_view(text));
  }
  const auto before = text.size();
  text += parts.front().text;
  const auto filled = text.size();
  bool makes_texts = true;
  append(parts.front(), text, [&] {
    const auto left_before = left;
    if (left == 0)
      are_all = false;
    else if (makes_texts)
      fill(parts.subspan(1), text, left, are_all, append, take);
    // The parts behind have the same values every time: none now is none ever.
    makes_texts = left != left_before;
    text.resize(filled);
  });
  text.resize(before);
}

}  // namespace templates

/// Calls `take` with `text` and the filled `parts` behind it, once for each combination of values, in their order; `text` is unchanged afterwards.
/// Returns whether `take` got all combinations: it gets `most` of them.
/// A part is its `text` and then a value: `append(part, text, next)` appends each value of the part to `text` and calls `next()`; without a field
/// it calls `next()` once.
template <class Part, class Append, class Take>
[[nodiscard]] bool fill_template(std::span<const Part> parts, std::string& text, std::size_t most,
                                 const Append& append, const Take& take) {
  bool are_all = true;
  templates::fill(parts, text, most, are_all, append, take);
  return are_all;
}

}  // namespace laundromat
