// The announced datasets that may have something about a URI, and which of them are of its owner.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "app/authority/uri_owners.hpp"
#include "storage/journal/announcement_reader.hpp"

namespace laundromat {

/// A dataset that covers a URI: one of its prefixes is before it, or the sitemap that announces the dataset is of the owner of the URI.
struct covering_dataset {
  dataset_row row;
  std::string announcer;    ///< the address of the announcing document, after redirects
  bool claims_uri = false;  ///< by a prefix
  /// The announcing document is in the URI space of the URI or in a joined one, and speaks for all of it: it is a sitemap that counts, or a document in
  /// the folder of that space or at a usual place of the host.
  bool announcer_is_owner = false;
  bool is_announced_now = true;  ///< by the newest reading of that document
};

/// What is found, that of the owner first.
struct covering_datasets {
  std::vector<covering_dataset> datasets;
  bool owner_is_known = false;  ///< a sitemap is known in whose space the URI is
  bool is_cut = false;          ///< there are more than the limit
};

inline constexpr std::size_t most_covering_datasets = 1'000;

/// Reads the facts of all datasets once, and keeps at most `limit`. A prefix must name the host of the URI. Errors: those of the journal.
[[nodiscard]] result<covering_datasets> datasets_covering(journal& from, uri_owners& owners,
                                                          std::string_view uri,
                                                          std::size_t limit = most_covering_datasets);

/// Whether a dataset is meant by this label, key or IRI.
[[nodiscard]] bool is_called(const announced_dataset& dataset, std::string_view name);

}  // namespace laundromat
