// Reads catalogues in JSON: answers of CKAN's API, data.json of DCAT-US, the LOD Cloud.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/byte_source.hpp"
#include "core/discovery/announcement.hpp"

namespace laundromat {

enum class json_catalogue_kind : std::uint8_t {
  unknown = 0,
  ckan_search,  ///< `package_search`: `result.results`; `current_package_list_with_resources`: an array of packages
  ckan_list,     ///< `package_list`: names only
  ckan_package,  ///< `package_show`, or a package alone
  dcat,          ///< `data.json` of DCAT-US: `dataset`, or such datasets alone or in an array
  lod_cloud,     ///< an object of datasets, by their names: of 2014, or of today
};

[[nodiscard]] std::string_view to_string(json_catalogue_kind kind);

struct json_catalogue {
  announcements found;
  json_catalogue_kind kind = json_catalogue_kind::unknown;
  std::uint64_t listed = 0;  ///< packages, datasets or names in this document
  std::uint64_t count = 0;   ///< as a search states it, of all pages; 0: not stated
  std::string next;  ///< the URI of the next page, which is announced as `catalogue`, too; empty: none
};

/// Packages of one request that a list is turned into.
inline constexpr std::uint64_t ckan_page_rows = 100;

/// Reads a catalogue; which one it is, its content decides. `address` is the URI that it came from.
/// A dataset is announced with its resources: RDF or not, with the media type; `hint_of` tells which are worth a request. The format
/// of a resource decides as what: `api/sparql` is an `endpoint`, `example/…` a `sample`, `meta/sitemap` a `sitemap`, other `meta/…` and
/// `mapping/…` a `description`, everything else a `dump`; a page of a dataset is an `access_page`.
/// A `package_list` announces the search over all packages, `ckan_page_rows` at a time, instead of one request for each name.
/// `success: false` is a defect, as is damage: datasets before it are used. Errors: those of `text`.
/// Shape: UTF-8. Memory: one dataset, at most 4 MiB, and the announcements.
/// Source: CKAN API guide, version 3; DCAT-US Schema 1.1; https://lod-cloud.net/.
[[nodiscard]] result<json_catalogue> read_json_catalogue(byte_source& text, std::string_view address,
                                                         const announcement_limits& limits = {});

/// The URI of the next page of `package_search`, by `start`, or of `current_package_list_with_resources`, by `offset`, advanced by the packages that came.
/// A server may give fewer than it is asked for. Empty when these were the last ones, or none, after 10,000 pages, and for any other address.
[[nodiscard]] std::string next_ckan_page(std::string_view address, std::uint64_t count,
                                         std::uint64_t received);

/// `…/package_search?rows=100&start=0` for the address of a `package_list`; empty for another address.
[[nodiscard]] std::string ckan_search_of(std::string_view address);

}  // namespace laundromat
