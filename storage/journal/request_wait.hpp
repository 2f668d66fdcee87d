// What holds the next request of a URI back, and until when: the hosts on its way, rules, and the pause before another attempt.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/records/request_wait.hpp"
#include "core/steering/steering_rules.hpp"
#include "storage/journal/host_wait.hpp"
#include "storage/journal/journal.hpp"

namespace laundromat {

/// Until when nothing is requested of a host (`authority_key`), and why: `wait_of` what the journal has of it, the pause of the campaign included. Errors: those of the journal.
[[nodiscard]] result<std::optional<waiting_host>> stored_wait_of(journal& db, const std::string& host,
                                                                 timestamp now);
/// The wait of a host that the operator has paused or excluded; until `no_end`.
[[nodiscard]] waiting_host wait_by(const steering_rule& rule, const std::string& host);

/// The hosts (`authority_key`) that the next request of a URI asks, its own first: those of the redirects of its newest download, too, with the one at which that
/// waits. At most one for each redirect. Nothing is known of a URI that was not requested yet but its own host. Errors: those of the journal.
[[nodiscard]] result<std::vector<std::string>> hosts_on_the_way(journal& db, const std::string& uri);

/// The end of the longest wait of these hosts, not before `now`; the pause of the campaign, some seconds, does not count. Errors: those of the journal.
[[nodiscard]] result<timestamp> end_of_waits(journal& db, const std::vector<std::string>& hosts,
                                             timestamp now);

/// What a request of the URI waits for at `now`, the longest wait; nothing when it may be sent, or is. The pause of the campaign does not count. Reads the
/// newest two downloads of the URI. Errors: those of the journal.
[[nodiscard]] result<std::optional<request_wait>> request_wait_of(journal& db, const std::string& uri,
                                                                  const steering_rules& rules, timestamp now);

}  // namespace laundromat
