// Says how a dataset is received that only an endpoint has.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/discovery/announcement.hpp"

namespace laundromat {

/// Whether a dataset is only announced with endpoints, which a crawl does not query.
[[nodiscard]] bool has_only_endpoints(const announced_dataset& dataset);
/// The command that receives the data from the first endpoint of a dataset; empty for one that is announced with another way, too.
[[nodiscard]] std::string endpoint_hint(const announced_dataset& dataset);

}  // namespace laundromat
