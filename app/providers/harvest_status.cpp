// Counts providers by standing.
// SPDX-License-Identifier: Apache-2.0
#include "app/providers/harvest_status.hpp"

#include <algorithm>

#include "core/base/count_words.hpp"
#include "core/web/seed_hash.hpp"
#include "storage/graphs/seed_crawl.hpp"

namespace laundromat {

namespace {

/// When the VoID file of a registered provider is requested next.
result<timestamp> next_request(journal& db, const std::string& void_uri, seconds every, timestamp now) {
  const auto crawl = seed_crawls{db}.of(seed_hash(void_uri));
  if (!crawl) return tl::unexpected(crawl.error());
  return std::max(now, crawl->begun + every);
}

void count(const provider_account& account, timestamp now, harvest_status& to) {
  const auto state = judge(account, now);
  ++to.providers[state.standing];
  for (const auto& one : state.findings)
    if (!one.store.empty()) ++to.stores_behind[one.store];
}

/// The VoID files that an engine requests.
std::vector<std::string> requested_files(const std::vector<stored_provider>& known,
                                         const campaign_registry& registry) {
  std::vector<std::string> uris;
  if (registry.problems.empty())
    for (const auto& one : registry.content.providers) uris.push_back(one.void_uri);
  else
    for (const auto& one : known) uris.push_back(one.void_uri);
  return uris;
}

result<void> count_all(journal& db, const std::vector<stored_provider>& known,
                       const std::optional<campaign_registry>& registry, timestamp now, harvest_status& to) {
  for (const auto& one : known) {
    const auto account = account_of(db, one, registry);
    if (!account) return tl::unexpected(account.error());
    count(*account, now, to);
  }
  if (!registry) return {};
  for (const auto& one : registry->content.providers)
    if (std::ranges::find(known, one.name, &stored_provider::name) == known.end())
      count(account_of(one), now, to);
  return {};
}

}  // namespace

result<std::optional<harvest_status>> harvest_status_of(const std::filesystem::path& data, journal& db,
                                                        bool is_running, timestamp now) {
  const auto known = graph_records{db}.providers();
  if (!known) return tl::unexpected(known.error());
  const auto registry = load_noted_registry(data);
  harvest_status status;
  if (auto counted = count_all(db, *known, registry, now, status); !counted)
    return tl::unexpected(counted.error());
  if (registry) status.registry_problems = registry->problems;
  if (registry && is_running && registry->every)
    for (const auto& uri : requested_files(*known, *registry)) {
      const auto next = next_request(db, uri, *registry->every, now);
      if (!next) return tl::unexpected(next.error());
      status.next_void = std::min(status.next_void.value_or(*next), *next);
    }
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
