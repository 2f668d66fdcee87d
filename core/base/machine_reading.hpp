// How our own machine is, and when a job that it could not do is worth another try.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include "core/base/result.hpp"
#include "core/base/time.hpp"

namespace laundromat {

/// What was seen of the machine.
struct machine_reading {
  std::optional<failure> trouble;  ///< why it cannot work; none: it can
  std::uint64_t free_bytes = 0;    ///< over the file systems below the data folder
  std::string room = {};           ///< for people: what is free on each of them
};

/// The pause before another try after `times` faults in a row: 1 s, 2 s, 4 s, … at most a minute; where each try asks a stranger's server
/// again, 30 s, 60 s, … at most ten minutes.
[[nodiscard]] constexpr milliseconds pause_after(std::uint32_t times, bool repeats_request) {
  const seconds first{repeats_request ? 30 : 1}, most{repeats_request ? 600 : 60};
  return std::min(most, first * (std::int64_t{1} << std::clamp(times, 1U, 11U)) / 2);
}

/// Whether somebody made room, so that a try is worth it before its time.
[[nodiscard]] constexpr bool has_grown(std::uint64_t free_before_bytes, std::uint64_t free_now_bytes) {
  constexpr std::uint64_t least = std::uint64_t{1} << 20;
  return free_now_bytes > free_before_bytes &&
         free_now_bytes - free_before_bytes >= least + free_before_bytes / 8;
}

/// How much of a file system stays free: what is asked for, and of a small one a twentieth.
[[nodiscard]] constexpr std::uint64_t reserve_of(std::uint64_t wanted_bytes, std::uint64_t size_bytes) {
  return std::min(wanted_bytes, size_bytes / 20);
}

}  // namespace laundromat
