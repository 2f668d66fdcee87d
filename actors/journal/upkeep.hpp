// What the journal writer does between its commits, at least once a second: it removes what takedowns and the campaign say, and rewrites segments.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "actors/journal_writer.hpp"

namespace laundromat::upkeep {

using journal_writer_ptr = journal_actor::stateful_pointer<journal_state>;

/// Begins to rewrite segments, if the campaign removes documents.
void begin_compaction(journal_writer_ptr self);
/// Begins a pass over all bodies, if the campaign limits them, and again an hour after its end.
void begin_retention(journal_writer_ptr self);
/// Begins a pass when many bytes were received since the last one, if the campaign limits their sum.
void begin_retention_by_size(journal_writer_ptr self);
/// Begins to remove from the disk what a command has taken out of the journal, if there is something, before all else.
void begin_erasure(journal_writer_ptr self);
/// After a letter was refused: what of it is on the disk already is to be removed, if the operator has excluded its URI.
void erase_refused(journal_state& s, const pending_letter& letter);
/// Logs what a pass has done.
void log_retention(const body_retention& pass);
/// Does the next step of erasing, of rewriting segments, or of removing bodies. It waits while there are changes to commit, a second at most.
void do_step(journal_writer_ptr self);
/// Removes the clean documents to which none of the newest crawls of a seed refers, after a COMMIT that forgets them. A stop before all are
/// removed leaves files that do no harm.
void remove_old_versions(journal_writer_ptr self, const record_hash& seed);
/// Stores a body with the same bytes as those of older crawls only once, under all its names, and removes torn older bodies. When this fails
/// only space is lost.
void tidy_body(journal_state& s, const change& asked, const committed& stored);

}  // namespace laundromat::upkeep
