// Finds the statements of a page of a fragment: in one clean document, or in all.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "app/fragments/match_counts.hpp"
#include "core/fragments/quad_pattern.hpp"
#include "storage/journal/journal_reader.hpp"
#include "storage/mentions/mention_index.hpp"
#include "storage/stores/clean_store.hpp"

namespace laundromat {

struct fragment_request {
  quad_pattern pattern;
  std::uint64_t number = 1;  ///< counts from 1
  std::string from;          ///< the `next` of the page before; empty: it is found by counting
  std::uint64_t size = 100;  ///< statements at most
};

struct found_page {
  std::string lines;             ///< canonical N-Quads
  std::uint64_t statements = 0;  ///< in `lines`
  std::string next;              ///< where the next page begins; empty: there is none
  std::uint64_t matches = 0;     ///< in the whole fragment, or an estimate
};

/// How long a page may be searched for, and how long matches are counted. Then the page has fewer statements, and the number is an estimate.
struct fragment_times {
  std::chrono::milliseconds search{2'000}, count{1'000};
};

/// A page of one document. Errors: `invalid_argument` for a place that is none; those of the store.
[[nodiscard]] result<found_page> find_in_document(const clean_store& store, const clean_record& document,
                                                  const fragment_request& wanted, match_counts& counts,
                                                  const fragment_times& times = {});

/// A page of all clean documents, in the order in which they were found; the index names those that may match, as far as it has them. The graph of a statement in no named graph is that of its document, `id/HASH`; with `no_named_graph` in the
/// pattern all statements match, in whatever graph, and come without graph. A statement that several documents have comes once for each.
/// Errors: likewise; those of the journal.
[[nodiscard]] result<found_page> find_in_wardrobe(journal& from, const clean_store& store,
                                                  const mention_index& index, const metadata_names& names,
                                                  const fragment_request& wanted, match_counts& counts,
                                                  const fragment_times& times = {});

}  // namespace laundromat
