// The names of outcomes, and what follows from a VoID file that was read again.
// SPDX-License-Identifier: Apache-2.0
#include "core/providers/graph_import.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "core/providers/harvest_backlog.hpp"

namespace laundromat {

namespace {

/// Lets a change wait for the end of the harvest that runs. Returns the harvest that is skipped for it, if one waited.
std::optional<graph_import> wait_for(stored_dataset& dataset, const provider_dataset& announced,
                                     const stored_provider& provider, timestamp now) {
  const auto before = dataset.pending == timestamp{} ? std::nullopt : std::optional{dataset.pending};
  const auto backlog = announce_change(dataset.running, before, announced.modified);
  dataset.pending = backlog.pending.value_or(timestamp{});
  if (!backlog.skipped) return std::nullopt;
  graph_import skip;
  skip.dataset = announced.key;
  skip.modified = *backlog.skipped;
  skip.begun = skip.ended = now;
  skip.outcome = import_outcome::skipped;
  skip.extent = announced.extent;
  skip.statements = provider.statements;
  skip.detail = "a later change was announced before this one was harvested";
  return skip;
}

}  // namespace

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

std::string_view to_string(notice_state state) {
  switch (state) {
    case notice_state::waiting:
      return "waiting";
    case notice_state::sent:
      return "sent";
    case notice_state::unwanted:
      return "unwanted";
    case notice_state::given_up:
      return "given up";
  }
  return "unknown";
}

import_notice notice_after_failure(import_notice before, std::string problem, bool is_final, timestamp now) {
  ++before.tries;
  before.problem = std::move(problem);
  if (is_final || before.tries >= most_notice_tries)
    before.state = notice_state::given_up;
  else
    before.not_before = now + wait_after_failures(before.tries);
  return before;
}

bool is_told(import_outcome outcome) {
  return outcome != import_outcome::skipped && outcome != import_outcome::restored;
}

bool has_same_problem(const graph_import& one, const graph_import& other) {
  const auto rules_of = [](const graph_import& import) {
    std::set<void_rule> rules;
    for (const auto& violation : import.violations) rules.insert(violation.rule);
    return rules;
  };
  return one.outcome == other.outcome && one.cause == other.cause && rules_of(one) == rules_of(other);
}

bool is_worth_recording(const graph_import& attempt, const std::vector<graph_import>& recent) {
  return recent.size() < most_void_attempts_a_day &&
         std::ranges::none_of(recent,
                              [&](const graph_import& one) { return has_same_problem(one, attempt); });
}

announced_harvests next_of(const std::vector<stored_dataset>& before, std::vector<provider_dataset> announced,
                           const stored_provider& provider, timestamp now) {
  announced_harvests next;
  for (auto& one : announced) {
    const auto known = std::ranges::find(before, one.key, [](const auto& d) { return d.announced.key; });
    auto& dataset = next.datasets.emplace_back(known == before.end() ? stored_dataset{} : *known);
    if (dataset.running == timestamp{})
      dataset.announced = std::move(one);
    else if (auto skipped = wait_for(dataset, one, provider, now))
      next.skipped.push_back(*std::move(skipped));
  }
  std::ranges::sort(next.datasets, {}, [](const stored_dataset& one) { return one.announced.key; });
  return next;
}

}  // namespace laundromat
