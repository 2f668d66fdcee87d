// Words and JSON of the result of `load`.
// SPDX-License-Identifier: Apache-2.0
#include "app/sinks/load_report.hpp"

#include <ostream>

#include "app/terminal/json.hpp"
#include "core/base/count_words.hpp"

namespace laundromat {

namespace {

json_fact unsent_fact(const unsent_statements& unsent) {
  json_fact counts = json_fact::object();
  for (std::size_t i = 0; i < unsent.counts.size(); ++i)
    if (unsent.counts[i] > 0) counts[std::string(to_string(static_cast<unsendable>(i)))] = unsent.counts[i];
  json_fact examples = json_fact::array();
  for (const auto& one : unsent.examples) {
    json_fact example{{"why", to_string(one.why)}, {"statement", one.statement}};
    if (!one.detail.empty()) example["detail"] = one.detail;
    examples.push_back(std::move(example));
  }
  return {{"statements", unsent.sum()}, {"by_cause", counts}, {"examples", examples}};
}

json_fact differences_fact(const store_differences& found) {
  json_fact changes = json_fact::object(), examples = json_fact::array();
  for (std::size_t i = 0; i < found.changes.size(); ++i)
    if (found.changes[i] > 0)
      changes[std::string(to_string(static_cast<store_change>(i)))] = found.changes[i];
  for (const auto& one : found.change_examples)
    examples.push_back({{"change", to_string(one.change)}, {"graph", one.graph}, {"store", one.store}});
  return {{"equal", found.equal},
          {"missing", found.missing},
          {"extra", found.extra},
          {"changed", changes},
          {"missing_examples", found.missing_examples},
          {"extra_examples", found.extra_examples},
          {"change_examples", examples},
          {"partly_paired", found.is_partly_paired}};
}

void print_unsent(const unsent_statements& unsent, std::ostream& out) {
  if (unsent.sum() == 0) return;
  out << number_of(unsent.sum(), "statement was", "statements were") << " not sent:\n";
  for (const auto& one : unsent.examples)
    out << "  " << to_string(one.why) << ": " << harmless(one.statement)
        << (one.detail.empty() ? "" : "  (" + harmless(one.detail) + ")") << '\n';
}

void print_differences(const store_differences& found, std::ostream& out) {
  out << "The store has " << number_of(found.equal, "equal statement") << ", " << human_count(found.changed())
      << " changed, " << human_count(found.missing) << " missing, " << human_count(found.extra)
      << " extra.\n";
  for (const auto& one : found.change_examples)
    out << "  " << to_string(one.change) << ": " << harmless(one.graph)
        << (one.store.empty()
                ? ""
                : " => " + harmless(one.store.substr(one.store.find(' ', one.store.find(' ') + 1) + 1)))
        << '\n';
  for (const auto& one : found.missing_examples) out << "  missing: " << harmless(one) << '\n';
  for (const auto& one : found.extra_examples) out << "  extra: " << harmless(one) << '\n';
}

}  // namespace

void print_outcome(const load_options& options, const load_outcome& outcome, console& io) {
  const auto& totals = outcome.sent.totals;
  if (options.json) {
    json_fact fact{{"graph", options.graph},
                   {"removed", totals.removed},
                   {"added", totals.added},
                   {"batches", totals.batches},
                   {"requests", outcome.sent.requests},
                   {"unsent", unsent_fact(totals.unsent)}};
    if (outcome.differences) fact["store"] = differences_fact(*outcome.differences);
    if (options.repair) fact["repairs"] = outcome.repairs;
    return print_fact(io.out, fact);
  }
  if (!options.is_only_compared) {
    io.out << harmless(options.graph) << ": ";
    if (options.is_patch) io.out << number_of(totals.removed, "statement") << " removed, ";
    io.out << number_of(totals.added, "statement") << " added, in "
           << number_of(totals.batches, "batch", "batches") << ".\n";
  }
  print_unsent(totals.unsent, io.out);
  if (outcome.differences) print_differences(*outcome.differences, io.out);
  if (outcome.repairs > 0)
    io.out << "Repaired: " << number_of(outcome.repairs, "statement") << " removed or added.\n";
}

}  // namespace laundromat
