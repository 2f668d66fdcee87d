// What the journal knows of an entry and its crawl, as metadata.
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

/// Everything that was recorded of one entry; what does not apply stays empty.
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
  std::string head;  ///< of what is no RDF
  std::optional<clean_record> clean;
  std::uint64_t read = 0, duplicates = 0;  ///< statements on the way to `clean`
  std::string base;  ///< the base IRI, when it mattered: elsewhere the same bytes say something else
};

/// What says that the data of another document are the same, if it is known.
void add_identity(description& to, const dataset_identity& known);

/// The entry with where it came from, what its server said, its encoding and format with their evidence, what was wrong with it, and the
/// PROV-O chain of its clean document: download, unpack, clean.
[[nodiscard]] description describe_entry(const entry_account& known, const metadata_names& names = {});

}  // namespace laundromat
