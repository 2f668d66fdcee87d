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

/// What is to be said at the end of a run.
struct unfinished_harvests {
  std::vector<std::string> lines;  ///< sentences, not harmless
  std::vector<std::string>
      about;                ///< of each line, what it is about: it stays the same while its words change
  bool has_failed = false;  ///< the run has not done its work
};

/// A sentence about each finding (`judge`) of a provider of the registry with which a run has not done its work, or only in part: about its datasets and stores, and
/// each error of the registry. None without a registry. Errors: those of the journal.
[[nodiscard]] result<unfinished_harvests> failed_harvests(const campaign& settings, journal& db,
                                                          timestamp now);

}  // namespace laundromat
