// Recognises documents that announce URIs, and reads what they announce.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/byte_source.hpp"
#include "core/discovery/announcement.hpp"

namespace laundromat {

/// What a document is that announces URIs.
enum class announcing_form : std::uint8_t {
  none,
  sitemap,    ///< also its index, a text sitemap, or a feed
  linkset,    ///< RFC 9264
  html_page,  ///< its head names other formats and documents
};

struct recognised_document {
  announcing_form form = announcing_form::none;
  std::string name = {};  ///< as evidence of the format: `urlset`, `Atom` …
  /// It is a list of URIs and no RDF: nothing of it is washed. Others are washed as well.
  bool is_list = false;
};

/// Recognises by content, and link sets by their media type, with media type and address as hints. `head`: the first 64 KiB in UTF-8, or all of the document.
[[nodiscard]] recognised_document recognise_document(std::string_view head, std::string_view media_type,
                                                     std::string_view uri);

/// Reads a document that was recognised. `uri`: what its relative URIs are resolved against. Errors: those of `text`.
[[nodiscard]] result<announcements> read_announcements(const recognised_document& what, byte_source_ptr text,
                                                       std::string_view uri, std::string_view media_type);

}  // namespace laundromat
