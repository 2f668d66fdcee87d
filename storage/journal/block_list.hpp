// Lists documents block by block, without the blocks that cannot have one.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "storage/journal/document_list.hpp"
#include "storage/journal/sqlite.hpp"

namespace laundromat {

/// Passes the first `limit` documents to `take`, in the order of the query `document_query`, when that would have to read many rows for them:
/// parsed documents of a format, of a large host or of a time (in the order found: in that of rows), or sorted by format, host, URI or date. Returns false for any other list, and
/// without summaries of entries; then nothing was passed. Blocks without a summary are read. Rows in vain: a listed value costs none, any other
/// one at most 16 for each document of its block. Memory: `limit` rows when they are sorted, and a URI for each block. Within a
/// transaction. Throws `storage_fault`.
[[nodiscard]] bool list_by_blocks(database& db, const document_filter& filter, const document_sorting& sorting,
                                  std::size_t limit, const document_consumer& take);

}  // namespace laundromat
