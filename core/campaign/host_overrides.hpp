// The conditions that a campaign sets for single hosts, and the requests that get their credentials and headers.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/campaign/campaign.hpp"

namespace laundromat {

/// The override for the host `authority` (`host:port`); null: there is none.
[[nodiscard]] const campaign::host_override* override_for(const campaign& c, std::string_view authority);

/// Whether a request for `uri`, which `override_for` finds for its host, gets the user, password and headers of the override: for `https://h`
/// or `http://h:8080` those to that origin, else those by https, at the stated port or at 443. So a redirect within a host neither sends them in the clear
/// nor to another service of it. Source: RFC 6454 (origins), RFC 9110 section 17.16.3.
[[nodiscard]] bool receives_secrets(const campaign::host_override& host, std::string_view uri);

/// Whether the text names hosts as `campaign::host_override::host` can: `example.org`, `example.org:8080`, `*.example.org`, `https://example.org`.
[[nodiscard]] bool is_override_host(std::string_view text);

}  // namespace laundromat
