// Recognises documents that announce URIs, and reads what they announce.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/byte_source.hpp"
#include "core/discovery/announcement.hpp"
#include "core/discovery/links/robots_directives.hpp"

namespace laundromat {

/// What a document is that announces URIs.
enum class announcing_form : std::uint8_t {
  none,
  sitemap,         ///< also its index, a text sitemap, or a feed
  linkset,         ///< RFC 9264
  html_page,       ///< its head names other formats and documents
  json_catalogue,  ///< CKAN, DCAT-US, the LOD Cloud
  archive_index,   ///< records of a web archive elsewhere: CDX, CDXJ, an answer of an index server
};

struct recognised_document {
  announcing_form form = announcing_form::none;
  std::string name = {};  ///< as evidence of the format: `urlset`, `Atom` …
  /// It is a list of URIs and no RDF: nothing of it is washed. Others are washed as well.
  bool is_list = false;
};

/// Recognises by content, and link sets by their media type, with media type and address as hints. `head`: the first 64 KiB in UTF-8, or all of the document.
/// `is_sitemap`: it was announced as one. A list of URIs, one a line, is a sitemap only then, or where its name says so.
[[nodiscard]] recognised_document recognise_document(std::string_view head, std::string_view media_type,
                                                     std::string_view uri, bool is_sitemap);

/// What a document announces, and what it asks of crawlers.
struct announcement_reading {
  announcements found;
  robots_directives asked;  ///< by the meta elements of a page
};

/// Where a document comes from, and who reads it.
struct reading_context {
  std::string_view uri;  ///< what its relative URIs are resolved against
  std::string_view media_type = {};
  std::string_view product = {};  ///< of the crawler: the name to which a meta element may be addressed
  timestamp now = {};             ///< dates long after it are not used; the epoch: all are
};

/// Reads a document that was recognised. Errors: those of `text`.
[[nodiscard]] result<announcement_reading> read_announcements(const recognised_document& what,
                                                              byte_source_ptr text,
                                                              const reading_context& context);

}  // namespace laundromat
