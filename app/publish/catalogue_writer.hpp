// A wardrobe as a folder of static files that any web server can serve.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "core/metadata/describe_catalogue.hpp"
#include "storage/journal/journal_reader.hpp"
#include "storage/stores/clean_store.hpp"

namespace laundromat {

struct catalogue_settings {
  std::filesystem::path folder;
  std::string title;
  publisher_facts publisher;
  metadata_names names;
  std::string base;  ///< IRI of the folder, with a slash at its end
  std::string
      data_url;  ///< of the clean store, with a slash at its end; empty: its files are linked into the folder
  timestamp made{};
  crawl_scope crawls = crawl_scope::present;  ///< of which documents and sources are told
};

/// Writes
/// ```
/// index.html           what there is, with a link to each page
/// documents/ab.html    the documents whose hash begins so
/// catalogue.nq, .ttl   VoID and DCAT: the whole, and each document with size, sources and distribution
/// provenance/ab.nq.gz  what is known of the entries that became those documents: PROV-O, HTTP, warnings
/// catalogue.json       the same in short, one resource a line
/// data/ab/abcd…/…      hard links to the clean store, or copies where those cannot be
/// SHA256SUMS           every file but itself
/// ```
/// The same journal gives the same bytes, but for `made`. Memory: a page of 256 documents; their sources. `told` is called for each document.
/// Errors: the journal's and the disk's; `invalid_argument` when the folder holds something that is no catalogue.
[[nodiscard]] result<catalogue_facts> write_catalogue(journal& from, const clean_store& store,
                                                      const catalogue_settings& settings,
                                                      const std::function<void()>& told);

}  // namespace laundromat
