// Prints providers as tables and JSON.
// SPDX-License-Identifier: Apache-2.0
#include "app/providers/provider_lines.hpp"

#include <algorithm>
#include <ostream>
#include <ranges>

#include "app/providers/import_receipt.hpp"
#include "app/providers/provider_hosts.hpp"
#include "core/base/count_words.hpp"

namespace laundromat {

namespace {

std::string time_or(timestamp at, std::string_view otherwise) {
  return at == timestamp{} ? std::string{otherwise} : to_iso8601(at);
}

std::string_view extent_of(const stored_dataset& dataset) {
  return dataset.announced.extent == dump_extent::full ? "full" : "partial";
}

/// Imports that are looked at.
constexpr std::size_t newest_imports = 50;

/// What others have is as it was when they were in the campaign.
void keep_stores(const campaign_registry& of, std::vector<std::pair<std::string, store_cursor>>& cursors) {
  std::erase_if(cursors, [&](const auto& one) {
    return std::ranges::find(of.stores, one.first, &registry_store::name) == of.stores.end();
  });
}

graph_copy copy_of(const std::string& store, const store_cursor& at, bool is_optional) {
  return {store, at.version, at.target != 0, is_optional, at.problem};
}

/// Also of the stores of the campaign that were not asked yet.
std::vector<graph_copy> copies_of(const std::vector<std::pair<std::string, store_cursor>>& cursors,
                                  const std::optional<campaign_registry>& from) {
  std::vector<graph_copy> copies;
  if (!from) {
    for (const auto& [store, at] : cursors) copies.push_back(copy_of(store, at, false));
    return copies;
  }
  for (const auto& store : from->stores) {
    const auto asked = std::ranges::find(cursors, store.name, [](const auto& one) { return one.first; });
    copies.push_back(
        copy_of(store.name, asked == cursors.end() ? store_cursor{} : asked->second, store.is_optional));
  }
  return copies;
}

void print_detail(const provider_account& account, timestamp now, console& io) {
  const auto& provider = account.provider;
  io.out << "\nVoID file  " << harmless(provider.void_uri) << '\n';
  for (const auto& one : account.datasets) {
    io.out << "dataset    " << harmless(one.announced.key) << ": " << extent_of(one) << " dumps, announced "
           << to_iso8601(one.announced.modified) << ", harvested " << time_or(one.harvested, "never") << "; "
           << harmless(judge_dataset(account, one, now).text) << '\n';
    for (const auto& dump : one.announced.dumps) io.out << "  dump     " << harmless(dump) << '\n';
  }
  for (const auto& [store, cursor] : account.cursors)
    io.out << "store      " << harmless(store) << ": version " << cursor.version << " of " << provider.version
           << (cursor.problem.empty() ? "" : "; " + harmless(cursor.problem))
           << (cursor.note.empty() ? "" : "; " + harmless(cursor.note)) << '\n';
  constexpr std::size_t most_untold = 5;
  for (const auto& one : untold_of(account.imports) | std::views::take(most_untold))
    io.out << "notice     of import " << one.id << ": " << harmless(notice_in_words(one.notice)) << '\n';
  for (const auto& one : provider.violations) {
    const auto& rule = text_of(one.rule);
    io.out << "rule       " << rule.name << (one.dataset.empty() ? "" : " in " + harmless(one.dataset))
           << (one.value.empty() ? "" : ": " + harmless(one.value)) << "\n           " << rule.advice << '\n';
  }
}

}  // namespace

result<provider_account> account_of(journal& db, const stored_provider& provider,
                                    const std::optional<campaign_registry>& from, timestamp now) {
  graph_records records{db};
  auto datasets = records.datasets(provider.id);
  if (!datasets) return tl::unexpected(datasets.error());
  auto imports = records.imports(provider.id, newest_imports);
  if (!imports) return tl::unexpected(imports.error());
  auto cursors = records.cursors(provider.id);
  if (!cursors) return tl::unexpected(cursors.error());
  auto waits = waits_of(db, provider, *datasets, now);
  if (!waits) return tl::unexpected(waits.error());
  provider_account made;
  made.waits = *std::move(waits);
  made.provider = provider;
  made.datasets = *std::move(datasets);
  made.imports = *std::move(imports);
  for (auto& one : made.imports | std::views::drop(1)) one.violations = {}, one.documents = {};
  made.cursors = *std::move(cursors);
  if (from) keep_stores(*from, made.cursors);
  made.copies = copies_of(made.cursors, from);
  if (from && from->problems.empty()) {
    made.has_registry = true;
    if (const auto* entry = from->find(provider.name)) made.registered_uri = entry->void_uri;
  }
  return made;
}

result<std::vector<provider_account>> accounts_of(journal& db, const std::optional<campaign_registry>& from,
                                                  timestamp now, const std::vector<std::string>& wanted) {
  const auto known = graph_records{db}.providers();
  if (!known) return tl::unexpected(known.error());
  const auto is_wanted = [&](const std::string& name) {
    return wanted.empty() || std::ranges::find(wanted, name) != wanted.end();
  };
  std::vector<provider_account> accounts;
  for (const auto& one : *known) {
    if (!is_wanted(one.name)) continue;
    auto account = account_of(db, one, from, now);
    if (!account) return tl::unexpected(account.error());
    accounts.push_back(*std::move(account));
  }
  if (from)
    for (const auto& one : from->content.providers)
      if (is_wanted(one.name) && std::ranges::find(*known, one.name, &stored_provider::name) == known->end())
        accounts.push_back(account_of(one));
  std::ranges::sort(accounts, {}, [](const auto& one) -> const std::string& { return one.provider.name; });
  return accounts;
}

result<provider_account> account_of_registered(journal& db, const registered_provider& registered,
                                               const campaign_registry& from, timestamp now) {
  const auto provider = graph_records{db}.provider(registered.name);
  if (provider) return account_of(db, *provider, from, now);
  if (provider.error().code == errc::not_found) return account_of(registered);
  return tl::unexpected(provider.error());
}

provider_account account_of(const registered_provider& registered) {
  provider_account made;
  made.provider.name = registered.name;
  made.provider.void_uri = made.registered_uri = registered.void_uri;
  made.has_registry = true;
  return made;
}

std::string_view key_of(provider_standing standing) {
  switch (standing) {
    case provider_standing::up_to_date:
      return "up_to_date";
    case provider_standing::damaged:
      return "in_part";
    case provider_standing::left:
      return "not_registered";
    default:
      return to_string(standing);
  }
}

json_fact fact_of(const provider_account& account, timestamp now) {
  const auto& provider = account.provider;
  json_fact fact{{"provider", provider.name},         {"graph", provider.graph},
                 {"void", provider.void_uri},         {"version", provider.version},
                 {"statements", provider.statements}, {"problem", provider.problem}};
  if (account.has_registry) fact["registered"] = account.registered_uri;
  const auto state = judge(account, now);
  fact["standing"] = key_of(state.standing);
  fact["state"] = in_words(state);
  add_waits(waits_to_tell(account), fact);
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
  for (const auto& [store, cursor] : account.cursors)
    fact["stores"].push_back(
        {{"store", store}, {"version", cursor.version}, {"problem", cursor.problem}, {"note", cursor.note}});
  if (const auto restored = restored_of(account.imports))
    fact["restored"] = {
        {"version", restored->version}, {"is", restored->detail}, {"at", to_iso8601(restored->ended)}};
  if (!account.imports.empty())
    fact["last_import"] = fact_of(provider, account.imports.front(), account.names);
  return fact;
}

json_fact fact_of(const stored_provider& provider, const graph_import& import, const metadata_names& names) {
  auto fact = json_fact::parse(to_json(describe_import(provider, import, names)));
  fact["has_receipt"] = import.has_receipt;
  fact["notification"] = to_string(import.notice.state);
  if (import.notice.tries > 0) fact["failed_notifications"] = import.notice.tries;
  if (!import.notice.problem.empty()) fact["notification_problem"] = import.notice.problem;
  if (import.notice.state == notice_state::waiting && import.notice.not_before != timestamp{})
    fact["notification_not_before"] = to_iso8601(import.notice.not_before);
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
                   one.imports.empty() ? "none"
                                       : to_iso8601(one.imports.front().ended) + " " +
                                             std::string{to_string(one.imports.front().outcome)},
                   human_count(one.provider.violations.size()), in_words(judge(one, now))});
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
    if (const auto notice = notice_in_words(one.notice); !notice.empty())
      notes += (notes.empty() ? "" : "\n") + ("its provider was not told: " + notice);
    std::ranges::replace(notes, '\n', ';');
    table.add_row({one.version == 0 ? "-" : std::to_string(one.version), to_iso8601(one.ended),
                   std::string{to_string(one.outcome)}, time_or(one.modified, "-"), human_count(one.removed),
                   human_count(one.added), human_count(one.statements), notes});
  }
  table.print(io.out, io.out_terminal);
}

}  // namespace laundromat
