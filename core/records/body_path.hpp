// What the journal says about the place of a body.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/records/outcomes.hpp"

namespace laundromat {

/// `node:NAME`: a worker node fetched and washed the body, and did not send it. Other places are files and records of the raw store.
inline constexpr std::string_view at_node = "node:";

/// The name of that node; empty for another place.
[[nodiscard]] inline std::string_view node_of_body(std::string_view raw_path) {
  return raw_path.starts_with(at_node) ? raw_path.substr(at_node.size()) : std::string_view{};
}

/// Sets where the body of a download is, also in its fused result.
inline void place_body(fetch_outcome& found, const std::string& raw_path) {
  if (found.fused && found.fused->content.raw_path == found.raw_path)
    found.fused->content.raw_path = raw_path;
  found.raw_path = raw_path;
}

}  // namespace laundromat
