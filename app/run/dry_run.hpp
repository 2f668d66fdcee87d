// What a run would request now, without requesting anything.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "app/commands/commands.hpp"
#include "core/campaign/campaign.hpp"
#include "core/steering/steering_rules.hpp"
#include "core/web/robots.hpp"
#include "storage/journal/journal.hpp"

namespace laundromat {

/// Why a seed would not be requested now; `ok`: it would be.
struct dry_verdict {
  errc code = errc::ok;
  std::string detail = {};
};

/// What is known of one host without asking it.
struct dry_host {
  std::uint64_t requests = 0;  ///< that would be sent
  std::uint64_t kept_back = 0;
  timestamp first{};  ///< the earliest time of the first one
  milliseconds pause{};
  bool has_robots = false;  ///< its robots.txt is known; else it would be requested first
  robots_rules robots = {};
  std::string waits_for = {};
};

/// Judges seeds by what journal and campaign know.
class dry_run {
 public:
  /// `db` is null before the first run on the data folder; it outlives this.
  dry_run(const campaign& settings, journal* db, steering_rules rules, timestamp now);

  /// Judges a seed that is due, and counts it at its host. Errors: those of the journal.
  [[nodiscard]] result<dry_verdict> judge(const std::string& uri);
  [[nodiscard]] const std::map<std::string, dry_host>& hosts() const { return hosts_; }

 private:
  [[nodiscard]] result<dry_host*> host_of(const std::string& authority);

  const campaign& settings_;
  journal* db_;
  timestamp now_;
  steering_rules rules_;
  std::map<std::string, dry_host> hosts_;
};

/// Prints the first `limit` seeds that would be requested, with the reasons against the others, and the hosts. Sets the exit code.
void print_dry_run(const campaign& c, std::uint64_t limit, bool json, command_context& context);

}  // namespace laundromat
