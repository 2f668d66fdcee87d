// The queries of a copy, in SPARQL 1.1.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/endpoints/copy_state.hpp"

namespace laundromat {

// Pages are ranges of the MD5 of each triple (subject, predicate, first 200 characters of the object). A hash is ASCII and evenly distributed:
// a range can be divided without sorting and without looking at the data, and a page stays the same page when others change. Virtuoso sorts at
// most 10,000 rows, so that ORDER BY with LIMIT and OFFSET ends there, and it compares strings beyond ASCII with constants wrongly.

/// Lists predicates after the hash `after` with the sums of their triples, as CSV of: p, key, n, len, blank and, unless the endpoint could not,
/// sum.
[[nodiscard]] std::string list_query(const copy_source& source, std::string_view after, std::uint64_t most,
                                     bool with_hash_sums);
/// Counts all triples, as CSV of: n, len, blank.
[[nodiscard]] std::string total_query(const copy_source& source);
/// Constructs the triples of a range, as N-Triples.
[[nodiscard]] std::string page_query(const copy_source& source, std::string_view predicate, hash_range range);
/// Counts the triples of a range, as CSV of: n.
[[nodiscard]] std::string count_query(const copy_source& source, std::string_view predicate,
                                      hash_range range);

/// Whether the text can stand between `<` and `>` of a query (SPARQL 1.1 production 139).
[[nodiscard]] bool is_query_iri(std::string_view iri);

}  // namespace laundromat
