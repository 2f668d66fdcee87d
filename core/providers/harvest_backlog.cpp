// Replaces what waits.
// SPDX-License-Identifier: Apache-2.0
#include "core/providers/harvest_backlog.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace laundromat {

namespace {

/// Lets a change wait for the end of the harvest that runs; one that is not later than what runs or waits changes nothing. Returns the harvest that
/// is skipped for it, if one waited. Source: GeoLink Harvester, open question 1.
std::optional<graph_import> let_wait(stored_dataset& dataset, const provider_dataset& announced,
                                     const stored_provider& provider, timestamp now) {
  const auto waited = dataset.pending;
  if (announced.modified <= (waited == timestamp{} ? dataset.running : waited)) return std::nullopt;
  dataset.pending = announced.modified;
  if (waited == timestamp{}) return std::nullopt;
  graph_import skip;
  skip.dataset = announced.key;
  skip.modified = waited;
  skip.begun = skip.ended = now;
  skip.outcome = import_outcome::skipped;
  skip.extent = announced.extent;
  skip.statements = provider.statements;
  skip.detail = "a later change was announced before this one was harvested";
  return skip;
}

}  // namespace

announced_harvests next_of(const std::vector<stored_dataset>& before, std::vector<provider_dataset> announced,
                           const stored_provider& provider, timestamp now) {
  announced_harvests next;
  for (auto& one : announced) {
    const auto known = std::ranges::find(before, one.key, [](const auto& d) { return d.announced.key; });
    auto& dataset = next.datasets.emplace_back(known == before.end() ? stored_dataset{} : *known);
    if (dataset.running == timestamp{})
      dataset.announced = std::move(one);
    else if (auto skipped = let_wait(dataset, one, provider, now))
      next.skipped.push_back(*std::move(skipped));
  }
  std::ranges::sort(next.datasets, {}, [](const stored_dataset& one) { return one.announced.key; });
  return next;
}

}  // namespace laundromat
