// The hosts of the files of a provider: what requests to them wait for, and an end to the waits that the engine has set itself.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/terminal/json.hpp"
#include "core/providers/stored_provider.hpp"
#include "storage/graphs/provider_waits.hpp"
#include "storage/journal/host_wait.hpp"

namespace laundromat {

/// One host after `end_host_waits`.
struct host_waits {
  std::string host;                       ///< `authority_key`
  std::optional<waiting_host> ended;      ///< what the engine would have waited for
  std::optional<waiting_host> remaining;  ///< what it waits for still; until `no_end`: for the operator
  std::string lifted_by = {};             ///< the command that ends what `remaining` says; empty: none does
};

/// Ends what the engine waits for of its own accord at the hosts of the VoID file and the dumps of a provider, and at those to which they were redirected
/// (`hosts_on_the_way`, `steering_store::end_own_wait`); what hosts have asked for stays. Downloads of dumps of a running harvest that wait for another attempt are made due,
/// those at a host that still waits when its wait ends. Returns the hosts that wait or waited, that of the VoID file first.
/// Errors: those of the journal.
[[nodiscard]] result<std::vector<host_waits>> end_host_waits(journal& db, const stored_provider& provider,
                                                             timestamp now);

/// `waits_of` the provider under the rules in force. Errors: those of the journal.
[[nodiscard]] result<provider_waits> waits_of(journal& db, const stored_provider& provider,
                                              const std::vector<stored_dataset>& datasets, timestamp now);
/// Adds of the VoID file, and of the dump that waits longest, at which host it waits, until when and why; and how many dumps wait.
void add_waits(const provider_waits& waits, json_fact& to);

/// When the host is requested next, and why not before.
[[nodiscard]] std::string sentence_about(const host_waits& host);
[[nodiscard]] json_fact fact_of(const host_waits& host);

}  // namespace laundromat
