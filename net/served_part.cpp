// Reads the ranges that cpp-httplib has parsed.
// SPDX-License-Identifier: Apache-2.0
#include "net/served_part.hpp"

#include <httplib.h>

#include <algorithm>

namespace laundromat {

bool choose_part(httplib::Request& request, std::uint64_t size_bytes, std::string_view etag,
                 std::string_view last_modified) {
  if (request.method != "GET" || request.ranges.size() != 1) return false;
  const auto version = request.get_header_value("If-Range");
  if (!version.empty() && version != etag && version != last_modified) return false;
  auto& [first, last] = request.ranges.front();
  const auto size = static_cast<ssize_t>(size_bytes);
  if (first < 0) {  // the last bytes
    if (last <= 0) return false;
    first = std::max<ssize_t>(0, size - last);
    last = size - 1;
  }
  last = last < 0 ? size - 1 : std::min(last, size - 1);
  return first <= last;
}

}  // namespace laundromat
