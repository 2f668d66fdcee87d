// What the header of a response announces.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/discovery/announcement.hpp"
#include "core/records/records.hpp"

namespace laundromat {

/// The announcements of all Link fields of a response (RFC 8288).
[[nodiscard]] announcements announced_links(const http_hop& response);

}  // namespace laundromat
