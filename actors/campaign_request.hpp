// Requests as a campaign sends them: who asks, within which limits, and what a host has of its own.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/campaign/campaign.hpp"
#include "net/transfer.hpp"

namespace laundromat {

/// The limits of one hop.
[[nodiscard]] transfer_limits limits_of(const campaign& c);
/// A request with the contact of the campaign, and the proxy, the bandwidth and, where they may be sent, the headers and credentials of the host.
[[nodiscard]] transfer_request request_for(const campaign& c, const transfer_limits& limits, std::string uri);
/// For an answer of 401 or 403: that the request had not the headers and credentials of its host, and what to write; empty when it had them, or there are
/// none.
[[nodiscard]] std::string withheld_secrets(const campaign& c, std::string_view uri);

}  // namespace laundromat
