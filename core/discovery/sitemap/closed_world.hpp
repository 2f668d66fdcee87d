// Whether silence of a dataset about a URI means something: local closed world.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/time.hpp"
#include "core/discovery/announcement.hpp"

namespace laundromat {

/// What is known here about one dump of a dataset.
struct dump_state {
  std::string uri;
  bool is_known = false;  ///< it is a seed
  bool is_being_crawled = false;
  std::string failure = {};  ///< why its newest crawl failed, or is refused; empty: it did not
  bool is_here = false;      ///< a crawl of it led to documents
  timestamp fetched{};       ///< when what is here had been requested
  timestamp confirmed{};     ///< when the server last said that it has not changed since, or `fetched`
  timestamp modified{};      ///< announced for this file; the epoch: not announced
  std::optional<seconds> change_interval = {};  ///< announced for this file
  std::uint64_t failed_files = 0;   ///< in it, or itself: what could not be read, other than what is no RDF
  std::uint64_t other_files = 0;    ///< in it, of no RDF
  std::uint64_t damaged_files = 0;  ///< whose compressed stream or archive is damaged
  std::uint64_t skipped_bytes = 0;  ///< that could not be read as statements
  std::uint64_t removed_documents = 0;  ///< washed and no longer stored
  bool is_of_owner =
      false;  ///< its final address is in the URI space of the URI, or one that is joined with it
};

/// What is known about a dataset and a URI, before it is looked into.
struct closed_world_facts {
  std::string uri;
  announced_dataset dataset;
  std::string announcer;         ///< the document that announces it
  bool is_announced_now = true;  ///< by the newest reading of that document
  bool announcer_is_owner = false;
  bool owner_is_known = false;    ///< a sitemap is known in whose space the URI is
  std::vector<dump_state> dumps;  ///< of `dataset.dumps`, in their order
  timestamp now{};
};

/// Why nothing follows from the silence of the dataset, a sentence each; none: it is complete, current, and of the owner of the URI. Complete: its dumps are not partial ones, all
/// were fetched and washed, and nothing of them was skipped. Current: no dump is older than the announced date of its change, or was fetched longer
/// ago than the announced interval of its changes. Source: Semantic Sitemaps section 5, "Closed-world queries about self-contained data" (M33).
[[nodiscard]] std::vector<std::string> reasons_against(const closed_world_facts& facts);

/// The sentence of the paper, with the date up to which it holds: `PUBLISHER has not given information about URI in the dataset labelled "LABEL", as of DATE`.
[[nodiscard]] std::string negative_answer(const closed_world_facts& facts, std::string_view publisher);

}  // namespace laundromat
