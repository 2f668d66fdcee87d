// What may start now, by the journal.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "messages/engine_messages.hpp"
#include "storage/journal/journal.hpp"

namespace laundromat {

/// Retries that are due before due seeds, and unfinished trees of former runs where the query asks for them. Errors: those of the journal.
[[nodiscard]] result<due_work> collect_due_work(journal& db, const due_query& query);

}  // namespace laundromat
