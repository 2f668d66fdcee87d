// Selects the reader of a document that announces URIs.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/read/announcing_document.hpp"

#include "core/discovery/sitemap/read_sitemap.hpp"
#include "core/discovery/sitemap/sitemap_form.hpp"
#include "core/web/uri.hpp"

namespace laundromat {

namespace {

/// The last segment of the path of a URI.
std::string_view file_of(std::string_view uri) {
  const auto path = split_uri(uri).path;
  return path.substr(path.rfind('/') + 1);
}

/// Whether the name of a file says that it lists URIs, one a line, as the files of the protocol's examples are called.
bool is_named_as_list(std::string_view uri) {
  const auto file = file_of(uri);
  return file.find("sitemap") != std::string_view::npos || file.find("urllist") != std::string_view::npos;
}

}  // namespace

recognised_document recognise_document(std::string_view head, std::string_view media_type,
                                       std::string_view uri) {
  const auto sitemap = recognise_sitemap(head, media_type, is_named_as_list(uri));
  if (sitemap.announces())
    return {announcing_form::sitemap, std::string{to_string(sitemap.form)}, !sitemap.is_rdf};
  return {};
}

result<announcements> read_announcements(const recognised_document& what, byte_source_ptr text,
                                         std::string_view uri, std::string_view media_type) {
  if (what.form == announcing_form::sitemap)
    return read_sitemap(std::move(text), {std::string{uri}, std::string{media_type}});
  return announcements{};
}

}  // namespace laundromat
