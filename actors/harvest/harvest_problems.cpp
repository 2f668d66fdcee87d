// Stores problems and attempts.
// SPDX-License-Identifier: Apache-2.0
#include "actors/harvest/harvest_problems.hpp"

#include <algorithm>

#include "actors/log.hpp"
#include "core/providers/recorded_attempts.hpp"

namespace laundromat {

result<void> harvest_problems::note(const stored_provider& provider, const std::string& problem) {
  if (provider.problem == problem) return {};
  if (!problem.empty()) log_error("the provider {} is not harvested: {}", provider.name, problem);
  return records_.note_problem(provider.id, problem);
}

void harvest_problems::end_attempt(const stored_provider& provider, graph_import& attempt) const {
  attempt.ended = std::max(step_.time_now(), attempt.begun);
  attempt.statements = provider.statements;
}

result<bool> harvest_problems::is_to_be_recorded(const stored_provider& provider,
                                                 const graph_import& attempt) {
  const auto recent = records_.void_attempts(provider.id, attempt.ended - void_attempts_period);
  if (!recent) return tl::unexpected(recent.error());
  return is_worth_recording(attempt, *recent);
}

result<void> harvest_problems::record(const stored_provider& provider, graph_import attempt) {
  if (provider.problem == attempt.detail) return {};
  end_attempt(provider, attempt);
  const auto is_new = is_to_be_recorded(provider, attempt);
  if (!is_new) return tl::unexpected(is_new.error());
  auto problem = attempt.detail;
  if (*is_new)  // first, so that a stop between loses no attempt
    if (const auto stored = records_.commit(provider.id, {std::move(attempt), {}, {}, provider.version});
        !stored)
      return tl::unexpected(stored.error());
  return note(provider, problem);
}

}  // namespace laundromat
