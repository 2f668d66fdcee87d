// Selects the reader of a document that announces URIs.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/read/announcing_document.hpp"

#include <algorithm>

#include "core/discovery/catalogue/archive_index.hpp"
#include "core/discovery/catalogue/json_catalogue.hpp"
#include "core/discovery/links/html_head.hpp"
#include "core/discovery/links/linkset.hpp"
#include "core/discovery/sitemap/read_sitemap.hpp"
#include "core/discovery/sitemap/sitemap_form.hpp"
#include "core/web/uri.hpp"
#include "core/web/uri_characters.hpp"

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

/// Whether a text begins as a page does, behind white space and comments that need not be looked at.
bool is_page(std::string_view head, std::string_view media_type) {
  if (media_type.starts_with("text/html") || media_type.starts_with("application/xhtml+xml")) return true;
  const auto begin = head.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos || head[begin] != '<') return false;
  head.remove_prefix(begin);
  return equals_ignoring_case(head.substr(0, 5), "<html") ||
         equals_ignoring_case(head.substr(0, 14), "<!doctype html");
}

bool is_linkset(std::string_view media_type) {
  return media_type.starts_with("application/linkset");
}

bool contains_any(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(words, [text](std::string_view word) { return text.find(word) != text.npos; });
}

/// What begins as a catalogue in JSON. One that is JSON-LD as well is washed; the others are lists.
recognised_document recognise_json_catalogue(std::string_view head, std::string_view uri) {
  const auto begin = head.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos || (head[begin] != '{' && head[begin] != '[')) return {};
  // Reading JSON is slow, so texts without the words of any catalogue are not.
  if (!contains_any(head,
                    {"\"result\"", "\"resources\"", "\"distribution\"", "\"accessLevel\"", "\"landingPage\"",
                     "\"sparql\"", "\"full_download\"", "\"other_download\"", "package_show"}))
    return {};
  const auto read = read_json_catalogue(*make_view_source(head), uri);
  if (!read || read->kind == json_catalogue_kind::unknown) return {};
  return {announcing_form::json_catalogue, "JSON catalogue: " + std::string{to_string(read->kind)},
          !contains_any(head, {"\"@context\"", "\"@id\"", "\"@graph\""})};
}

/// Whether a line names a record in a file of a web archive.
bool is_record_of_archive(std::string_view line, cdx_reader& reader) {
  const auto record = reader.read(line);
  if (!record || !*record || (*record)->date == timestamp{}) return false;
  std::string_view file = (*record)->file;
  for (const std::string_view end : {".gz", ".zst"})
    if (file.ends_with(end)) file.remove_suffix(end.size());
  return file.ends_with(".warc") || file.ends_with(".arc");
}

/// An index of a web archive: its first line that is no comment is a legend or names a record, and so does the line after it.
bool is_archive_index(std::string_view head) {
  // Most documents end here: reading lines, some of which are JSON, is slow.
  constexpr std::size_t looked_at_bytes = std::size_t{8} << 10;
  if (!contains_any(head.substr(0, looked_at_bytes), {"CDX ", ".warc", ".arc"})) return false;
  cdx_reader reader;
  constexpr std::size_t wanted = 2;
  std::size_t lines = 0;
  bool has_legend = false;
  while (!head.empty() && lines < wanted) {
    const auto end = head.find('\n');
    const bool is_whole = end != head.npos;
    const auto line = head.substr(0, is_whole ? end : head.size());
    head.remove_prefix(is_whole ? end + 1 : head.size());
    if (line.starts_with('!') || line.find_first_not_of(" \t\r") == line.npos) continue;
    if (lines == 0 && !has_legend && line.substr(1).starts_with("CDX ")) {
      has_legend = reader.read(line).has_value();
      continue;
    }
    if (!is_record_of_archive(line, reader)) return has_legend && lines == 0 && !is_whole;
    ++lines;
  }
  return has_legend || lines > 0;
}

/// Reads pieces of a page until its head has ended.
result<announcement_reading> read_page(byte_source& text, const reading_context& context) {
  html_head_reader reader{context.uri, context.product};
  std::string piece(std::size_t{16} << 10, '\0');
  while (reader.wants_more()) {
    const auto n = text.read(piece);
    if (!n) return tl::unexpected(n.error());
    if (*n == 0) break;
    reader.push(std::string_view{piece}.substr(0, *n));
  }
  auto head = reader.finish();
  return announcement_reading{std::move(head.found), head.robots};
}

/// Link sets are small: what is beyond the limit is not read.
result<announcements> read_whole_linkset(byte_source& text, std::string_view uri) {
  const auto body = read_head(text, static_cast<std::size_t>(announcement_limits{}.bytes));
  if (!body) return tl::unexpected(body.error());
  return read_any_linkset(*body, uri);
}

}  // namespace

recognised_document recognise_document(std::string_view head, std::string_view media_type,
                                       std::string_view uri, bool is_sitemap) {
  if (is_linkset(media_type)) return {announcing_form::linkset, "linkset", true};
  const auto sitemap = recognise_sitemap(head, media_type, is_sitemap || is_named_as_list(uri));
  if (sitemap.announces())
    return {announcing_form::sitemap, std::string{to_string(sitemap.form)}, !sitemap.is_rdf};
  if (is_page(head, media_type)) return {announcing_form::html_page, "HTML"};
  if (is_archive_index(head)) return {announcing_form::archive_index, "index of a web archive", true};
  return recognise_json_catalogue(head, uri);
}

result<announcement_reading> read_announcements(const recognised_document& what, byte_source_ptr text,
                                                const reading_context& context) {
  const auto alone = [](result<announcements> found) -> result<announcement_reading> {
    if (!found) return tl::unexpected(found.error());
    return announcement_reading{*std::move(found), {}};
  };
  switch (what.form) {
    case announcing_form::sitemap:
      return alone(read_sitemap(std::move(text),
                                {std::string{context.uri}, std::string{context.media_type}, context.now}));
    case announcing_form::linkset:
      return alone(read_whole_linkset(*text, context.uri));
    case announcing_form::html_page:
      return read_page(*text, context);
    case announcing_form::json_catalogue: {
      auto read = read_json_catalogue(*text, context.uri);
      if (!read) return tl::unexpected(read.error());
      return announcement_reading{std::move(read->found), {}};
    }
    case announcing_form::archive_index:
      return alone(read_archive_index(*text, context.uri));
    case announcing_form::none:
      break;
  }
  return announcement_reading{};
}

}  // namespace laundromat
