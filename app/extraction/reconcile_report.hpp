// Prints what `reconcile` found, as a table or JSON.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "app/commands/cli.hpp"
#include "core/reconciliation/decisions.hpp"
#include "core/reconciliation/duplicate_finder.hpp"

namespace laundromat {

struct reconcile_findings {
  std::uint64_t records = 0;
  std::uint64_t without_id = 0;  ///< records that were left out
  duplicate_report duplicates;
  std::vector<duplicate_decision> candidates;  ///< of records, among entities elsewhere
  std::uint64_t unanswered = 0;                ///< names that were looked up, without an answer
  std::string first_unanswered;                ///< with the reason
};

/// Prints clusters and candidates with the decisions about them; `joined` is in the order of ids, as is every pair.
void print_findings(const reconcile_findings& found, const duplicate_options& rules,
                    std::span<const duplicate_decision> joined, const decided_groups& decided, bool json,
                    console& io);

}  // namespace laundromat
