// Finds the known word nearest to a mistyped one.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace laundromat {

/// The number of bytes to insert, remove or replace to turn `a` into `b` (Levenshtein).
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

/// `; did you mean `word`?` with the nearest of `words` to `wrong`; empty when none is near: more than a third of the letters differ.
[[nodiscard]] std::string did_you_mean(std::string_view wrong, std::span<const std::string_view> words);

/// The nearest to `wrong` of one or more dotted `keys`; a correct name in the wrong section counts as near, and so does one that
/// begins or ends with the other.
[[nodiscard]] std::string nearest_key(std::string_view wrong, std::span<const std::string_view> keys);

}  // namespace laundromat
