// Whether the bodies that are still to be washed are what was committed: after a stop that may have torn them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "core/codec/stores.hpp"
#include "storage/journal/journal.hpp"

namespace laundromat {

struct bodies_checked {
  std::uint64_t bodies = 0, bytes = 0;  ///< that were compared
  std::uint64_t lost = 0;               ///< bodies that are torn or gone
  std::uint64_t given_up = 0;           ///< entries that waited for one of these
};

/// Compares the length and the digest of every body whose download does not rest with the journal, and lets those that differ, are missing
/// or cannot be read be fetched again (`journal::lose_body`). Comes after `recover`, before anything is washed. `seen` is told after each
/// body; when `stops` says so, also in the midst of a body, the check ends with `cancelled`. Memory: one buffer, and a page of rows. Errors:
/// those of the journal; `cancelled`; `no_descriptors`, which is no fault of a body.
[[nodiscard]] result<bodies_checked> check_bodies(journal& db, raw_port& raw, timestamp now,
                                                  const std::function<void(const bodies_checked&)>& seen = {},
                                                  const std::function<bool()>& stops = {});

}  // namespace laundromat
