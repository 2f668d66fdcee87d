// Lists of documents by the number of their defects.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "storage/journal/document_list.hpp"
#include "storage/journal/sqlite.hpp"

namespace laundromat {

/// Lists the documents with defects, and those without in the order of their rows, so that neither part sorts the other. Returns false, and lists nothing, for other
/// orders and for a list of one host. Throws `storage_fault`.
[[nodiscard]] bool list_by_defects(database& db, const document_filter& filter,
                                   const document_sorting& sorting, std::size_t limit,
                                   const document_consumer& take);

}  // namespace laundromat
