// The harvests of datasets: when one begins, which dumps it requests, and when they are imported.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "actors/harvest/dump_import.hpp"
#include "actors/harvest/void_file_visits.hpp"

namespace laundromat {

/// Which harvest runs and which waits is in the journal; only what was ordered in this run is here. Used by one thread. Errors: those of the journal
/// and of this machine.
/// ```
///   pending ──► running: its dumps are due ── all crawled ──► imported
///       └ a newer one is announced: skipped       └ one failed: waits, then again
/// ```
class dataset_harvests {
 public:
  /// What is referred to outlives it.
  dataset_harvests(environment_ptr env, journal& db, harvest_step& step, crawl_orders& orders,
                   void_file_visits& void_files, worker_pool& workers);

  void begin_step();
  /// Does for each dataset of a provider what can be done now.
  [[nodiscard]] result<void> advance(const registered_provider& registered, const stored_provider& provider);

 private:
  /// Returns whether a harvest has ended.
  [[nodiscard]] result<bool> advance_dataset(const registered_provider& registered,
                                             const stored_provider& provider, stored_dataset dataset,
                                             const std::vector<stored_dataset>& all);
  /// The crawls of the dumps since the harvest began, or nothing when some have not ended.
  [[nodiscard]] result<std::optional<std::vector<seed_crawl>>> crawls_of_dumps(const stored_dataset& dataset);
  [[nodiscard]] result<void> order(const std::string& uri, const seed_crawl& crawl,
                                   const stored_dataset& dataset);

  /// Logs once that a date has moved backwards, so that nothing is harvested.
  void warn_of_older_date(const std::string& provider, const provider_dataset& announced,
                          timestamp harvested);

  graph_records records_;
  harvest_step& step_;
  crawl_orders& orders_;
  void_file_visits& void_files_;
  dump_import import_;
  std::map<record_hash, timestamp>
      ordered_;                  ///< by dump: begin of the newest harvest for which it was ordered
  std::size_t orders_left_ = 0;  ///< in this step
  /// By provider and dataset: the date that was logged last as one that moved backwards.
  std::map<std::pair<std::string, std::string>, timestamp> older_;
};

}  // namespace laundromat
