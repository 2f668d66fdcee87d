// Prints providers as tables and JSON.
// SPDX-License-Identifier: Apache-2.0
#include "app/providers/provider_lines.hpp"

#include <algorithm>
#include <ostream>

#include "app/providers/import_receipt.hpp"
#include "core/base/count_words.hpp"

namespace laundromat {

namespace {

std::string time_or(timestamp at, std::string_view otherwise) {
  return at == timestamp{} ? std::string{otherwise} : to_iso8601(at);
}

std::string_view extent_of(const stored_dataset& dataset) {
  return dataset.announced.extent == dump_extent::full ? "full" : "partial";
}

/// How an operator has a dataset harvested that the rules leave as it is.
std::string again(const provider_account& account) {
  return "`laundromat harvest " + account.provider.name + " --again`";
}

bool lies_in_future(const provider_account& account, const stored_dataset& dataset) {
  return std::ranges::any_of(account.provider.violations, [&](const void_violation& one) {
    return one.rule == void_rule::modified_in_future && one.dataset == dataset.announced.key;
  });
}

/// What a dataset waits for.
std::string state_of(const provider_account& account, const stored_dataset& dataset, timestamp now) {
  if (dataset.running != timestamp{})
    return "the harvest has begun of what was announced for " + to_iso8601(dataset.running) +
           (dataset.pending == timestamp{} ? "" : ", then " + to_iso8601(dataset.pending));
  if (dataset.failures > 0)
    return number_of(dataset.failures, "failure") +
           (dataset.not_before > now ? ", again at " + to_iso8601(dataset.not_before) : "");
  if (dataset.announced.modified < dataset.harvested)
    return "the date moved backwards, to " + to_iso8601(dataset.announced.modified) +
           ": nothing is harvested before it is later than " + to_iso8601(dataset.harvested) + ", or by " +
           again(account);
  if (dataset.announced.modified != dataset.harvested) return "due";
  if (dataset.is_damaged)
    return std::string("harvested, but not all of its dumps could be read: ") +
           (dataset.announced.extent == dump_extent::full ? "what they do not name was not removed"
                                                          : "their other statements were imported") +
           "; when they are mended without a new date: " + again(account);
  if (lies_in_future(account, dataset))
    return "harvested; its date is in the future, " + to_iso8601(dataset.harvested) +
           ": what changes without a new date is harvested by " + again(account);
  return "up to date";
}

/// The state of a provider in a few words.
std::string state_of(const provider_account& account, timestamp now) {
  const auto& name = account.provider.name;
  if (account.provider.id == 0) return "not registered yet: the next run does so";
  if (account.has_registry && account.registered_uri.empty())
    return "no longer in the registry: its graph stays as it is; `laundromat providers " + name +
           " --drop` removes it";
  if (!account.provider.problem.empty()) return account.provider.problem;
  if (account.has_registry && account.registered_uri != account.provider.void_uri)
    return "its graph belongs to " + account.provider.void_uri + ", and the registry names " +
           account.registered_uri + ": `laundromat providers " + name + " --bind " + account.registered_uri +
           "` confirms that";
  if (account.datasets.empty())
    return account.provider.void_read == timestamp{} ? "its VoID file was not read yet"
                                                     : "no dataset can be harvested";
  for (const auto& one : account.datasets)
    if (const auto state = state_of(account, one, now); state != "up to date") return state;
  for (const auto& [store, cursor] : account.stores) {
    if (!cursor.problem.empty()) return "store " + store + ": " + cursor.problem;
    if (cursor.version != account.provider.version)
      return "store " + store + " has version " + std::to_string(cursor.version) + " of " +
             std::to_string(account.provider.version);
  }
  return "up to date";
}

void print_detail(const provider_account& account, timestamp now, console& io) {
  const auto& provider = account.provider;
  io.out << "\nVoID file  " << harmless(provider.void_uri) << '\n';
  for (const auto& one : account.datasets) {
    io.out << "dataset    " << harmless(one.announced.key) << ": " << extent_of(one) << " dumps, announced "
           << to_iso8601(one.announced.modified) << ", harvested " << time_or(one.harvested, "never") << "; "
           << harmless(state_of(account, one, now)) << '\n';
    if (one.failures > 0)
      for (const auto& last : account.last)
        if (last.dataset == one.announced.key && !last.detail.empty())
          io.out << "  failed   " << harmless(last.detail) << '\n';
    for (const auto& dump : one.announced.dumps) io.out << "  dump     " << harmless(dump) << '\n';
  }
  for (const auto& [store, cursor] : account.stores)
    io.out << "store      " << harmless(store) << ": version " << cursor.version << " of " << provider.version
           << (cursor.problem.empty() ? "" : "; " + harmless(cursor.problem))
           << (cursor.note.empty() ? "" : "; " + harmless(cursor.note)) << '\n';
  for (const auto& one : provider.violations) {
    const auto& rule = text_of(one.rule);
    io.out << "rule       " << rule.name << (one.dataset.empty() ? "" : " in " + harmless(one.dataset))
           << (one.value.empty() ? "" : ": " + harmless(one.value)) << "\n           " << rule.advice << '\n';
  }
}

}  // namespace

result<provider_account> account_of(journal& db, const stored_provider& provider,
                                    const std::optional<noted_registry>& from) {
  graph_records records{db};
  auto datasets = records.datasets(provider.id);
  if (!datasets) return tl::unexpected(datasets.error());
  auto last = records.imports(provider.id, 1);
  if (!last) return tl::unexpected(last.error());
  auto stores = records.cursors(provider.id);
  if (!stores) return tl::unexpected(stores.error());
  provider_account made{provider, *std::move(datasets), *std::move(last), *std::move(stores), false, {}, {}};
  if (from)  // what others have is as it was when they were in the campaign
    std::erase_if(made.stores, [&](const auto& one) {
      return std::ranges::find(from->stores, one.first) == from->stores.end();
    });
  if (from && from->problems.empty()) {
    made.has_registry = true;
    if (const auto* entry = from->find(provider.name)) made.registered_uri = entry->void_uri;
  }
  return made;
}

provider_account account_of(const registered_provider& registered) {
  provider_account made;
  made.provider.name = registered.name;
  made.provider.void_uri = made.registered_uri = registered.void_uri;
  made.has_registry = true;
  return made;
}

json_fact fact_of(const provider_account& account, timestamp now) {
  const auto& provider = account.provider;
  json_fact fact{{"provider", provider.name},         {"graph", provider.graph},
                 {"void", provider.void_uri},         {"version", provider.version},
                 {"statements", provider.statements}, {"problem", provider.problem}};
  if (account.has_registry) fact["registered"] = account.registered_uri;
  fact["state"] = state_of(account, now);
  fact["datasets"] = json_fact::array();
  for (const auto& one : account.datasets) {
    json_fact dataset{{"dataset", one.announced.key},
                      {"dump", extent_of(one)},
                      {"modified", to_iso8601(one.announced.modified)},
                      {"dumps", one.announced.dumps},
                      {"failures", one.failures},
                      {"damaged", one.is_damaged}};
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
    fact["stores"].push_back(
        {{"store", store}, {"version", cursor.version}, {"problem", cursor.problem}, {"note", cursor.note}});
  if (!account.last.empty()) fact["last_import"] = fact_of(provider, account.last.front(), account.names);
  return fact;
}

json_fact fact_of(const stored_provider& provider, const graph_import& import, const metadata_names& names) {
  auto fact = json_fact::parse(to_json(describe_import(provider, import, names)));
  fact["has_receipt"] = import.has_receipt;
  fact["notification"] = to_string(import.notice.state);
  if (import.notice.tries > 0) fact["failed_notifications"] = import.notice.tries;
  if (!import.notice.problem.empty()) fact["notification_problem"] = import.notice.problem;
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
