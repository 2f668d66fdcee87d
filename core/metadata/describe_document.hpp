// The metadata of a clean document that depend on its content only, not on when and where it was made.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/codec/content_meta.hpp"
#include "core/metadata/description.hpp"
#include "core/rdf/identity/dataset_identity.hpp"
#include "core/rdf/metrics/statistics.hpp"
#include "core/rdf/model/rdf_forms.hpp"

namespace laundromat {

struct document_facts {
  content_meta content;  ///< of the uncompressed canonical N-Quads; its digest identifies the document
  std::uint64_t compressed_bytes = 0;
  dataset_identity identity;
  document_statistics statistics;
  std::string tool_version;   ///< of this program
  std::string codec_version;  ///< of the compressor: other versions give other bytes
  /// How its source was read, where no record of a crawl says it: the base that a relative reference was resolved against, and the forms for
  /// readers of RDF 1.1. Nothing is written of an empty base and of forms that are kept.
  std::string base_iri = {};
  rdf_forms forms = {};
};

/// The document with its dataset identity, its distribution (DCAT), and its metrics (those of LOD Laundromat, VoID, VoID extension), without
/// times and places. Estimated counts of distinct terms are listed in `estimates` with their standard error.
[[nodiscard]] description describe_document(const document_facts& document, const metadata_names& names = {});
/// The texts of this description, as `to_nquads` in the graph of `names`, and `to_json`; without a description where the figures are exact.
[[nodiscard]] std::string document_to_nquads(const document_facts& document,
                                             const metadata_names& names = {});
[[nodiscard]] std::string document_to_json(const document_facts& document, const metadata_names& names = {});

}  // namespace laundromat
