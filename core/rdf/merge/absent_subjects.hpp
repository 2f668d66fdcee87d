// What becomes of the subjects of a graph that a dump does not name, and how campaigns and registries say it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace laundromat {

/// What becomes of the subjects that a dump does not name.
enum class absent_subjects : std::uint8_t {
  stay,    ///< always with a partial dump
  removed  ///< a full dump is the graph
};

/// The choices of `full_dumps`, for messages.
inline constexpr std::string_view full_dumps_choices = "`replace` or `merge`";

/// What a word of `full_dumps` in a campaign or a registry says about full dumps: `replace` or `merge`. Nothing: it is another word.
[[nodiscard]] constexpr std::optional<absent_subjects> read_full_dumps(std::string_view word) {
  if (word == "replace") return absent_subjects::removed;
  if (word == "merge") return absent_subjects::stay;
  return std::nullopt;
}

}  // namespace laundromat
