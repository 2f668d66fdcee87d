// How many edits lead from one text to another.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace laundromat {

/// Inserted, deleted and replaced characters (Unicode code points), and swaps of two neighbours, of which none is edited twice: the optimal
/// string alignment, also called restricted Damerau-Levenshtein distance. Texts are UTF-8.
/// Returns `most + 1` when it is more than `most`. Time: with 64 characters or fewer in one text, linear in the other one (Hyyrö 2003); else
/// `most` times the length. Memory: linear in the length.
[[nodiscard]] std::size_t character_distance(std::string_view one, std::string_view other,
                                             std::size_t most = 1'000'000);

/// The number of code points.
[[nodiscard]] std::size_t character_count(std::string_view text);

/// What a text shows of its distance to others at a glance.
struct text_outline {
  std::uint64_t letters = 0;  ///< a bit for each character that occurs, some of which share a bit
  std::uint64_t characters = 0;
};
[[nodiscard]] text_outline outline_of(std::string_view text);
/// At least so many edits are between texts with these outlines: an edit changes the length by one, and adds and removes one letter.
[[nodiscard]] constexpr std::uint64_t least_distance(const text_outline& one, const text_outline& other) {
  const auto longer = std::max(one.characters, other.characters),
             shorter = std::min(one.characters, other.characters);
  const auto letters = static_cast<std::uint64_t>(std::popcount(one.letters ^ other.letters));
  return std::max(longer - shorter, (letters + 1) / 2);
}

/// 1 for equal texts, 0 for texts that have nothing in common: 1 - distance / length of the longer one. Returns 0 when it is less than `least`.
[[nodiscard]] double text_similarity(std::string_view one, std::string_view other, double least = 0);
/// The same for texts whose outlines are known: faster where the texts are mostly different.
[[nodiscard]] double text_similarity(std::string_view one, const text_outline& outline_of_one,
                                     std::string_view other, const text_outline& outline_of_other,
                                     double least);

}  // namespace laundromat
