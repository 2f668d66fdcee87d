// The state of a host in the journal, as one record.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "messages/engine_messages.hpp"
#include "storage/journal/journal.hpp"

namespace laundromat {

/// Within a group. A robots.txt is stored only when the record has one. Errors: those of the journal.
[[nodiscard]] result<void> save_host_record(journal& db, const host_record& host);
/// Of a host that is not known only the name is set. Errors: those of the journal.
[[nodiscard]] result<host_record> host_record_of(journal& db, const std::string& authority);

}  // namespace laundromat
