// Whether a word may be a misspelling of another one.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string_view>

#include "core/web/uri_characters.hpp"

namespace laundromat {

/// Whether two words are the same, the case of ASCII letters ignored.
[[nodiscard]] inline bool is_same_word(std::string_view one, std::string_view other) {
  return std::ranges::equal(one, other, {}, to_lower, to_lower);
}

/// Whether `text` is `word` but for one character: another, one too many or too few, or two that changed places; the case of ASCII letters
/// ignored. Short words are like too many others.
[[nodiscard]] inline bool is_near_word(std::string_view text, std::string_view word) {
  if (word.size() < 4 || is_same_word(text, word)) return is_same_word(text, word);
  while (!text.empty() && !word.empty() && to_lower(text.front()) == to_lower(word.front()))
    text.remove_prefix(1), word.remove_prefix(1);
  while (!text.empty() && !word.empty() && to_lower(text.back()) == to_lower(word.back()))
    text.remove_suffix(1), word.remove_suffix(1);
  const bool has_swap = text.size() == 2 && word.size() == 2 && to_lower(text[0]) == to_lower(word[1]) &&
                        to_lower(text[1]) == to_lower(word[0]);
  return has_swap || (text.size() < 2 && word.size() < 2);
}

}  // namespace laundromat
