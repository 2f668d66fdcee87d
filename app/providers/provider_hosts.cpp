// Walks over the hosts of a provider.
// SPDX-License-Identifier: Apache-2.0
#include "app/providers/provider_hosts.hpp"

#include <algorithm>

#include "core/base/count_words.hpp"
#include "core/records/cause_name.hpp"
#include "core/web/seed_hash.hpp"
#include "storage/graphs/graph_records.hpp"
#include "storage/graphs/seed_crawl.hpp"
#include "storage/journal/request_wait.hpp"
#include "storage/journal/steering_store.hpp"

namespace laundromat {

namespace {

result<void> add_hosts_for(journal& db, const std::string& uri, std::vector<std::string>& to) {
  const auto hosts = hosts_on_the_way(db, uri);
  if (!hosts) return tl::unexpected(hosts.error());
  for (const auto& host : *hosts)
    if (std::ranges::find(to, host) == to.end()) to.push_back(host);
  return {};
}

/// A dump of a running harvest whose download waits for another attempt.
result<void> retry_dump(journal& db, const std::string& uri, timestamp now) {
  seed_crawls crawls{db};
  const auto crawl = crawls.of(seed_hash(uri));
  if (!crawl) return tl::unexpected(crawl.error());
  if (!crawl->is_running) return {};
  const auto due = crawls.make_due(seed_hash(uri), now);
  return due ? result<void>{} : tl::unexpected(due.error());
}

std::string command_that_lifts(const steering_rule& rule) {
  return std::string{"laundromat "} + (is_exclusion(rule.kind) ? "exclude --lift" : "resume") +
         (rule.what.empty() ? "" : " " + rule.what);
}

/// Notes what is waited for at a host; the pause of the campaign, some seconds, is not told.
result<void> note_wait(journal& db, const steering_rules& rules, host_waits& of, timestamp now) {
  const auto& host = of.host;
  if (const auto* rule = rules.rule_of_host(host)) {
    of.remaining = wait_by(*rule, host);
    of.lifted_by = command_that_lifts(*rule);
    return {};
  }
  auto wait = stored_wait_of(db, host, now);
  if (!wait) return tl::unexpected(wait.error());
  if (*wait && (*wait)->cause != errc::ok) of.remaining = *std::move(wait);
  return {};
}

}  // namespace

result<std::vector<host_waits>> end_host_waits(journal& db, const stored_provider& provider, timestamp now) {
  const auto datasets = graph_records{db}.datasets(provider.id);
  if (!datasets) return tl::unexpected(datasets.error());
  std::vector<std::string> hosts;
  if (auto added = add_hosts_for(db, provider.void_uri, hosts); !added) return tl::unexpected(added.error());
  for (const auto& dataset : *datasets)
    for (const auto& dump : dataset.announced.dumps)
      if (auto added = add_hosts_for(db, dump, hosts); !added) return tl::unexpected(added.error());
  steering_store store{db};
  auto listed = store.rules();
  if (!listed) return tl::unexpected(listed.error());
  const steering_rules rules{*std::move(listed)};
  std::vector<host_waits> found;
  for (auto& host : hosts) {
    const auto ended = store.end_own_wait(host, now);
    if (!ended) return tl::unexpected(ended.error());
    host_waits one{std::move(host), *ended, {}, {}};
    if (auto noted = note_wait(db, rules, one, now); !noted) return tl::unexpected(noted.error());
    if (one.ended || one.remaining) found.push_back(std::move(one));
  }
  for (const auto& dataset : *datasets)
    if (dataset.running != timestamp{})
      for (const auto& dump : dataset.announced.dumps)
        if (auto done = retry_dump(db, dump, now); !done) return tl::unexpected(done.error());
  return found;
}

std::string sentence_about(const host_waits& host) {
  if (!host.remaining)
    return host.host + " is asked at once, and not only at " + to_iso8601(host.ended->until) + ": " +
           cause_and_detail(host.ended->cause, host.ended->detail);
  const auto& wait = *host.remaining;
  if (wait.until == no_end)
    return host.host + " is not asked, because of the operator: " + wait.detail + "; end it with `" +
           host.lifted_by + '`';
  return host.host + " is asked again at " + to_iso8601(wait.until) + ": " +
         cause_and_detail(wait.cause, wait.detail) + "; it has asked for that, and no command ends it";
}

result<provider_waits> waits_of(journal& db, const stored_provider& provider,
                                const std::vector<stored_dataset>& datasets, timestamp now) {
  auto rules = steering_store{db}.rules();
  if (!rules) return tl::unexpected(rules.error());
  return waits_of(db, provider, datasets, steering_rules{*std::move(rules)}, now);
}

namespace {

json_fact fact_of_wait(const waiting_host& wait) {
  json_fact of{{"cause", cause_name(wait.cause, {})}, {"detail", wait.detail}};
  if (wait.until != no_end) of["until"] = to_iso8601(wait.until);
  return of;
}

json_fact fact_of(const request_wait& wait) {
  auto fact = fact_of_wait(wait.at);
  fact["uri"] = wait.uri;
  fact["host"] = wait.at.authority;
  return fact;
}

}  // namespace

void add_waits(const provider_waits& waits, json_fact& to) {
  if (waits.void_file) to["waits"] = fact_of(*waits.void_file);
  to["waiting_dumps"] = waits.dumps;
  if (waits.dump) to["last_dump"] = fact_of(*waits.dump);
}

json_fact fact_of(const host_waits& host) {
  json_fact fact{{"host", host.host}};
  if (host.ended) fact["ended"] = fact_of_wait(*host.ended);
  if (host.remaining) fact["waits"] = fact_of_wait(*host.remaining);
  return fact;
}

}  // namespace laundromat
