// The hosts of the files of a provider: what requests to them wait for, and an end to the waits that the engine has set itself.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/terminal/json.hpp"
#include "core/providers/graph_import.hpp"
#include "storage/graphs/provider_waits.hpp"
#include "storage/journal/host_wait.hpp"

namespace laundromat {

/// One host after `end_host_waits`.
struct freed_host {
  std::string host;                   ///< `authority_key`
  std::optional<waiting_host> ended;  ///< what the engine would have waited for
  std::optional<waiting_host> left;   ///< what it waits for still; until `no_end`: for the operator
  std::string lifted_by = {};         ///< the command that ends what `left` says; empty: none does
};

/// Ends what the engine waits for of its own accord at the hosts of the VoID file and the dumps of a provider, and at those to which they were redirected
/// (`hosts_on_the_way`, `steering_store::end_own_wait`); what hosts have asked for stays. Downloads of dumps of a running harvest that wait for another attempt are made due,
/// those at a host that still waits when its wait ends. Returns the hosts that wait or waited, that of the VoID file first.
/// Errors: those of the journal.
[[nodiscard]] result<std::vector<freed_host>> end_host_waits(journal& db, const stored_provider& provider,
                                                             timestamp now);

/// `waits_of` the provider under the rules in force. Errors: those of the journal.
[[nodiscard]] result<provider_waits> waits_of(journal& db, const stored_provider& provider, timestamp now);

/// `2 dumps wait, the last one until 2026-01-01T00:00:00.000Z at e.example:80: asked_to_wait`; empty: none does.
[[nodiscard]] std::string dumps_in_words(const provider_waits& waits);
/// The file that waits, its host, and until when and why.
[[nodiscard]] json_fact fact_of(const request_wait& wait);

/// When the host is requested next, and why not before.
[[nodiscard]] std::string sentence_about(const freed_host& host);
[[nodiscard]] json_fact fact_of(const freed_host& host);

}  // namespace laundromat
