// Reads sitemaps, their indexes, text sitemaps and feeds, also broken ones.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/byte_source.hpp"
#include "core/discovery/announcement.hpp"

namespace laundromat {

/// Where a sitemap comes from.
struct sitemap_origin {
  std::string uri;  ///< after redirects; empty: relative URIs are not used, and neither is `sc:authority`
  std::string media_type = {};  ///< as the server sent it, with parameters
  timestamp now = {};           ///< dates long after it are not used; the epoch: all are
};

/// Reads what a body announces. `body` is unpacked: a compressed one announces nothing, and a defect says so. Any encoding is read; the bytes decide before
/// the declaration. Whatever is wrong costs the value or entry that it is in, with a defect; nothing is guessed.
/// - `urlset` and `sitemapindex` in any namespace or none: `loc` with `lastmod`, `changefreq`, `priority`; alternates of `xhtml:link` with a media type of RDF.
///   Extensions for images, videos and news announce nothing.
/// - Semantic Sitemaps, in both namespaces and spellings: `announcements::datasets`, and their URIs.
/// - RSS 0.90 to 2.0 and Atom 0.3 and 1.0: the page of each item, the same in other formats, enclosures; the next page of the feed.
/// - Text: one absolute URI on each line.
/// Nothing is loaded or expanded: of a document type only its end is looked for. Memory: 3 MiB, the announcements, and one record.
/// Which hosts it may list is another question: `keep_listed`.
/// Errors: faults of this machine while reading `body`. Other errors of `body` end the document, with a defect.
/// Source: sitemaps.org/protocol.html; Semantic Sitemaps (ESWC 2008) section 4; RSS 2.0; RSS 1.0; RFC 4287; RFC 5005.
[[nodiscard]] result<announcements> read_sitemap(byte_source_ptr body, const sitemap_origin& origin,
                                                 const announcement_limits& limits = {});

}  // namespace laundromat
