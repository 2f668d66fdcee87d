// The metadata of an entry and its crawl, from the journal.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "core/metadata/description.hpp"
#include "core/records/outcomes.hpp"

namespace laundromat {

/// When a stage last worked on an entry.
struct stage_times {
  stage of{};
  timestamp begun{}, ended{};
};

/// Everything recorded about one entry; fields that do not apply are empty.
struct entry_account {
  seed_record seed;
  entry_record entry;
  std::vector<http_hop> hops;
  std::vector<evidence> all_evidence;
  std::optional<content_meta> wire;     ///< of the body as received
  std::optional<content_meta> decoded;  ///< of the document after decoding and recoding
  std::vector<archive_member> members;
  std::vector<entry_record> children;
  std::vector<stage_times> times;
  span_sums spans;
  std::vector<defect_count> defect_counts;
  std::string head;  ///< of content that is not RDF
  std::optional<clean_record> clean;
  std::uint64_t read = 0, duplicates = 0;  ///< statements read, and those removed as duplicates
  /// The base IRI, when it mattered: with another base the same bytes give other statements.
  std::string base;
  rdf_forms forms;           ///< of what only RDF 1.2 can say; nothing is written of those that are kept
  std::string version = {};  ///< of the program that washed it; empty: unknown
};

/// The property by which documents with the same data are found, if the identity is known.
void add_identity(description& to, const dataset_identity& known);
void add_identity(property_sink& to, const dataset_identity& known);

/// Adds when an activity began and ended, and the version of this program that did it; what is unknown is left out.
void add_activity(description& to, timestamp begun, timestamp ended, std::string_view version);

/// The entry with its origin, the answer of its server, its encoding and format with their evidence, its defects, and the
/// PROV-O chain of its clean document: download, unpack, clean, each with its times and the version of this program; and the digest of the body that was received.
[[nodiscard]] description describe_entry(const entry_account& known, const metadata_names& names = {});

}  // namespace laundromat
