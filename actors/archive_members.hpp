// An entry that is depleted: it holds other entries, and supervises them until they rest.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "actors/entry.hpp"

namespace laundromat {

/// What an entry understands in `status`.
[[nodiscard]] caf::behavior behavior_of(entry_ptr self, status current);

/// What an archive understands.
[[nodiscard]] caf::behavior archive_behavior(entry_ptr self);

/// A monitored actor is down. A member that fell over is restarted from its row within the archive's budget.
void member_ended(entry_ptr self, const caf::down_msg& down);

/// Brings the members of the archive to life, a bounded number at a time, in the order of the archive; ends the actor
/// when all of them rest. The rest of them waits in the journal: a member without an actor costs a row.
void tend_members(entry_ptr self);

}  // namespace laundromat
