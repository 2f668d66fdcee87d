// How long a robots.txt is valid, when it is read again, and what applies while it cannot be read.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/base/time.hpp"
#include "core/web/robots.hpp"

namespace laundromat {

/// The times of a robots.txt.
struct robots_cache_policy {
  seconds fresh{86'400};            ///< RFC 9309 section 2.4; the campaign key `robots.expiry_h` replaces it
  std::uint32_t quick_retries = 3;  ///< after a failure, at `quick_retry`; then at `slow_retry`
  seconds quick_retry{300};
  seconds slow_retry{3'600};
  seconds forgiven{2'592'000};  ///< a file unreachable for this long counts as missing (section 2.3.1.4)
};

/// The state of the robots.txt of one authority, without its body. Plain values, for a journal to
/// store.
struct robots_memory {
  timestamp read_at{};  ///< the last time of a valid answer; the epoch for never
  robots_access access = robots_access::disallow_all;  ///< that answer
  timestamp failing_since{};                           ///< the first failure since then
  timestamp tried_at{};                                ///< the last attempt
  std::uint32_t failures = 0;                          ///< in a row

  /// Records the result of fetching the file. `disallow_all` is a failure and keeps the previous answer.
  void note(robots_access answer, timestamp now);
  /// When to fetch the file next; the epoch if it was never fetched.
  [[nodiscard]] timestamp next_fetch(const robots_cache_policy& policy = {}) const;
  /// The access at `now`. While fetching fails everything is forbidden; after `forgiven` the last answer applies
  /// again, and if there never was one everything is allowed. `by_rules` means the rules of the body read at
  /// `read_at`.
  [[nodiscard]] robots_access access_at(timestamp now, const robots_cache_policy& policy = {}) const;

  friend bool operator==(const robots_memory&, const robots_memory&) = default;
};

}  // namespace laundromat
