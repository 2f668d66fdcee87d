// What webhooks are told of a run: that it has begun, and how it has ended.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>

#include "app/terminal/json.hpp"
#include "core/campaign/campaign.hpp"
#include "storage/journal/journal.hpp"

namespace laundromat {

/// Enrols the webhooks of a campaign, and has events kept by this connection, through which the journal is written. Without webhooks one row is looked for. Call
/// it before `journal::recover`. Errors: those of the journal.
[[nodiscard]] result<void> enrol_webhooks(const campaign& settings, journal& db);

/// Keeps the event that a run begins; `was_killed`: the one before did not end in order. Errors: those of the journal.
[[nodiscard]] result<void> keep_run_started(const campaign& settings, journal& db, bool was_killed,
                                            timestamp now);

/// Keeps the event that a run has ended, and sends what waits until `most_wait` is over or `is_urgent` says so. Logs what remains, which the next run sends. Nothing
/// without webhooks. Used when no actor uses the journal at `path` any more.
void tell_end_of_run(const campaign& settings, const std::filesystem::path& path, const json_fact& summary,
                     seconds most_wait, const std::function<bool()>& is_urgent);

}  // namespace laundromat
