// Reads the budgets of a campaign, and describes one that is used up.
// SPDX-License-Identifier: Apache-2.0
#include "core/records/crawl_budget.hpp"

#include <cmath>

#include "core/base/count_words.hpp"
#include "core/campaign/campaign.hpp"

namespace laundromat {

namespace {

crawl_budget budget_of(std::uint64_t documents, std::uint64_t mib, double hours) {
  constexpr double hour_ms = 3'600'000;
  crawl_budget out;
  out.documents = documents;
  out.bytes = mib << 20U;
  out.busy = milliseconds{std::llround(hours * hour_ms)};
  return out;
}

std::uint64_t whole_seconds(milliseconds time) {
  return static_cast<std::uint64_t>(time.count() / 1'000);
}

/// `100 of 100 documents`.
std::string part_of(std::uint64_t used, std::uint64_t budget, std::string_view unit) {
  return human_count(used) + " of " + number_of(budget, unit);
}

}  // namespace

crawl_budgets budgets_for(const campaign& c) {
  const auto& b = c.budgets;
  return {budget_of(b.documents, b.mib, b.hours), budget_of(b.host_documents, b.host_mib, b.host_hours)};
}

std::string describe_used_up(const crawl_use& use, const crawl_budget& budget) {
  if (budget.documents > 0 && use.documents >= budget.documents)
    return part_of(use.documents, budget.documents, "document");
  if (budget.bytes > 0 && use.bytes >= budget.bytes) return part_of(use.bytes, budget.bytes, "byte");
  if (budget.busy.count() > 0 && use.busy >= budget.busy)
    return part_of(whole_seconds(use.busy), whole_seconds(budget.busy), "second");
  return {};
}

}  // namespace laundromat
