// What each record of a sitemap or feed announces.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <vector>

#include "core/discovery/sitemap/announcement_collector.hpp"
#include "core/discovery/sitemap/record_reader.hpp"

namespace laundromat::sitemaps {

/// Where the records come from, and what was found before.
struct reading_state {
  announcement_collector& out;
  std::string uri;   ///< of the document; empty: not known
  std::string base;  ///< what its relative references are resolved against
  timestamp now = {};
  document_root root = document_root::none;
  std::size_t datasets = 0;  ///< seen so far
  std::set<std::string> dataset_keys = {};
  std::vector<record_field> authorities = {};  ///< the different ones, at most two
};

/// Announces the date of a field; a defect is noted for what breaks its format. The epoch for none.
[[nodiscard]] timestamp date_of(const record_field* field, bool is_rfc_822, reading_state& state);
[[nodiscard]] std::optional<seconds> interval_of(const record_field* field, reading_state& state);
[[nodiscard]] std::optional<double> priority_of(const record_field* field, reading_state& state);
/// Without white space around it, and with single spaces inside.
[[nodiscard]] std::string plain_text(std::string_view text);

/// A `url` of a `urlset`, or a `sitemap` of a `sitemapindex`.
void take_url(const record& one, reading_state& state);
/// An `item` of RSS, or an `entry` of Atom: its page, other formats of that, and enclosures.
void take_item(const record& one, reading_state& state);
/// A link of the feed itself: its next page, or the archive before it (RFC 5005).
void take_feed_field(const record_field& one, reading_state& state);

/// A `sc:dataset`. Source: seed-features M03 to M20.
void take_dataset(const record& one, reading_state& state);
/// An element of Semantic Sitemaps outside of any dataset: `sc:authority`, `sc:subSitemap`, `sc:parentSitemap`, or one that is misplaced.
void take_semantic_field(const record_field& one, reading_state& state);
/// Decides on `sc:authority`, once all of the document is read (M22).
void take_authority(reading_state& state);

}  // namespace laundromat::sitemaps
