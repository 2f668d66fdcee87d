// Hosts with what waits for them and what they have cost, as an operator wants to see them beside a running engine.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/records/crawl_budget.hpp"
#include "core/steering/steering_rules.hpp"
#include "storage/journal/journal.hpp"

namespace laundromat {

struct host_row {
  std::string authority;     ///< `host:port`; empty for files of this machine
  std::uint64_t queued = 0;  ///< due seeds
  std::uint64_t live = 0;    ///< downloads in progress, with their members
  double an_hour = 0;        ///< documents, mean of the last day, see `documents_an_hour`
  crawl_use used;            ///< by downloads
  std::string used_budget;   ///< `100 of 100 documents`; empty while something is left
  stored_host state;         ///< next slot, suspension, failures
  stored_robots robots;      ///< `fetched` is the epoch when it was never requested
  std::string steering;      ///< `pause host`, `exclude domain` … and the reason; empty without a rule
};

struct host_list {
  std::vector<host_row> rows;  ///< the first ones in their order
  std::uint64_t all = 0;       ///< hosts, also those beyond the limit
  crawl_use used;              ///< by all downloads
  std::string used_budget;     ///< of the campaign
  std::string product;         ///< see `journal::crawl_as`
};

/// The order of a list of hosts, and where it begins.
struct host_order {
  bool is_found = false;   ///< in the order in which they were found; else the longest queue first
  std::string after = {};  ///< authority of a host: only those that were found after it; empty: all
};

/// Lists hosts. `host` is `example.org`, with any port, or `example.org:443`; empty for all that have seeds in the queue,
/// live downloads, or were requested. Reads the whole queue: some 0.3 us a due seed. Memory: 80 bytes a host. Errors: those of the journal; `not_found` when there is no host `order.after`.
[[nodiscard]] result<host_list> hosts_in(journal& from, std::string_view host, std::size_t limit,
                                         timestamp now, const host_order& order = {});

/// Reads the rows of hosts, in one state of the journal. Errors of all functions: those of the journal.
class host_lister {
 public:
  explicit host_lister(journal& from) : state_(from.state_.get()) {}
  /// `100 of 100 documents` when the budget of the host is used, or that of the campaign; else empty.
  [[nodiscard]] result<std::string> used_budget_at(std::string_view authority);
  /// What was spent at a host (`authority_key`), and by all downloads.
  [[nodiscard]] result<crawl_use> spent_at(std::string_view authority);
  [[nodiscard]] result<crawl_use> spent();
  /// The part of `hosts_in` that is about queues and sums.
  [[nodiscard]] result<host_list> list(std::string_view host, std::size_t limit, timestamp now,
                                       const host_order& order);

 private:
  journal::state* state_;
};

}  // namespace laundromat
