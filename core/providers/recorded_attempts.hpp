// Which attempts of a harvest are recorded and told, and which broken rules they name.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/providers/graph_import.hpp"
#include "core/providers/stored_provider.hpp"

namespace laundromat {

/// Attempts that are recorded of VoID files that cannot be used: at most one a day with the same problem, and at most so many a day in all, so that a
/// VoID file that is broken in another way at each request adds no rows without end.
inline constexpr std::size_t most_void_attempts_a_day = 20;
inline constexpr seconds void_attempts_period{86'400};
/// Whether two attempts have the same problem: the same outcome, cause, and rules, whatever the words. Of equal words is another question.
[[nodiscard]] bool has_same_problem(const graph_import& one, const graph_import& other);
/// Whether `attempt` is recorded beside the attempts of the last `void_attempts_period`.
[[nodiscard]] bool is_worth_recording(const graph_import& attempt, const std::vector<graph_import>& recent);

/// Whether the last harvest of a dataset failed for the same reason: its provider was told then. `imports`: the newest first.
[[nodiscard]] bool has_failed_so_before(const stored_dataset& dataset,
                                        const std::vector<graph_import>& imports, const std::string& why);

/// In a receipt: of datasets that cannot be harvested.
inline constexpr std::size_t most_violations_elsewhere = 20;
/// The rules that the VoID file breaks in a dataset, and `most_violations_elsewhere` of those in no other one that is harvested, of which no other
/// receipt tells. `all`: the datasets that are harvested.
[[nodiscard]] std::vector<void_violation> violations_at(const stored_provider& provider,
                                                        const std::string& dataset,
                                                        const std::vector<stored_dataset>& all);

}  // namespace laundromat
