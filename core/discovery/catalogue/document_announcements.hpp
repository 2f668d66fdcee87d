// Collects what a clean document announces while it is written or read: VoID, DCAT, SPARQL service descriptions, LDES, Hydra, schema.org.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/byte_source.hpp"
#include "core/discovery/announcement.hpp"

namespace laundromat {

struct document_announcement_options {
  /// The URI that the document came from: it does not announce itself.
  std::string address;
  /// IRIs of properties whose objects are announced as `linked`: `rdfs:seeAlso`, `owl:sameAs`, `owl:imports`, ….
  std::vector<std::string> followed;
  announcement_limits limits = {.announcements = 10'000, .bytes = 0, .datasets = 10'000};
};

/// Takes the lines of a clean document, which are in byte order, in batches of whole lines; the result does not depend on the batches. Lines
/// that are not canonical are passed over.
///
/// Each `void:Dataset`, `dcat:Dataset`, `schema:Dataset` and `sd:Service` becomes an `announced_dataset`, joined with its distributions,
/// services and graph names; what of these the document does not describe itself is announced as `description`, and a further catalogue as
/// `catalogue`. The table is `catalogue_terms.hpp`. A URI is announced once, by the first statement in this order: datasets, then distributions
/// and services without dataset, then all others; each in the order of lines. A blank node is never announced.
///
/// Memory: `catalogue_graph_limits`, and the announced URIs; a document without such statements needs none. Beyond the limits statements are
/// counted in `left_out`.
class document_announcements {
 public:
  explicit document_announcements(document_announcement_options options = {});
  ~document_announcements();
  document_announcements(document_announcements&&) noexcept;
  document_announcements& operator=(document_announcements&&) noexcept;

  void add(std::string_view lines);
  /// Call it once, after the last line.
  [[nodiscard]] announcements finish();

 private:
  class state;
  std::unique_ptr<state> state_;
};

/// The announcements of a whole clean document. Errors: those of the source.
[[nodiscard]] result<announcements> announced_by(byte_source& clean_lines,
                                                 document_announcement_options options = {});

}  // namespace laundromat
