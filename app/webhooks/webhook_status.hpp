// How far the webhooks of a data folder have been told.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "app/terminal/json.hpp"
#include "app/terminal/terminal.hpp"
#include "core/webhooks/delivery_state.hpp"
#include "storage/journal/journal.hpp"

namespace laundromat {

struct webhook_status {
  delivery_state state;
  std::uint64_t waiting = 0;  ///< events
};

/// Scheme, host and port: what everybody may know of the URL of a webhook.
[[nodiscard]] std::string origin_of(const std::string& url);
/// The webhooks of the last run, by name. Errors: those of the journal.
[[nodiscard]] result<std::vector<webhook_status>> webhook_statuses_of(journal& db);

/// `the webhook alerts has not got 12 events since …: HTTP status 503; next try at …`. Not harmless: it has what a receiver said.
[[nodiscard]] std::string in_one_line(const webhook_status& status);
[[nodiscard]] json_fact fact_of(const webhook_status& status);

}  // namespace laundromat
