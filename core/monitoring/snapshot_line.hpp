// A snapshot of an engine as one line of JSON, which its process sends to another.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "core/monitoring/engine_snapshot.hpp"

namespace laundromat {

/// The longest line that is written and read, which fits into one message to the process that serves; that of a snapshot has some 4 KiB.
inline constexpr std::size_t most_snapshot_line_bytes = 60'000;

/// Writes `{"kind":"engine_snapshot",…}` and a line feed. Shape: UTF-8, with no other line feed. Numbers by cause and by status that are 0 are left out. Texts
/// are cut behind 512 bytes, and bytes that are not UTF-8 become U+FFFD. The hosts that wait longest are left out where the line would be too long.
[[nodiscard]] std::string to_line(const engine_snapshot& taken);

/// Reads what `to_line` wrote, with or without its line feed. Members that are not known are passed over, so that a newer engine can say more.
/// Errors: `invalid_argument` when the line is too long, is no JSON, or lacks a member; the detail names it.
[[nodiscard]] result<engine_snapshot> snapshot_of_line(std::string_view line);

}  // namespace laundromat
