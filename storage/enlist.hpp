// Puts a URI on the seed list: hash, verdict and row in one place for campaigns and for the command line.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/web/seed_hash.hpp"
#include "storage/journal.hpp"

namespace laundromat {

/// What became of a URI that was put on the list.
struct enlisted {
  record_hash hash;
  bool is_new = false;
  seed_verdict
      verdict;  ///< anything but `ok`: on the list as `refused`, never fetched, but counted (spec L18)
};

/// Adds the seed within an open group of the journal; what must never be fetched is refused at once.
/// Errors: those of `journal::add_seed` and `journal::apply`.
[[nodiscard]] result<enlisted> enlist(journal& db, const seed_request& request, bool allow_file,
                                      timestamp now);

}  // namespace laundromat
