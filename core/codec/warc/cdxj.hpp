// One line of a CDXJ index for a WARC record.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/time.hpp"

namespace laundromat {

/// What an index says of a record. `status` 0 and empty texts leave their keys out.
struct cdxj_entry {
  std::string_view url;
  timestamp date{};
  std::string_view mime;  ///< `warc/revisit` for a revisit
  int status = 0;
  std::string_view digest;  ///< of the payload, without the name of the algorithm
  std::uint64_t length_bytes = 0, offset = 0;
  std::string_view filename;
};

/// `KEY TIMESTAMP JSON` and a line feed, as npm `warcio cdx-index` prints it: the key is the `surt` of the URL, numbers are strings.
/// The lines are not sorted. Bytes that are not UTF-8 become U+FFFD.
[[nodiscard]] std::string cdxj_line(const cdxj_entry& entry);

}  // namespace laundromat
