// The receipt of an import: what a provider and everybody else can read of it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/metadata/description.hpp"
#include "core/providers/graph_import.hpp"
#include "core/providers/stored_provider.hpp"
#include "core/sinks/notification.hpp"

namespace laundromat {

/// The IRI of a version of a graph, which is its identity: `/versions/` and its number behind the IRI of the graph. A version never changes; when a provider was dropped and registered anew, its numbers begin again, and the IRIs end in `-1`, `-2` …; the checksum in its
/// receipt is that of its statements as canonical N-Triples, each once and in byte order.
[[nodiscard]] std::string version_iri(const stored_provider& provider, std::uint64_t version);
/// The IRI of a receipt: `/receipts/` and the number of the import behind the IRI of the graph.
[[nodiscard]] std::string receipt_iri(const stored_provider& provider, const graph_import& import);
/// Where a receipt is below the data folder, and below a catalogue, without `.json` and `.nt`: `receipts/NAME/NUMBER`.
[[nodiscard]] std::string receipt_path(const stored_provider& provider, const graph_import& import);

/// A `prov:Activity` that used clean documents and generated a version of the graph, with the rules that the VoID file broke, and how the changes can be read.
/// `names`: those of the clean documents.
[[nodiscard]] description describe_import(const stored_provider& provider, const graph_import& import,
                                          const metadata_names& names);

/// The two files of a receipt, with the same content.
struct receipt_texts {
  std::string json, triples;
};
[[nodiscard]] receipt_texts receipt_of(const stored_provider& provider, const graph_import& import,
                                       const metadata_names& names);

/// What a provider is told of an import. `actor`: IRI of this service. The id is the same each time.
[[nodiscard]] import_notification notification_of(const stored_provider& provider, const graph_import& import,
                                                  const std::string& actor);

}  // namespace laundromat
