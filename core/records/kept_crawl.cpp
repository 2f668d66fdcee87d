// Finds the answer of a download.
// SPDX-License-Identifier: Apache-2.0
#include "core/records/kept_crawl.hpp"

#include <algorithm>
#include <ranges>

namespace laundromat {

const http_hop* answer_of(const std::vector<http_hop>& hops) {
  const auto newest_first = hops | std::views::reverse;
  const auto found = std::ranges::find_if(
      newest_first, [](const http_hop& hop) { return !hop.status.empty() && hop.status != "206"; });
  return found == newest_first.end() ? nullptr : &*found;
}

}  // namespace laundromat
