// What was spent at hosts and in all, and which hosts are not asked any more.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <map>
#include <string>

#include "core/records/crawl_budget.hpp"
#include "core/records/records.hpp"
#include "storage/journal/journal.hpp"
#include "storage/journal/row_numbers.hpp"

namespace laundromat {

/// The sums are in the journal (`authorities`, `budgets`); this knows which budgets they use up. Memory: the names of the hosts whose budgets are used.
class budget_keeper {
 public:
  /// Puts budgets in force; the sums stay.
  void use(database& db, const crawl_budgets& budgets);
  /// Adds a request to the sums of its host and of all, in the open transaction.
  void add(database& db, row_id host, std::string_view authority, const http_hop& request);
  /// After a rollback: sums may be smaller than they were.
  void forget() { is_read_ = is_read_ && !is_limited(); }

  /// Whether nothing may be requested any more, in all or at a host.
  [[nodiscard]] bool is_used_up(database& db);
  [[nodiscard]] bool is_used_up(database& db, std::string_view authority);
  /// How many crawls go on at hosts, for `has_room`.
  void note_loads(std::map<std::string, std::uint64_t, std::less<>> loads) { loads_ = std::move(loads); }
  /// Begins to count those that are selected.
  void begin_selection() { selected_.clear(); }
  void select(std::string_view authority);
  /// Whether another crawl may begin at a host beside those that go on or are selected, each of which may cost as much as the host's documents did on average. Before the
  /// first one is known, one at a time, where bytes or time are limited.
  [[nodiscard]] bool has_room(database& db, std::string_view authority);
  /// How many crawls may begin while others are live, so that not more documents come than the campaign may have.
  [[nodiscard]] std::size_t room_beside(database& db, std::size_t live, std::size_t wanted);

 private:
  [[nodiscard]] bool is_limited() const { return in_force_ != crawl_budgets{}; }
  void read(database& db);

  [[nodiscard]] std::uint64_t spoken_for(std::string_view authority) const;

  crawl_budgets in_force_;
  std::map<std::string, std::uint64_t, std::less<>> loads_, selected_;
  authority_set used_up_;
  bool is_campaign_used_up_ = false;
  bool is_read_ = true;  ///< false: the two above are to be read from the sums
};

/// Reads the columns documents, bytes and busy_us.
[[nodiscard]] crawl_use use_from(const cursor& c, int first);
/// A row of `budgets`.
[[nodiscard]] crawl_use spent_in_all(database& db);
/// The budgets that were in force last.
[[nodiscard]] crawl_budgets stored_budgets(database& db);

}  // namespace laundromat
