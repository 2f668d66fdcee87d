// Puts a URI on the seed list: hash, verdict and row in one place for campaigns and for the command line.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/web/seed_hash.hpp"
#include "storage/journal/journal.hpp"

namespace laundromat {

enum class seed_answer : std::uint8_t {
  added,     ///< new on the list
  known,     ///< on the list already, perhaps in another spelling
  relative,  ///< new on the list, counted, and never fetched (L18)
  refused,   ///< new on the list, counted, and never fetched: no scheme that is crawled, or no URI
};

/// `new`, `known`, `relative`, `refused`.
[[nodiscard]] std::string_view to_string(seed_answer answer);

/// What became of a URI that was put on the list.
struct enlisted {
  record_hash hash;
  seed_answer answer{};
  seed_verdict verdict;  ///< why it is never fetched, and what may be meant
};

/// Adds the seed within an open group of the journal; what must never be fetched is refused at once.
/// Errors: those of `journal::add_seed` and `journal::apply`.
[[nodiscard]] result<enlisted> enlist(journal& db, const seed_request& request, bool allow_file,
                                      timestamp now);

}  // namespace laundromat
