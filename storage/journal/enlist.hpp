// Adds a URI to the seed list, for campaigns and for the command line.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/web/seed_hash.hpp"
#include "storage/journal/journal.hpp"

namespace laundromat {

enum class seed_answer : std::uint8_t {
  added,     ///< new on the list
  known,     ///< already on the list, perhaps in another spelling
  relative,  ///< new on the list, counted, and never fetched (L18)
  refused,   ///< new on the list, counted, and never fetched: an unsupported scheme, or not a URI
};

/// `new`, `known`, `relative`, `refused`.
[[nodiscard]] std::string_view to_string(seed_answer answer);

/// The result of adding a URI to the list.
struct enlisted {
  record_hash hash;
  seed_answer answer{};
  seed_verdict verdict;  ///< why it is never fetched, and a suggestion
};

/// Adds the seed within an open group of the journal; seeds that must never be fetched, or that the operator excludes, are refused at once.
/// Errors: those of `journal::add_seed` and `journal::apply`.
[[nodiscard]] result<enlisted> enlist(journal& db, const seed_request& request, allowed_schemes allowed,
                                      timestamp now);

}  // namespace laundromat
