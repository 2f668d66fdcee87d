// What is known about the result of a harvest.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/harvest/harvest_state.hpp"

namespace laundromat {

/// What a harvest can promise.
struct harvest_promise {
  /// Each triple that was there from the first to the last request has been received: all pages have as many triples as the endpoint counted.
  bool is_complete = false;
  /// The pages are the data of one time: the sums of each predicate were the same before its first page and at the end.
  bool is_one_state = false;
  std::uint64_t triples = 0;  ///< as listed for the parts that were received
  std::uint64_t blank_triples =
      0;  ///< with blank nodes: a node is the same on two pages only where the endpoint keeps its label, see `append_page`
  std::vector<std::string> changing, unsettled, failed;  ///< predicates

  friend bool operator==(const harvest_promise&, const harvest_promise&) = default;
};

[[nodiscard]] harvest_promise promise_of(const harvest_state& state);
/// The promise in sentences.
[[nodiscard]] std::string promise_text(const harvest_state& state);

}  // namespace laundromat
