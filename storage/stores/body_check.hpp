// Checks after an unclean stop that bodies still to be washed are as committed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "core/codec/stores.hpp"
#include "storage/journal/journal.hpp"

namespace laundromat {

struct bodies_checked {
  std::uint64_t bodies = 0, bytes = 0;  ///< checked
  std::uint64_t lost = 0;               ///< damaged or missing bodies
  std::uint64_t given_up = 0;           ///< entries that depend on them
};

/// Compares the length and digest of every body of an unfinished download with the journal. Bodies that differ, are missing
/// or cannot be read are fetched again (`journal::lose_body`). Call it after `recover` and before washing. `seen` is called after each
/// body; when `stops` returns true, also within a body, the check ends with `cancelled`. Memory: one buffer and a page of rows. Errors:
/// those of the journal; `cancelled`; `no_descriptors`, which does not count against a body.
[[nodiscard]] result<bodies_checked> check_bodies(journal& db, raw_port& raw, timestamp now,
                                                  const std::function<void(const bodies_checked&)>& seen = {},
                                                  const std::function<bool()>& stops = {});

}  // namespace laundromat
