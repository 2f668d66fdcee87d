// What a page of a fragment says about itself: its dataset, the number of matches, the form to ask for others, the pages around it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "core/fragments/quad_pattern.hpp"

namespace laundromat {

struct fragment_page {
  std::string dataset;         ///< URL that the form is sent to
  std::string title;           ///< of the dataset
  std::string url;             ///< of this page, as it was requested
  std::string fragment;        ///< URL of the first page
  std::string previous, next;  ///< URLs; empty: there is none
  quad_pattern pattern;
  std::uint64_t matches = 0;      ///< in the whole fragment, or an estimate
  std::uint64_t page_size = 100;  ///< statements
};

/// The URL of a fragment, and of a later page of it: `{dataset}?subject=…&page=2&from=4711`; pages count from 1, and `from` is the place where the page begins, empty when it is not known.
[[nodiscard]] std::string fragment_url(const std::string& dataset, const quad_pattern& pattern,
                                       std::uint64_t page = 1, const std::string& from = {});

/// The description as lines of N-Quads in the graph `{url}#metadata`, or in no graph. Its blank nodes are `_:form` and others.
/// Source: Triple Pattern Fragments sections 4 and 5; Quad Pattern Fragments; Hydra Core Vocabulary.
[[nodiscard]] std::string describe_page(const fragment_page& page, bool has_own_graph);

}  // namespace laundromat
