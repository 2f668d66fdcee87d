// Checks URIs that were found in documents.
// SPDX-License-Identifier: Apache-2.0
#include "core/web/trap_limits.hpp"

#include <algorithm>

#include "core/web/uri.hpp"

namespace laundromat {

errc judge_found_uri(std::string_view uri, std::size_t depth, const trap_limits& limits) {
  if (uri.size() > limits.uri_bytes || depth > limits.depth) return errc::trap_suspected;
  auto path = split_uri(uri).path;
  std::string_view last;
  std::size_t segments = 0;
  std::size_t repetitions = 0;
  while (!path.empty()) {
    const auto end = std::min(path.find('/'), path.size());
    const auto segment = path.substr(0, end);
    path.remove_prefix(std::min(end + 1, path.size()));
    if (segment.empty()) continue;
    repetitions = segment == last ? repetitions + 1 : 0;
    last = segment;
    if (++segments > limits.path_segments || repetitions > limits.repetitions) return errc::trap_suspected;
  }
  return errc::ok;
}

}  // namespace laundromat
