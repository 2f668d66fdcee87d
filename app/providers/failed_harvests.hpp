// What a run has not brought up to date, for its exit code and its last lines.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "core/base/time.hpp"
#include "core/campaign/campaign.hpp"
#include "storage/journal/journal.hpp"

namespace laundromat {

/// A sentence about each provider of the registry whose graph is not up to date because something failed, and about each store that a graph has not reached:
/// what failed, and what to do. None without a registry. A registry with errors has a sentence, too. Errors: those of the journal.
[[nodiscard]] result<std::vector<std::string>> failed_harvests(const campaign& settings, journal& db,
                                                               timestamp now);

}  // namespace laundromat
