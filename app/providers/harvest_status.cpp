// Counts providers by standing.
// SPDX-License-Identifier: Apache-2.0
#include "app/providers/harvest_status.hpp"

#include <algorithm>

#include "core/base/count_words.hpp"
#include "core/web/seed_hash.hpp"
#include "storage/graphs/seed_crawl.hpp"

namespace laundromat {

namespace {

/// When the VoID file of a provider is requested next; `no_end`: never.
result<timestamp> next_request(journal& db, const provider_account& account, seconds every, timestamp now) {
  if (!is_requested(account)) return no_end;
  const auto crawl = seed_crawls{db}.of(seed_hash(account.provider.void_uri));
  if (!crawl) return tl::unexpected(crawl.error());
  const auto due = std::max(now, crawl->begun + every);
  return account.waits.void_file ? std::max(due, account.waits.void_file->at.until) : due;
}

void count(const provider_account& account, timestamp now, harvest_status& to) {
  const auto state = judge(account, now);
  ++to.providers[state.standing];
  for (const auto& one : state.findings)
    if (!one.store.empty()) ++to.stores_behind[one.store];
}

}  // namespace

result<std::optional<harvest_status>> harvest_status_of(const std::filesystem::path& data, journal& db,
                                                        bool is_running, timestamp now) {
  const auto registry = load_noted_registry(data);
  const auto accounts = accounts_of(db, registry, now);
  if (!accounts) return tl::unexpected(accounts.error());
  harvest_status status;
  if (registry) status.registry_problems = registry->problems;
  auto next = no_end;
  for (const auto& one : *accounts) {
    count(one, now, status);
    if (!registry || !is_running || !registry->every) continue;
    const auto request = next_request(db, one, *registry->every, now);
    if (!request) return tl::unexpected(request.error());
    next = std::min(next, *request);
  }
  if (next != no_end) status.next_void = next;
  if (status.providers.empty() && status.registry_problems.empty()) return std::optional<harvest_status>{};
  return std::optional{std::move(status)};
}

std::string in_one_line(const harvest_status& status) {
  std::uint64_t all = 0;
  std::string standings, text;
  for (const auto& [standing, number] : status.providers) {
    all += number;
    standings +=
        (standings.empty() ? "" : ", ") + human_count(number) + " " + std::string{to_string(standing)};
  }
  text = number_of(all, "provider") + (standings.empty() ? "" : ": " + standings);
  if (status.next_void) text += "; next VoID file at " + to_iso8601(*status.next_void);
  for (const auto& [store, graphs] : status.stores_behind)
    text += "; the store " + store + " lacks the newest version of " + number_of(graphs, "graph");
  return text;
}

json_fact fact_of(const harvest_status& status) {
  json_fact fact = json_fact::object();
  for (const auto& [standing, number] : status.providers) fact[key_of(standing)] = number;
  if (!status.registry_problems.empty()) {
    auto& problems = fact["registry_problems"] = json_fact::array();
    for (const auto& one : status.registry_problems) problems.push_back(to_string(one));
  }
  if (status.next_void) fact["next_void"] = to_iso8601(*status.next_void);
  fact["stores_behind"] = status.stores_behind;
  return fact;
}

}  // namespace laundromat
