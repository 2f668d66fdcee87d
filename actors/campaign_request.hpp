// Requests as a campaign sends them: who asks, within which limits, and what a host has of its own.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/campaign/campaign.hpp"
#include "net/transfer.hpp"

namespace laundromat {

/// The limits of one hop.
[[nodiscard]] transfer_limits limits_of(const campaign& c);
/// A request with the contact of the campaign, and the headers, credentials, proxy and bandwidth of the host.
[[nodiscard]] transfer_request request_for(const campaign& c, const transfer_limits& limits, std::string uri);

}  // namespace laundromat
