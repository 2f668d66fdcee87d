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

/// The sort key of a URL: `http://www.A.example:8080/X?b&a` is `example,a:8080)/x?a&b`. As npm warcio forms it: without `www` and a default
/// port, in lower case, parameters sorted. Other schemes than http and https stay as they are.
[[nodiscard]] std::string surt(std::string_view url);
/// `KEY TIMESTAMP JSON` and a line feed, as npm `warcio cdx-index` prints it: numbers are strings. The lines are not sorted.
/// The texts are UTF-8.
[[nodiscard]] std::string cdxj_line(const cdxj_entry& entry);

}  // namespace laundromat
