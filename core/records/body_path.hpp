// What the journal says about the place of a body.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <optional>
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

/// `removed:TIME`: the body was removed by retention, at this time in UTC milliseconds. `removed:TIME:PATH`: the file at this path is being removed.
inline constexpr std::string_view removed_body = "removed:";

struct body_removal {
  timestamp at{};
  std::string_view file;  ///< that may still be there; a view of the text
};

/// Nothing for the place of a body that is there, or at a node.
[[nodiscard]] inline std::optional<body_removal> removal_of_body(std::string_view raw_path) {
  if (!raw_path.starts_with(removed_body)) return std::nullopt;
  raw_path.remove_prefix(removed_body.size());
  std::int64_t ms = 0;
  const auto* const end = raw_path.data() + raw_path.size();
  const auto read = std::from_chars(raw_path.data(), end, ms);
  if (read.ec != std::errc{} || (read.ptr != end && *read.ptr != ':')) return std::nullopt;
  const auto file = read.ptr == end ? std::string_view{} : std::string_view{read.ptr + 1, end};
  return body_removal{from_ms(ms), file};
}
[[nodiscard]] inline std::string removed_body_path(timestamp at, std::string_view file = {}) {
  auto out = std::string(removed_body) + std::to_string(to_ms(at));
  return file.empty() ? out : out.append(1, ':').append(file);
}

/// Sets where the body of a download is, also in its fused result.
inline void place_body(fetch_outcome& found, const std::string& raw_path) {
  if (found.fused && found.fused->content.raw_path == found.raw_path)
    found.fused->content.raw_path = raw_path;
  found.raw_path = raw_path;
}

}  // namespace laundromat
