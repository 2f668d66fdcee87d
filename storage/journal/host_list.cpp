// Adds up the queue by host, then reads the details of the hosts that are listed.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/host_list.hpp"

#include <algorithm>
#include <map>

#include "core/records/recent_documents.hpp"
#include "storage/journal/journal_state.hpp"
#include "storage/journal/one_state.hpp"
#include "storage/journal/steering_store.hpp"

namespace laundromat {

namespace {

struct host_sums {
  std::uint64_t queued = 0, live = 0;
};
using sums_by_host = std::map<row_id, host_sums>;

/// The rows of a host with any port, or of `host:port`; with `host;` behind all its ports.
constexpr const char* rows_of_host =
    "SELECT id FROM authorities WHERE name = ?1 OR (name > ?1 || ':' AND name < ?1 || ';')";

sums_by_host sums_of(database& db, std::string_view host) {
  sums_by_host sums;
  std::vector<row_id> wanted;
  if (!host.empty())
    wanted = collect<row_id>(db.query(rows_of_host, host), [](const cursor& c) { return c.integer(0); });
  for (const auto id : wanted) {
    auto c = db.query(
        "SELECT count(*) FROM queue WHERE run IN (SELECT run FROM queue_runs) AND authority = ?1", id);
    sums[id].queued = c.next() ? c.as<std::uint64_t>(0) : 0;
  }
  if (host.empty()) {
    auto queued = db.query("SELECT authority, count(*) FROM queue GROUP BY run, authority");
    while (queued.next()) sums[queued.integer(0)].queued += queued.as<std::uint64_t>(1);
    auto asked = db.query(
        "SELECT a.id FROM hosts h CROSS JOIN authorities a ON a.name = h.authority UNION SELECT id FROM "
        "authorities WHERE documents > 0 OR busy_us > 0");
    while (asked.next()) sums[asked.integer(0)];
  }
  auto live = db.query(
      "SELECT s.authority, count(*) FROM entries e CROSS JOIN seeds s ON s.id = e.seed WHERE e.parent IS "
      "NULL AND e.open > 0 GROUP BY s.authority");
  while (live.next())
    if (host.empty() || sums.contains(live.integer(0)))
      sums[live.integer(0)].live = live.as<std::uint64_t>(1);
  return sums;
}

host_row row_of(database& db, row_id id, const host_sums& sums, const crawl_budgets& budgets, timestamp now) {
  host_row out;
  out.queued = sums.queued;
  out.live = sums.live;
  auto c = db.query(
      "SELECT name, documents, bytes, busy_us, day, of_day, of_day_before FROM authorities WHERE id = ?1",
      id);
  if (!c.next()) return out;
  out.authority = c.text(0);
  out.used = use_from(c, 1);
  out.used_budget = describe_used_up(out.used, budgets.host);
  out.an_hour = documents_an_hour({c.integer(4), c.as<std::uint64_t>(5), c.as<std::uint64_t>(6)}, now);
  return out;
}

void take_first(std::vector<std::pair<row_id, host_sums>>& all, std::size_t limit, bool is_found) {
  const auto is_before = [is_found](const auto& a, const auto& b) {
    if (is_found) return a.first < b.first;
    return std::tuple{b.second.queued, b.second.live, a.first} <
           std::tuple{a.second.queued, a.second.live, b.first};
  };
  const auto count = std::min(limit, all.size());
  std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count), all.end(), is_before);
  all.resize(count);
}

}  // namespace

result<crawl_use> host_lister::spent_at(std::string_view authority) {
  return answered([&] {
    auto c = state_->db.query("SELECT documents, bytes, busy_us FROM authorities WHERE name = ?1", authority);
    return c.next() ? use_from(c, 0) : crawl_use{};
  });
}

result<crawl_use> host_lister::spent() {
  return answered([&] { return spent_in_all(state_->db); });
}

result<std::string> host_lister::used_budget_at(std::string_view authority) {
  const auto used = spent_at(authority);
  if (!used) return tl::unexpected(used.error());
  return answered([&] {
    const auto budgets = stored_budgets(state_->db);
    const auto at_host = describe_used_up(*used, budgets.host);
    return at_host.empty() ? describe_used_up(spent_in_all(state_->db), budgets.campaign) : at_host;
  });
}

result<host_list> host_lister::list(std::string_view host, std::size_t limit, timestamp now,
                                    const host_order& order) {
  return answered([&] {
    auto& db = state_->db;
    const one_state same{db};
    const auto budgets = stored_budgets(db);
    host_list out;
    out.used = spent_in_all(db);
    out.used_budget = describe_used_up(out.used, budgets.campaign);
    if (auto crawler = db.query("SELECT product FROM crawler"); crawler.next()) out.product = crawler.text(0);
    const auto sums = sums_of(db, host);
    out.all = sums.size();
    std::vector<std::pair<row_id, host_sums>> first{sums.begin(), sums.end()};
    if (!order.after.empty()) {
      auto known = db.query("SELECT id FROM authorities WHERE name = ?1", order.after);
      if (!known.next()) refuse(errc::not_found, "no host " + order.after);
      std::erase_if(first, [behind = known.integer(0)](const auto& one) { return one.first <= behind; });
    }
    take_first(first, limit, order.is_found);
    for (const auto& [id, of_host] : first) out.rows.push_back(row_of(db, id, of_host, budgets, now));
    return out;
  });
}

result<host_list> hosts_in(journal& from, std::string_view host, std::size_t limit, timestamp now,
                           const host_order& order) {
  auto out = host_lister{from}.list(host, limit, now, order);
  if (!out) return out;
  const auto stored_rules = steering_store{from}.rules();
  if (!stored_rules) return tl::unexpected(stored_rules.error());
  const steering_rules rules{*stored_rules};
  for (auto& row : out->rows) {
    if (const auto* rule = rules.rule_of_host(row.authority))
      row.steering = std::string{to_string(rule->kind)} + (rule->reason.empty() ? "" : ": " + rule->reason);
    const auto state = from.host(row.authority);
    const auto robots = from.robots(row.authority);
    if (!state) return tl::unexpected(state.error());
    if (!robots) return tl::unexpected(robots.error());
    row.state = state->value_or(stored_host{});
    row.robots = robots->value_or(stored_robots{});
  }
  return out;
}

}  // namespace laundromat
