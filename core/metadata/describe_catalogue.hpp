// The catalogue of a data folder in VoID and DCAT: the whole, and each document.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "core/metadata/public_identity.hpp"
#include "core/records/records.hpp"

namespace laundromat {

struct catalogue_facts {
  std::string title;
  publisher_facts publisher;
  /// Of documents with at least one statement, each content once.
  std::uint64_t documents = 0, statements = 0;
  timestamp made{};
  std::string base;  ///< IRI of the folder in which the catalogue is served, with a slash at its end
  std::uint64_t empty_sources = 0;  ///< entries that were read and have no statement
};

/// An entry from which a document was made.
struct listed_source {
  record_hash entry;
  std::string uri;
};

/// How an entry was washed.
struct washing_facts {
  record_hash entry;
  timestamp begun{}, ended{};  ///< the epoch: unknown
  std::string version;         ///< of the program; empty: unknown
};

struct listed_document {
  clean_record clean;
  std::vector<listed_source> sources;
  std::vector<content_digest> same_data;  ///< other documents with its dataset identity
  /// IRIs that the document states about itself, in byte order, each once.
  std::vector<std::string> licences;
  std::string file_sha256;  ///< of the compressed file, in hexadecimal; empty when it was not computed
  std::string data_url, metadata_url;        ///< where its statements and its metadata are served
  std::optional<washing_facts> washed = {};  ///< of its first source
};

/// The catalogue: a void:Dataset and dcat:Catalog with its counts and publisher, as DCAT-AP 3 requires. Its subsets are described one by
/// one by `describe_subset`, because there may be millions.
[[nodiscard]] description describe_catalogue(const catalogue_facts& known);
/// The publisher alone, for answers that describe documents without the catalogue.
[[nodiscard]] description describe_publisher(const catalogue_facts& known);
/// States that the document is a subset of the catalogue.
[[nodiscard]] description describe_subset(const catalogue_facts& known, const content_digest& document,
                                          const metadata_names& names = {});
/// How a document was made: the entry that it was derived from, and the activity with its times and program (PROV-O).
void add_washing(description& document, const washing_facts& washed, const metadata_names& names = {});
/// A document that was removed at a time: its distribution is withdrawn (DCAT-AP 3, `adms:status`), so that followers ask for it once more.
[[nodiscard]] description describe_removed(const catalogue_facts& whole, const content_digest& document,
                                           timestamp removed, const std::string& data_url,
                                           const metadata_names& names = {});
/// A document as a void:Dataset and dcat:Dataset with its size, its origin (PROV-O), its dataset identity and the documents that
/// share it (prov:alternateOf), and its dcat:Distribution, as DCAT-AP 3 requires. The title is that of its first source, because a clean
/// document has none. The dataset has all licences that it states; the distribution, which may have one only, has it when there is no other.
[[nodiscard]] description describe_listed(const catalogue_facts& whole, const listed_document& known,
                                          const metadata_names& names = {});

}  // namespace laundromat
