// The archive part of an entry: it starts and supervises the entries of the archive's members.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "actors/entry.hpp"

namespace laundromat {

/// The behaviour of an entry in status `current`.
[[nodiscard]] entry_actor::behavior_type behavior_of(entry_ptr self, status current);

/// The behaviour of an entry whose status is `depleted`.
[[nodiscard]] entry_actor::behavior_type archive_behavior(entry_ptr self);

/// Handles the end of a monitored actor. A member that crashed is restarted from its row within the archive's budget.
void member_ended(entry_ptr self, const caf::down_msg& down);

/// Starts entries for the members in the order of the archive, a bounded number at a time; the other members wait as rows of the journal.
/// Ends the archive's actor when all members are finished.
void tend_members(entry_ptr self);

}  // namespace laundromat
