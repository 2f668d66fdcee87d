// Finds dumps that gave nothing.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/dataset_ways.hpp"

#include "core/web/host_robots.hpp"
#include "core/web/politeness.hpp"
#include "storage/journal/dataset_facts.hpp"

namespace laundromat {

namespace {

bool takes_dump(const std::string& facts) {
  const auto taken = taken_way_of(facts);
  if (!taken) refuse(taken.error().code, taken.error().detail);
  return *taken && (*taken)->way == access_way::dump;
}

}  // namespace

dump_finding find_spent(database& db, row_id seed) {
  static_assert(status::parsed == status{10} &&
                status::refused ==
                    status{13});  // written out, because a bound one is prepared again each time
  {
    auto c = db.query("SELECT cause, detail FROM seeds WHERE id = ?1 AND status = 13", seed);
    if (c.next()) return {errc::ok, c.as<errc>(0), c.text(1)};
  }
  auto c = db.query(
      "SELECT p.status, p.cause, p.detail, p.status = 10 OR EXISTS (SELECT 1 FROM entries m WHERE m.seed = "
      "s.id AND m.root = p.id AND m.parent IS NOT NULL AND m.status = 10) FROM seeds s JOIN entries p ON "
      "p.id = s.present WHERE s.id = ?1 AND s.crawls > 0 AND p.open = 0",
      seed);
  if (!c.next() || c.integer(3) != 0) return {};
  const auto current = c.as<status>(0);
  const auto cause = c.as<errc>(1);
  if (current == status::depleted) return {errc::ok, errc::non_rdf_format, {}};
  if (current == status::refused) return {errc::ok, cause, c.text(2)};
  if (current != status::failed) return {};
  const auto number = cause == errc::http_status ? status_number(c.text(2)) : 0;
  if (retry_policy::is_worth_a_retry(cause, number)) return {};
  return {errc::ok, cause, c.text(2)};
}

bool has_spent_way(database& db, row_id announcer) {
  auto c = db.query(
      "SELECT d.facts, a.seed FROM announcements a JOIN datasets d ON d.id = a.dataset WHERE a.announced_by "
      "= ?1 AND a.kind = ?2",
      announcer, announced_as::dump);
  while (c.next())
    if (takes_dump(c.text(0)) && find_spent(db, c.integer(1)).failed != errc::ok) return true;
  return false;
}

void reopen_other_ways(database& db, row_id seed, timestamp now) {
  std::vector<row_id> announcers;
  {
    auto c = db.query(
        "SELECT a.announced_by, d.facts FROM announcements a JOIN datasets d ON d.id = a.dataset WHERE "
        "a.seed = ?1 AND a.kind = ?2 AND a.announced_by <> ?1",
        seed, announced_as::dump);
    while (c.next())
      if (takes_dump(c.text(1))) announcers.push_back(c.integer(0));
  }
  if (announcers.empty() || find_spent(db, seed).failed == errc::ok) return;
  for (const auto one : announcers) make_seed_due(db, one, now);
}

}  // namespace laundromat
