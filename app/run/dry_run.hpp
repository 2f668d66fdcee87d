// What a run would request now, without requesting anything.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "core/campaign/campaign.hpp"
#include "core/records/crawl_budget.hpp"
#include "core/steering/steering_rules.hpp"
#include "core/web/robots.hpp"
#include "storage/journal/journal_reader.hpp"

namespace laundromat {

/// Why a URI would not be requested now; `ok`: it would be.
struct dry_verdict {
  errc code = errc::ok;
  std::string detail = {};
};

/// What is known of one host without asking it.
struct dry_host {
  std::uint64_t requests = 0;  ///< that would be sent
  std::uint64_t kept_back = 0;
  timestamp first{};  ///< the earliest time of the first one; `no_end`: when the operator changes something
  milliseconds pause{};
  bool has_robots = false;  ///< its robots.txt is known; else it would be requested first
  robots_rules robots = {};
  std::string waits_for = {};  ///< why `first` is later than now
  crawl_use used = {};         ///< by earlier requests
};

/// Judges URIs by what journal and campaign know. Each request that would be sent counts as a document of the budgets.
class dry_run {
 public:
  /// `db` is null before the first run on the data folder; it outlives this. `no_room` says why no crawl begins for want of disk; empty: there is room.
  dry_run(const campaign& settings, journal* db, steering_rules rules, timestamp now,
          std::string no_room = {});

  /// Judges a seed that is due, and counts it at its host. Errors of both functions: those of the journal.
  [[nodiscard]] result<dry_verdict> judge(const std::string& uri);
  /// Judges a download that waits for its next request.
  [[nodiscard]] result<dry_verdict> judge(const entry_record& waiting);
  [[nodiscard]] const std::map<std::string, dry_host>& hosts() const { return hosts_; }

 private:
  [[nodiscard]] result<dry_verdict> judge(const std::string& uri, dry_verdict not_yet);
  [[nodiscard]] dry_verdict judge_at(const dry_host& host, const std::string& authority,
                                     const std::string& uri) const;
  [[nodiscard]] result<dry_host*> host_of(const std::string& authority);
  [[nodiscard]] result<void> read_host(dry_host& host, const std::string& authority);
  void explain_wait(dry_host& host, const std::string& authority,
                    const std::optional<waiting_host>& known) const;

  const campaign& settings_;
  journal* db_;
  timestamp now_;
  steering_rules rules_;
  std::string no_room_;
  crawl_budgets budgets_;
  std::optional<crawl_use> spent_;  ///< in all, with what would be spent; read at the first use
  std::map<std::string, dry_host> hosts_;
};

}  // namespace laundromat
