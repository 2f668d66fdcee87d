// The state of our own machine, and when a job that failed because of it is tried again.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include "core/base/result.hpp"
#include "core/base/time.hpp"

namespace laundromat {

/// A measurement of the machine.
struct machine_reading {
  std::optional<failure> trouble;  ///< why the machine cannot work; none: it can
  std::uint64_t free_bytes = 0;    ///< over the file systems below the data folder
  /// Of the file system that has least; nothing when it was not measured.
  std::optional<std::uint64_t> least_free_bytes = {};
  std::string room = {};  ///< for people: free space of each file system
};

/// The pause before the next try after `times` faults in a row: 1 s, 2 s, 4 s, … up to a minute; where each try sends a request to a
/// server, 30 s, 60 s, … up to ten minutes.
[[nodiscard]] constexpr milliseconds pause_after(std::uint32_t times, bool repeats_request) {
  const seconds first{repeats_request ? 30 : 1}, most{repeats_request ? 600 : 60};
  return std::min(most, first * (std::int64_t{1} << std::clamp(times, 1U, 11U)) / 2);
}

/// Whether enough space was freed to try again before the pause ends.
[[nodiscard]] constexpr bool has_grown(std::uint64_t free_before_bytes, std::uint64_t free_now_bytes) {
  constexpr std::uint64_t least = std::uint64_t{1} << 20;
  return free_now_bytes > free_before_bytes &&
         free_now_bytes - free_before_bytes >= least + free_before_bytes / 8;
}

/// Whether nothing new is begun because of the free space: below `watermark_bytes`, and then until a sixteenth more is free. 0: never.
[[nodiscard]] constexpr bool is_below_watermark(std::uint64_t free_bytes, std::uint64_t watermark_bytes,
                                                bool was_below) {
  return free_bytes < watermark_bytes + (was_below ? watermark_bytes / 16 : 0);
}

/// How much of a file system is kept free: `wanted_bytes`, and at most a twentieth of the file system.
[[nodiscard]] constexpr std::uint64_t reserve_of(std::uint64_t wanted_bytes, std::uint64_t size_bytes) {
  return std::min(wanted_bytes, size_bytes / 20);
}

}  // namespace laundromat
