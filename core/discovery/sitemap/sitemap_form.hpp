// Decides which kind of sitemap or feed a body is, from its first bytes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace laundromat {

/// What a body is that may announce URIs.
enum class sitemap_form : std::uint8_t {
  none,           ///< nothing of this, or no evidence
  url_set,        ///< a sitemap in XML
  sitemap_index,  ///< a list of sitemaps
  rss,            ///< RSS 0.90 to 2.0
  atom,           ///< Atom 0.3 or 1.0
  text,           ///< one URI on a line; only where a sitemap is expected
  html,           ///< a page, as servers send it in place of a sitemap that they do not have
  compressed,     ///< gzip or another compression, or an archive: to be unpacked first
};

[[nodiscard]] std::string_view to_string(sitemap_form form);

struct recognised_sitemap {
  sitemap_form form = sitemap_form::none;
  bool is_rdf = false;  ///< RSS 0.90 or 1.0: a feed, and RDF/XML as well, to be washed

  /// Whether it announces something to `read_sitemap`.
  [[nodiscard]] bool announces() const {
    return form != sitemap_form::none && form != sitemap_form::html && form != sitemap_form::compressed;
  }
  friend bool operator==(const recognised_sitemap&, const recognised_sitemap&) = default;
};

/// Recognises by content, in any encoding, in any namespace, and behind other text or elements. Other RDF/XML, and pages with RDFa, are no feeds.
/// `head`: the first 64 KiB, or all of it. `media_type` with parameters, of which the charset counts. `is_expected`: robots.txt, an index or a person
/// says that it is a sitemap; a list of URIs is one only then.
[[nodiscard]] recognised_sitemap recognise_sitemap(std::string_view head, std::string_view media_type,
                                                   bool is_expected);

}  // namespace laundromat
