// The remaining work at the end of a run, as text and as JSON.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "app/terminal/json.hpp"
#include "storage/journal/journal_reader.hpp"

namespace laundromat {

/// `2 downloads failed and wait for another attempt at 2026-11-25T09:18:08.618Z and later, the last at 2026-11-26T09:18:08.618Z`.
[[nodiscard]] std::string describe_retries(const pending_work& left);

/// `3 downloads were interrupted: run again to continue`.
[[nodiscard]] std::string describe_interrupted(const pending_work& left);

/// `the budget of the campaign is used (100 of 100 documents): raise …`.
[[nodiscard]] std::string describe_used_budget(const pending_work& left);

/// `a.example is paused since 2026-11-25T09:18:08.618Z (slow today): end it with ...`, a line for each pause, and for no more than five.
[[nodiscard]] std::string describe_pauses(const pending_work& left);

/// Lines about the remaining work and what to do. `lack_of_room`: why no new crawl begins for want of disk; empty: they do.
[[nodiscard]] std::string describe_work_left(const pending_work& left, const std::string& lack_of_room = {});

/// Adds `in_progress`, `waiting_downloads`, `interrupted_downloads`, `waiting_retries` and, when there are any, `pauses`, `used_budget` or `next_due`.
void add_work_left(json_fact& to, const pending_work& left);

}  // namespace laundromat
