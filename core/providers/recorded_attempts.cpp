// Compares an attempt with those before it.
// SPDX-License-Identifier: Apache-2.0
#include "core/providers/recorded_attempts.hpp"

#include <algorithm>
#include <set>

namespace laundromat {

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

bool has_failed_so_before(const stored_dataset& dataset, const std::vector<graph_import>& imports,
                          const std::string& why) {
  if (dataset.failures == 0) return false;
  const auto last = std::ranges::find(imports, dataset.announced.key, &graph_import::dataset);
  return last != imports.end() && last->outcome == import_outcome::failed && last->detail == why;
}

std::vector<void_violation> violations_at(const stored_provider& provider, const std::string& dataset,
                                          const std::vector<stored_dataset>& all) {
  std::vector<void_violation> found;
  std::size_t elsewhere = 0;
  for (const auto& one : provider.violations) {
    const bool is_own = one.dataset == dataset;
    const bool is_of_another = !is_own && std::ranges::any_of(all, [&](const stored_dataset& other) {
      return other.announced.key == one.dataset;
    });
    if (is_of_another || (!is_own && elsewhere++ >= most_violations_elsewhere)) continue;
    found.push_back(one);
  }
  return found;
}

}  // namespace laundromat
