// Stores and reads the records of hosts.
// SPDX-License-Identifier: Apache-2.0
#include "actors/journal/host_records.hpp"

namespace laundromat {

result<void> save_host_record(journal& db, const host_record& host) {
  auto saved = db.save_host({host.authority, host.next_allowed, host.suspended_until, host.failures,
                             host.last_fetch, host.waits_for, host.detail, host.place});
  const auto& robots = host.robots;
  if (saved && robots.fetched != timestamp{})
    saved = db.save_robots({host.authority, robots.fetched, robots.expires, robots.status, robots.body,
                            robots.read, robots.failing_since, robots.failures});
  return saved;
}

result<host_record> host_record_of(journal& db, const std::string& authority) {
  host_record out;
  out.authority = authority;
  const auto host = db.host(authority);
  if (!host) return tl::unexpected(host.error());
  if (*host) {
    out.next_allowed = (*host)->next_allowed;
    out.suspended_until = (*host)->suspended_until;
    out.failures = (*host)->failures;
    out.last_fetch = (*host)->last_fetch;
    out.waits_for = (*host)->waits_for;
    out.detail = (*host)->detail;
    out.place = (*host)->place;
  }
  const auto robots = db.robots(authority);
  if (!robots) return tl::unexpected(robots.error());
  if (const auto& known = *robots)
    out.robots = {known->fetched, known->expires,       known->status,  known->body,
                  known->read,    known->failing_since, known->failures};
  return out;
}

}  // namespace laundromat
