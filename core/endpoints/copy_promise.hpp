// What is known about the result of a copy.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/endpoints/copy_state.hpp"

namespace laundromat {

/// What a copy can promise.
struct copy_promise {
  /// Each triple that was there from the first to the last request has been received: all pages have as many triples as the endpoint counted.
  bool is_complete = false;
  /// The pages are the data of one time: the sums of each predicate were the same before its first page and at the end.
  bool is_one_state = false;
  std::uint64_t triples = 0;  ///< as listed for the parts that were received
  std::uint64_t blank_triples =
      0;  ///< with blank nodes: a node is the same on two pages only where the endpoint keeps its label, see `append_page`
  std::vector<std::string> changing, unsettled, failed;  ///< predicates

  friend bool operator==(const copy_promise&, const copy_promise&) = default;
};

[[nodiscard]] copy_promise promise_of(const copy_state& state);
/// The promise in sentences.
[[nodiscard]] std::string promise_text(const copy_state& state);

}  // namespace laundromat
