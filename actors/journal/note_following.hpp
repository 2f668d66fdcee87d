// Tells the journal what decides about announced URIs.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "actors/journal/upkeep.hpp"

namespace laundromat::upkeep {

/// Stores what the campaign in force follows and what the operator excludes, so that lists that have not changed are read again where more is
/// followed than before. On a full disk nothing is stored, and `is_following_noted` is false: call it again. In its own group.
void note_following(journal_writer_ptr self);

}  // namespace laundromat::upkeep
