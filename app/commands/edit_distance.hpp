// Finds the word that somebody probably meant.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace laundromat {

/// How many bytes must be inserted, removed or replaced to make `b` of `a` (Levenshtein).
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

/// Of dotted `keys`, at least one, the nearest to `wrong`; a right name in the wrong section is near.
[[nodiscard]] std::string nearest_key(std::string_view wrong, std::span<const std::string_view> keys);

}  // namespace laundromat
