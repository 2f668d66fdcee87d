// Adds requests to the sums of their hosts.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/budget_keeper.hpp"

#include <algorithm>

#include "core/records/recent_documents.hpp"

namespace laundromat {

namespace {

enum class budget_scope : std::uint8_t { of_campaign = 1, of_host = 2, spent = 3 };

/// A success, and any other answer with a body, but a redirect: so neither empty documents nor error pages escape a budget.
bool is_document_of_budget(const http_hop& request) {
  return request.status.starts_with('2') || (request.wire_bytes > 0 && !request.status.starts_with('3'));
}

crawl_use row_of(database& db, budget_scope scope) {
  auto c = db.query("SELECT documents, bytes, busy_us FROM budgets WHERE scope = ?1", scope);
  return c.next() ? use_from(c, 0) : crawl_use{};
}

crawl_budget budget_in(database& db, budget_scope scope) {
  const auto row = row_of(db, scope);
  return {row.documents, row.bytes, row.busy};
}

void store(database& db, budget_scope scope, const crawl_budget& budget) {
  db.run("INSERT OR REPLACE INTO budgets VALUES (?1, ?2, ?3, ?4)", scope, budget.documents, budget.bytes,
         budget.busy.count() * 1'000);
}

}  // namespace

crawl_use use_from(const cursor& c, int first) {
  return {c.as<std::uint64_t>(first), c.as<std::uint64_t>(first + 1),
          milliseconds{c.integer(first + 2) / 1'000}};
}

crawl_use spent_in_all(database& db) {
  return row_of(db, budget_scope::spent);
}

crawl_budgets stored_budgets(database& db) {
  return {budget_in(db, budget_scope::of_campaign), budget_in(db, budget_scope::of_host)};
}

void budget_keeper::use(database& db, const crawl_budgets& budgets) {
  in_force_ = budgets;
  if (stored_budgets(db) != in_force_) {
    store(db, budget_scope::of_campaign, in_force_.campaign);
    store(db, budget_scope::of_host, in_force_.host);
  }
  is_read_ = false;
}

void budget_keeper::read(database& db) {
  is_read_ = true;
  used_up_.clear();
  is_campaign_used_up_ = laundromat::is_used_up(spent_in_all(db), in_force_.campaign);
  const auto& host = in_force_.host;
  if (host == crawl_budget{}) return;
  auto c = db.query(
      "SELECT name FROM authorities WHERE (?1 > 0 AND documents >= ?1) OR (?2 > 0 AND bytes >= ?2) OR (?3 > "
      "0 AND busy_us >= ?3)",
      host.documents, host.bytes, host.busy.count() * 1'000);
  while (c.next()) used_up_.insert(c.text(0));
}

void budget_keeper::add(database& db, row_id host, std::string_view authority, const http_hop& request) {
  const bool is_watched = is_limited() && is_read_;
  // RETURNING makes a statement twice as slow.
  const auto add_to = [&](std::string sql, auto key, auto... more) {
    if (is_watched) sql += " RETURNING documents, bytes, busy_us";
    const auto is_document = is_document_of_budget(request) ? 1 : 0;
    auto c = db.query_text(sql, key, is_document, request.wire_bytes, request.walltime.count(), more...);
    return c.next() ? use_from(c, 0) : crawl_use{};
  };
  const auto at_host = add_to(
      "UPDATE authorities SET documents = documents + ?2, bytes = bytes + ?3, busy_us = busy_us + ?4, "
      "of_day_before = iif(day >= ?5, of_day_before, iif(day = ?5 - 1, of_day, 0)), of_day = iif(day >= ?5, "
      "of_day, 0) + ?2, day = max(day, ?5) WHERE id = ?1",
      host, day_of(request.begun));
  const auto in_all = add_to(
      "UPDATE budgets SET documents = documents + ?2, bytes = bytes + ?3, busy_us = busy_us + ?4 WHERE scope "
      "= ?1",
      budget_scope::spent);
  if (!is_watched) return;
  if (laundromat::is_used_up(at_host, in_force_.host)) used_up_.emplace(authority);
  is_campaign_used_up_ = is_campaign_used_up_ || laundromat::is_used_up(in_all, in_force_.campaign);
}

bool budget_keeper::is_used_up(database& db) {
  if (!is_read_) read(db);
  return is_campaign_used_up_;
}

std::size_t budget_keeper::room_beside(database& db, std::size_t live, std::size_t wanted) {
  if (is_used_up(db)) return 0;
  const auto most = in_force_.campaign.documents;
  if (most == 0) return wanted;
  const auto spoken_for = spent_in_all(db).documents + live;
  return static_cast<std::size_t>(std::min<std::uint64_t>(wanted, most - std::min(most, spoken_for)));
}

bool budget_keeper::is_used_up(database& db, std::string_view authority) {
  if (!is_read_) read(db);
  return !used_up_.empty() && used_up_.contains(authority);
}

void budget_keeper::select(std::string_view authority) {
  if (in_force_.host != crawl_budget{}) ++selected_[std::string{authority}];
}

std::uint64_t budget_keeper::spoken_for(std::string_view authority) const {
  const auto at = [&](const auto& counts) {
    const auto found = counts.find(authority);
    return found == counts.end() ? 0 : found->second;
  };
  return at(loads_) + at(selected_);
}

bool budget_keeper::has_room(database& db, std::string_view authority) {
  if (is_used_up(db, authority)) return false;
  const auto& most = in_force_.host;
  const auto beside = spoken_for(authority);
  if (most == crawl_budget{} || beside == 0) return true;
  auto c = db.query("SELECT documents, bytes, busy_us FROM authorities WHERE name = ?1", authority);
  const auto spent = c.next() ? use_from(c, 0) : crawl_use{};
  const auto fits = [&](std::uint64_t used, std::uint64_t limit) {
    if (limit == 0) return true;
    return spent.documents > 0 && used + beside * used / spent.documents < limit;
  };
  return (most.documents == 0 || spent.documents + beside < most.documents) &&
         fits(spent.bytes, most.bytes) &&
         fits(static_cast<std::uint64_t>(spent.busy.count()), static_cast<std::uint64_t>(most.busy.count()));
}

}  // namespace laundromat
