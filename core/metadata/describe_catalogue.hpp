// A wardrobe in VoID and DCAT: the whole, and each document in it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/metadata/public_identity.hpp"
#include "core/records/records.hpp"

namespace laundromat {

struct catalogue_facts {
  std::string title;
  publisher_facts publisher;
  std::uint64_t documents = 0, statements = 0;  ///< of documents that hold a statement, each content once
  timestamp made{};
  std::string base;  ///< IRI of the folder in which the catalogue is served, with a slash at its end
  std::uint64_t empty_sources = 0;  ///< entries that were read and hold no statement
};

/// An entry that became a document.
struct listed_source {
  record_hash entry;
  std::string uri;
};

struct listed_document {
  clean_record clean;
  std::vector<listed_source> sources;
  std::vector<content_digest> same_data;  ///< other documents with its dataset identity
  std::vector<std::string> licences;   ///< IRIs that the document states of itself, in byte order, each once
  std::string file_sha256;             ///< of the compressed file, in hexadecimal; empty when nobody read it
  std::string data_url, metadata_url;  ///< where its statements, and what is said of it, are to be had
};

/// The whole: a void:Dataset and dcat:Catalog with its counts and publisher, as DCAT-AP 3 asks. Its subsets are told one by one, for there may be millions.
[[nodiscard]] description describe_catalogue(const catalogue_facts& known);
/// That the document is a subset of the whole.
[[nodiscard]] description describe_subset(const catalogue_facts& known, const content_digest& document,
                                          const metadata_names& names = {});
/// A document as a void:Dataset and dcat:Dataset with its size, where it came from (PROV-O), its dataset identity and the documents that
/// share it (prov:alternateOf), and its dcat:Distribution, as DCAT-AP 3 asks. The title is that of its first source, for a clean document
/// has none of its own. All licences that it states are the dataset's; the distribution, which may have one, has it when there is no other.
[[nodiscard]] description describe_listed(const catalogue_facts& whole, const listed_document& known,
                                          const metadata_names& names = {});

}  // namespace laundromat
