// Stores what a sitemap says about itself, in the transaction of the document's own change.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/discovery/sitemap/known_sitemaps.hpp"
#include "storage/journal/journal_state.hpp"

namespace laundromat {

/// So many URIs in `sc:subSitemap`, and so many in `sc:parentSitemap`, are kept of a sitemap; the others are counted.
inline constexpr std::size_t most_joins_kept = 1'000;

/// Replaces what is stored of the sitemap that is the document of a seed; nothing: the document is no sitemap, or no longer one. Throws `storage_fault`.
void store_sitemap(database& db, row_id seed, const std::optional<known_sitemap>& sitemap, timestamp at);
/// Forgets it, as of a takedown. Throws `storage_fault`.
void forget_sitemap(database& db, row_id seed);

/// The URI that was requested last for a download. Unlike `base_uri`, no web archive decides it by what it says of its records. Throws `storage_fault`.
[[nodiscard]] std::string requested_address(database& db, row_id download);

/// Whether an index lists a URI. `lists`: as stored.
[[nodiscard]] bool is_in_list(std::string_view lists, std::string_view uri);

}  // namespace laundromat
