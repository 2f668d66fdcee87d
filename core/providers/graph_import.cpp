// The names of outcomes, and what follows from a VoID file that was read again.
// SPDX-License-Identifier: Apache-2.0
#include "core/providers/graph_import.hpp"

#include <utility>

#include "core/providers/harvest_backlog.hpp"

namespace laundromat {

std::string_view to_string(import_outcome outcome) {
  switch (outcome) {
    case import_outcome::imported:
      return "imported";
    case import_outcome::unchanged:
      return "unchanged";
    case import_outcome::failed:
      return "failed";
    case import_outcome::skipped:
      return "skipped";
    case import_outcome::refused:
      return "refused";
    case import_outcome::restored:
      return "restored";
  }
  return "unknown";
}

announced_harvest next_of(stored_dataset before, provider_dataset announced, const stored_provider& provider,
                          timestamp now) {
  announced_harvest next{std::move(before), {}};
  auto& dataset = next.dataset;
  if (dataset.running != timestamp{} && announced.modified > dataset.announced.modified) {
    const auto if_set = [](timestamp t) { return t == timestamp{} ? std::nullopt : std::optional{t}; };
    harvest_backlog backlog{if_set(dataset.running), if_set(dataset.pending)};
    if (const auto taken = backlog.announce(announced.modified); taken.skipped) {
      graph_import skip;
      skip.dataset = announced.key;
      skip.modified = *taken.skipped;
      skip.begun = skip.ended = now;
      skip.outcome = import_outcome::skipped;
      skip.extent = announced.extent;
      skip.statements = provider.statements;
      skip.detail = "a later change was announced before this one was harvested";
      next.skipped.push_back(std::move(skip));
    }
    dataset.pending = backlog.pending().value_or(timestamp{});
  }
  dataset.announced = std::move(announced);
  return next;
}

}  // namespace laundromat
