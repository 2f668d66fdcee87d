// Prints providers as tables and JSON.
// SPDX-License-Identifier: Apache-2.0
#include "app/providers/provider_lines.hpp"

#include <algorithm>
#include <ostream>

#include "core/base/count_words.hpp"

namespace laundromat {

namespace {

std::string time_or(timestamp at, std::string_view otherwise) {
  return at == timestamp{} ? std::string{otherwise} : to_iso8601(at);
}

std::string_view extent_of(const stored_dataset& dataset) {
  return dataset.announced.extent == dump_extent::full ? "full" : "partial";
}

/// What a dataset waits for.
std::string state_of(const stored_dataset& dataset, timestamp now) {
  if (dataset.running != timestamp{})
    return "harvested now: " + to_iso8601(dataset.running) +
           (dataset.pending == timestamp{} ? "" : ", then " + to_iso8601(dataset.pending));
  if (dataset.failures > 0)
    return number_of(dataset.failures, "failure") +
           (dataset.not_before > now ? ", again at " + to_iso8601(dataset.not_before) : "");
  if (dataset.announced.modified < dataset.harvested)
    return "the date moved backwards, to " + to_iso8601(dataset.announced.modified) +
           ": nothing is harvested";
  return dataset.announced.modified == dataset.harvested ? "up to date" : "due";
}

/// The state of a provider in a few words.
std::string state_of(const provider_account& account, timestamp now) {
  if (!account.provider.problem.empty()) return account.provider.problem;
  if (account.datasets.empty())
    return account.provider.void_read == timestamp{} ? "its VoID file was not read yet"
                                                     : "no dataset can be harvested";
  for (const auto& one : account.datasets)
    if (const auto state = state_of(one, now); state != "up to date") return state;
  for (const auto& [store, cursor] : account.stores)
    if (!cursor.problem.empty()) return "store " + store + ": " + cursor.problem;
  return "up to date";
}

void print_detail(const provider_account& account, timestamp now, console& io) {
  const auto& provider = account.provider;
  io.out << "\nVoID file  " << harmless(provider.void_uri) << '\n';
  for (const auto& one : account.datasets) {
    io.out << "dataset    " << harmless(one.announced.key) << ": " << extent_of(one) << " dumps, announced "
           << to_iso8601(one.announced.modified) << ", harvested " << time_or(one.harvested, "never") << "; "
           << harmless(state_of(one, now)) << '\n';
    for (const auto& dump : one.announced.dumps) io.out << "  dump     " << harmless(dump) << '\n';
  }
  for (const auto& [store, cursor] : account.stores)
    io.out << "store      " << harmless(store) << ": version " << cursor.version << " of " << provider.version
           << (cursor.problem.empty() ? "" : "; " + harmless(cursor.problem)) << '\n';
  for (const auto& one : provider.violations) {
    const auto& rule = text_of(one.rule);
    io.out << "rule       " << rule.name << (one.dataset.empty() ? "" : " in " + harmless(one.dataset))
           << (one.value.empty() ? "" : ": " + harmless(one.value)) << "\n           " << rule.advice << '\n';
  }
}

}  // namespace

result<provider_account> account_of(graph_records& records, const stored_provider& provider) {
  auto datasets = records.datasets(provider.id);
  if (!datasets) return tl::unexpected(datasets.error());
  auto last = records.imports(provider.id, 1);
  if (!last) return tl::unexpected(last.error());
  auto stores = records.cursors(provider.id);
  if (!stores) return tl::unexpected(stores.error());
  return provider_account{provider, *std::move(datasets), *std::move(last), *std::move(stores)};
}

json_fact fact_of(const provider_account& account) {
  const auto& provider = account.provider;
  json_fact fact{{"provider", provider.name},         {"graph", provider.graph},
                 {"void", provider.void_uri},         {"version", provider.version},
                 {"statements", provider.statements}, {"problem", provider.problem}};
  fact["datasets"] = json_fact::array();
  for (const auto& one : account.datasets) {
    json_fact dataset{{"dataset", one.announced.key},
                      {"dump", extent_of(one)},
                      {"modified", to_iso8601(one.announced.modified)},
                      {"dumps", one.announced.dumps},
                      {"failures", one.failures}};
    const auto add = [&](const char* key, timestamp at) {
      if (at != timestamp{}) dataset[key] = to_iso8601(at);
    };
    add("harvested", one.harvested);
    add("running", one.running);
    add("pending", one.pending);
    add("not_before", one.not_before);
    fact["datasets"].push_back(std::move(dataset));
  }
  fact["violations"] = json_fact::array();
  for (const auto& one : provider.violations)
    fact["violations"].push_back({{"rule", text_of(one.rule).name},
                                  {"dataset", one.dataset},
                                  {"value", one.value},
                                  {"advice", text_of(one.rule).advice}});
  fact["stores"] = json_fact::array();
  for (const auto& [store, cursor] : account.stores)
    fact["stores"].push_back({{"store", store}, {"version", cursor.version}, {"problem", cursor.problem}});
  if (!account.last.empty()) fact["last_import"] = fact_of(account.last.front());
  return fact;
}

json_fact fact_of(const graph_import& import) {
  json_fact fact{
      {"import", import.id}, {"provider", import.provider}, {"outcome", to_string(import.outcome)}};
  if (import.version > 0) fact["version"] = import.version;
  if (!import.dataset.empty()) fact["dataset"] = import.dataset;
  if (import.modified != timestamp{}) fact["modified"] = to_iso8601(import.modified);
  fact["begun"] = to_iso8601(import.begun);
  fact["ended"] = to_iso8601(import.ended);
  fact["removed"] = import.removed;
  fact["added"] = import.added;
  fact["statements"] = import.statements;
  fact["defects"] = import.defects;
  fact["skipped_bytes"] = import.skipped_bytes;
  fact["foreign_statements"] = import.foreign_statements;
  if (!import.detail.empty()) fact["detail"] = import.detail;
  if (!import.digest.is_null()) fact["digest"] = import.digest.hex();
  fact["documents"] = import.documents;
  return fact;
}

void print_accounts(const std::vector<provider_account>& accounts, bool in_detail, timestamp now,
                    console& io) {
  constexpr auto right = text_table::align::right;
  text_table table{{{"provider"},
                    {"version", right},
                    {"statements", right},
                    {"last import"},
                    {"rules broken", right},
                    {"state"}}};
  for (const auto& one : accounts)
    table.add_row({one.provider.name, human_count(one.provider.version), human_count(one.provider.statements),
                   one.last.empty() ? "none"
                                    : to_iso8601(one.last.front().ended) + " " +
                                          std::string{to_string(one.last.front().outcome)},
                   human_count(one.provider.violations.size()), state_of(one, now)});
  if (!accounts.empty()) table.print(io.out, io.out_terminal);
  if (in_detail)
    for (const auto& one : accounts) print_detail(one, now, io);
}

void print_imports(const std::vector<graph_import>& imports, console& io) {
  constexpr auto right = text_table::align::right;
  text_table table{{{"version", right},
                    {"ended"},
                    {"outcome"},
                    {"modified"},
                    {"removed", right},
                    {"added", right},
                    {"statements", right},
                    {"notes"}}};
  for (const auto& one : imports) {
    auto notes = one.detail;
    std::ranges::replace(notes, '\n', ';');
    table.add_row({one.version == 0 ? "-" : std::to_string(one.version), to_iso8601(one.ended),
                   std::string{to_string(one.outcome)}, time_or(one.modified, "-"), human_count(one.removed),
                   human_count(one.added), human_count(one.statements), notes});
  }
  table.print(io.out, io.out_terminal);
}

}  // namespace laundromat
