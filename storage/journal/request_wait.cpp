// Follows the hops of the newest download of a URI, and compares the waits of their hosts.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/request_wait.hpp"

#include <algorithm>

#include "core/web/http_values.hpp"
#include "core/web/seed_hash.hpp"
#include "core/web/uri.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

void add_host(const std::string& uri, std::vector<std::string>& to) {
  auto host = authority_key(uri);
  if (host && std::ranges::find(to, *host) == to.end()) to.push_back(*std::move(host));
}

/// Where an answer leads; empty: nowhere.
std::string redirect_target(const http_hop& hop) {
  if (!hop.status.starts_with('3')) return {};
  for (const auto& field : hop.headers)
    if (equals_ignoring_case(field.name, "Location"))
      return resolve_location(hop.uri, field.value, true).value_or("");
  return {};
}

/// The hosts of the last walk from `uri` along the hops of a download.
void add_hosts_of(const std::vector<http_hop>& hops, const std::string& uri, std::vector<std::string>& to) {
  if (hops.empty()) return;
  auto first = hops.size() - 1;
  while (first > 0 && hops[first].uri != uri) --first;
  for (auto at = first; at < hops.size(); ++at) add_host(hops[at].uri, to);
  add_host(redirect_target(hops.back()), to);
}

/// Without the pause of the campaign.
result<std::optional<waiting_host>> wait_at(journal& db, const std::string& host, timestamp now) {
  auto wait = stored_wait_of(db, host, now);
  if (wait && *wait && (*wait)->cause == errc::ok) return std::optional<waiting_host>{};
  return wait;
}

result<std::vector<entry_record>> newest_downloads(journal& db, const std::string& uri) {
  return journal_reader{db}.downloads(seed_hash(uri), 2);  // the newest may have sent nothing yet
}

result<std::vector<std::string>> hosts_of_downloads(journal& db, const std::string& uri,
                                                    const std::vector<entry_record>& downloads) {
  std::vector<std::string> hosts;
  add_host(uri, hosts);
  for (const auto& one : downloads) {
    const auto hops = journal_reader{db}.hops(one.hash);
    if (!hops) return tl::unexpected(hops.error());
    add_hosts_of(*hops, uri, hosts);
    if (!hops->empty()) break;
  }
  return hosts;
}

}  // namespace

result<std::optional<waiting_host>> stored_wait_of(journal& db, const std::string& host, timestamp now) {
  const auto known = db.host(host);
  if (!known) return tl::unexpected(known.error());
  const auto robots = db.robots(host);
  if (!robots) return tl::unexpected(robots.error());
  return wait_of(known->value_or(stored_host{}), robots->value_or(stored_robots{}), now);
}

waiting_host wait_by(const steering_rule& rule, const std::string& host) {
  return {host, is_exclusion(rule.kind) ? errc::excluded : errc::paused, with_reason(rule), no_end};
}

result<std::vector<std::string>> hosts_on_the_way(journal& db, const std::string& uri) {
  const auto downloads = newest_downloads(db, uri);
  if (!downloads) return tl::unexpected(downloads.error());
  return hosts_of_downloads(db, uri, *downloads);
}

result<timestamp> end_of_waits(journal& db, const std::vector<std::string>& hosts, timestamp now) {
  auto end = now;
  for (const auto& host : hosts) {
    const auto wait = wait_at(db, host, now);
    if (!wait) return tl::unexpected(wait.error());
    if (*wait) end = std::max(end, (*wait)->until);
  }
  return end;
}

result<std::optional<request_wait>> request_wait_of(journal& db, const std::string& uri,
                                                    const steering_rules& rules, timestamp now) {
  const auto downloads = newest_downloads(db, uri);
  if (!downloads) return tl::unexpected(downloads.error());
  const auto hosts = hosts_of_downloads(db, uri, *downloads);
  if (!hosts) return tl::unexpected(hosts.error());
  if (auto verdict = rules.judge(uri); verdict.code != errc::ok)
    return request_wait{uri, {authority_key(uri).value_or(""), verdict.code, verdict.detail, no_end}};
  std::optional<request_wait> longest;
  for (const auto& host : *hosts) {
    if (const auto* rule = rules.rule_of_host(host)) return request_wait{uri, wait_by(*rule, host)};
    auto wait = wait_at(db, host, now);
    if (!wait) return tl::unexpected(wait.error());
    if (*wait && (!longest || (*wait)->until > longest->at.until)) longest = {uri, **std::move(wait)};
  }
  if (downloads->empty() || hosts->empty()) return longest;
  const auto& newest = downloads->front();
  const auto until = longest ? longest->at.until : now;
  if (newest.current == status::downloading && newest.not_before > until)
    longest = {uri, {hosts->back(), newest.cause, newest.detail, newest.not_before}, true};
  return longest;
}

}  // namespace laundromat
