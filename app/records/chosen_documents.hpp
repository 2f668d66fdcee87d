// The clean documents that a command line names, or selects by options.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/commands/commands.hpp"
#include "storage/journal/journal_reader.hpp"

namespace laundromat {

/// The documents with statements that the hashes or URLs name, each once; reports one that names none and returns nothing.
[[nodiscard]] std::optional<std::set<content_digest>> documents_named(journal& from,
                                                                      const std::vector<std::string>& records,
                                                                      command_context& context);

/// Calls `take` for each selected document with statements behind `after`, in the order of hashes, until it fails. Errors: those of the journal and of `take`.
[[nodiscard]] result<void> each_selected(journal& from, const document_filter& filter,
                                         const std::function<result<void>(const content_digest&)>& take,
                                         content_digest after = {});

}  // namespace laundromat
