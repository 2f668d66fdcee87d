// What the journal writer does while nothing is to be committed: it rewrites segments, and removes what need not be kept.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "actors/journal_writer.hpp"

namespace laundromat::upkeep {

using journal_writer_ptr = journal_actor::stateful_pointer<journal_state>;

/// Begins to rewrite segments, if the campaign removes documents.
void begin_compaction(journal_writer_ptr self);
/// Begins a pass over all bodies, if the campaign limits them, and again an hour after its end.
void begin_retention(journal_writer_ptr self);
/// Does the next step of rewriting segments or removing bodies, unless there are changes to commit.
void compact(journal_writer_ptr self);
/// Removes the clean documents to which none of the newest crawls of a seed refers, after a COMMIT that forgets them. A stop before all are
/// removed leaves files that do no harm.
void remove_old_versions(journal_writer_ptr self, const record_hash& seed);
/// Stores a body with the same bytes as those of older crawls only once, under all its names, and removes torn older bodies. When this fails
/// only space is lost.
void tidy_body(journal_state& s, const change& asked, const committed& stored);

}  // namespace laundromat::upkeep
