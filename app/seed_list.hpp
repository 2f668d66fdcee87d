// Puts URIs on the seed list and says what each is worth.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/web/seed_hash.hpp"
#include "storage/journal.hpp"

namespace laundromat {

enum class seed_answer : std::uint8_t {
  added,     ///< new on the list
  known,     ///< on the list already, perhaps in another spelling
  relative,  ///< new on the list, counted, and never fetched (spec L18)
  refused,   ///< not put on the list
};

[[nodiscard]] std::string_view to_string(seed_answer answer);

struct seed_report {
  std::string uri;
  record_hash hash;
  seed_answer answer{};
  seed_verdict verdict;  ///< why it is refused, and what may be meant
};

/// What only a URI parser knows of a seed: its hash, its authority, whether it is relative.
[[nodiscard]] new_seed make_new_seed(seed_request request);

/// Puts one URI on the list, in an open group of `to`. `file:` URIs pass; the campaign decides on their
/// roots. Errors: the journal's.
[[nodiscard]] result<seed_report> add_to_seed_list(journal& to, const seed_request& request, timestamp now);

}  // namespace laundromat
