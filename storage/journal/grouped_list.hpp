// Lists of documents by host or format: the groups one after another, of each its documents in the order found.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <vector>

#include "storage/journal/document_list.hpp"
#include "storage/journal/entry_blocks.hpp"
#include "storage/journal/sqlite.hpp"

namespace laundromat {

/// Lists the documents of one group by blocks, in the order found; returns whether to continue with the next one.
using list_group = std::function<bool(const document_filter&)>;

/// The rows of the authorities of a filter; none when it is for all.
[[nodiscard]] std::set<std::int64_t> authorities_of(database& db, const document_filter& filter);

/// Whether the authority or host of the filter has so many seeds, or members of archives, that they must not all be read.
[[nodiscard]] bool is_large_host(database& db, const document_filter& filter);

/// Lists authority by authority; for a filter without one. Large ones by `list_found`, which lowers `limit`, the others by their seeds. Throws
/// `storage_fault`.
void list_by_host(database& db, const document_filter& filter, bool is_reversed, std::size_t& limit,
                  const list_group& list_found, const document_consumer& take);

/// Lists format by format. `blocks`: all stored summaries. Throws `storage_fault`.
void list_by_format(database& db, const document_filter& filter, bool is_reversed,
                    const std::vector<entry_block>& blocks, const list_group& list_found);

}  // namespace laundromat
