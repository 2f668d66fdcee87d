// Writes a catalogue of the clean documents as static files for any web server.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "core/metadata/describe_catalogue.hpp"
#include "storage/journal/journal_reader.hpp"
#include "storage/stores/clean_store.hpp"
#include "storage/warc/warc_store.hpp"

namespace laundromat {

struct catalogue_settings {
  std::filesystem::path folder;
  std::string title;
  publisher_facts publisher;
  metadata_names names;
  std::string base;  ///< IRI of the folder, with a slash at its end
  std::string
      data_url;  ///< URL of the clean store, with a slash at its end; empty: its files are linked into the folder
  timestamp made{};
  crawl_scope crawls = crawl_scope::present;  ///< the crawls whose documents and sources are listed
};

/// Writes
/// ```
/// index.html           overview, with a link to each page
/// documents/ab.html    the documents whose hash begins with ab
/// receipts/NAME/…      receipts of the imports into the graph of a provider, as JSON and N-Triples, and index.html, which lists them
/// catalogue.nq, .ttl   VoID and DCAT: the catalogue, each document with size, sources and distribution, and each graph with its receipts
/// provenance/ab.nq.gz  the entries that these documents come from: PROV-O, HTTP, warnings
/// catalogue.json       a short form of the catalogue, one resource per line
/// data/ab/abcd…/…      hard links to the clean store, or copies on another file system
/// SHA256SUMS           every file except itself
/// ```
/// The same journal gives the same bytes, except for `made`. Memory: a page of 256 documents and their sources. `on_document` is called for each
/// document. Errors: the journal's and the disk's; `invalid_argument` when the folder contains something other than a catalogue.
[[nodiscard]] result<catalogue_facts> write_catalogue(journal& from, const clean_store& store,
                                                      warc_store* bodies, const catalogue_settings& settings,
                                                      const std::function<void()>& on_document);

}  // namespace laundromat
