// What the journal stores about the robots.txt of one host.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/base/time.hpp"

namespace laundromat {

/// The stored state of one robots.txt, from which `host_robots` continues after a restart.
struct robots_record {
  timestamp fetched{};  ///< when it was requested last; the epoch: never
  timestamp expires{};  ///< when it is requested next
  std::string status;  ///< of that request: the HTTP status, or the name of the error and `: ` and its detail
  /// The last file that was read; empty when the server has none. In a record to be saved: nothing when the journal has that file already.
  std::optional<std::string> body = {};
  timestamp read{};            ///< when a request succeeded last; the epoch: never
  timestamp failing_since{};   ///< the first failure after `read`
  std::uint32_t failures = 0;  ///< in a row

  friend bool operator==(const robots_record&, const robots_record&) = default;
};

}  // namespace laundromat
