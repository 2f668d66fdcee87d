// What a crawl may cost at a host, or in all, and what it has cost so far.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "core/base/time.hpp"

namespace laundromat {

struct campaign;

/// What was spent at a host, or by the whole campaign.
struct crawl_use {
  std::uint64_t documents = 0;  ///< answers with a body, error pages included, redirects not
  std::uint64_t bytes = 0;      ///< received
  milliseconds busy{};          ///< while requests were open

  friend bool operator==(const crawl_use&, const crawl_use&) = default;
};

/// What may be spent; 0: no limit.
struct crawl_budget {
  std::uint64_t documents = 0, bytes = 0;
  milliseconds busy{};

  friend bool operator==(const crawl_budget&, const crawl_budget&) = default;
};

/// The budgets of a campaign: of all its hosts together, and of each host. Times of several hosts add up.
struct crawl_budgets {
  crawl_budget campaign, host;

  friend bool operator==(const crawl_budgets&, const crawl_budgets&) = default;
};
[[nodiscard]] crawl_budgets budgets_for(const campaign& c);

/// Whether no further request may begin, see `errc::budget_used`.
[[nodiscard]] constexpr bool is_used_up(const crawl_use& use, const crawl_budget& budget) {
  return (budget.documents > 0 && use.documents >= budget.documents) ||
         (budget.bytes > 0 && use.bytes >= budget.bytes) ||
         (budget.busy.count() > 0 && use.busy >= budget.busy);
}

/// `100 of 100 documents`, of the first measure that is used up; empty when none is.
[[nodiscard]] std::string describe_used_up(const crawl_use& use, const crawl_budget& budget);

}  // namespace laundromat
