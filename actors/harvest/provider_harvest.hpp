// Keeps the graphs of all providers up to date: what is asked for next, and what is imported.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "actors/environment.hpp"
#include "actors/harvest/harvest_ports.hpp"
#include "core/base/worker_pool.hpp"
#include "storage/files/safe_folder.hpp"
#include "storage/graphs/graph_records.hpp"
#include "storage/graphs/seed_crawl.hpp"
#include "storage/graphs/versioned_graph.hpp"

namespace laundromat {

/// VoID files and dumps are seeds, which the engine crawls and washes like all others; this object makes them due, and reads their clean documents. All that it
/// has to know after a stop is in the journal: each step follows from what is there.
/// ```
///   VoID file ── crawled ──► judged ──► dataset: pending ──► running: its dumps are due ── all crawled ──► imported, registry written, receipt
///                                                  └ a newer one is announced: skipped     └ one failed: waits, then again
/// ```
/// Used by one thread, with a connection of its own.
class provider_harvest {
 public:
  /// `db` is a connection of its own. What `env` refers to outlives it.
  provider_harvest(environment_ptr env, journal db, harvest_ports ports);

  /// Makes all steps that can be made now. Errors: those of the journal; a fault of a provider, a document or a store is recorded and costs only that.
  [[nodiscard]] result<void> step(timestamp now);
  /// Whether something is still to be done before a run that ends when nothing is due may end.
  [[nodiscard]] bool has_work() const { return has_work_; }

 private:
  [[nodiscard]] result<void> tend(const registered_provider& registered, timestamp now);
  [[nodiscard]] result<std::optional<stored_provider>> bound(const registered_provider& registered);
  [[nodiscard]] result<void> tend_problem(const stored_provider& provider, const std::string& problem);
  [[nodiscard]] result<void> order(const record_hash& seed, timestamp now);
  [[nodiscard]] result<void> ask_for_void(const registered_provider& registered, const seed_crawl& crawl,
                                          timestamp now);
  [[nodiscard]] result<void> judge_void(const registered_provider& registered, stored_provider& provider,
                                        const seed_crawl& crawl, timestamp now);
  [[nodiscard]] result<void> tend_datasets(const registered_provider& registered,
                                           const stored_provider& provider, timestamp now);
  [[nodiscard]] result<void> advance(const registered_provider& registered, const stored_provider& provider,
                                     stored_dataset dataset, const std::vector<stored_dataset>& all,
                                     timestamp now);
  /// The crawls of the dumps since the harvest began, or nothing when some have not ended.
  [[nodiscard]] result<std::optional<std::vector<seed_crawl>>> dumps_of(const stored_dataset& dataset,
                                                                        timestamp now);
  [[nodiscard]] result<void> import_dumps(const registered_provider& registered,
                                          const stored_provider& provider, stored_dataset dataset,
                                          const std::vector<stored_dataset>& all,
                                          const std::vector<seed_crawl>& crawls, timestamp now);
  [[nodiscard]] result<void> end_harvest(const stored_provider& provider, stored_dataset& dataset,
                                         import_commit what, timestamp now);
  [[nodiscard]] result<void> fail_harvest(const stored_provider& provider, stored_dataset dataset,
                                          std::string why, timestamp now);
  [[nodiscard]] result<void> write_back(const registered_provider& registered,
                                        const stored_provider& provider);
  [[nodiscard]] result<void> give_receipts(const registered_provider& registered,
                                           const stored_provider& provider);
  /// Merges files of the graph, and computes the digests of its versions, unless it is large. A damaged graph is a problem of its provider.
  [[nodiscard]] result<void> keep_graph(const stored_provider& provider);
  [[nodiscard]] result<void> tidy(const stored_provider& provider);
  [[nodiscard]] result<void> add_digest(const stored_provider& provider);
  void bring_stores_up_to_date(const stored_provider& provider, timestamp now);
  void export_changed(timestamp now);
  [[nodiscard]] absent_subjects absent_of(const registered_provider& registered,
                                          const stored_dataset& dataset,
                                          const std::vector<stored_dataset>& all, bool is_damaged) const;
  [[nodiscard]] std::string graph_base() const;

  environment_ptr env_;
  journal db_;
  harvest_ports ports_;
  graph_records records_;
  seed_crawls crawls_;
  worker_pool workers_;
  registry registry_;
  std::map<std::string, timestamp, std::less<>>
      asked_;  ///< by provider: when its VoID file was made due last
  std::map<std::string, timestamp, std::less<>>
      judged_;  ///< by provider: begin of the crawl of the VoID file that was judged last
  std::map<record_hash, timestamp> ordered_;  ///< dumps that were made due, for the harvest that began then
  std::map<std::string, timestamp, std::less<>>
      store_waits_;  ///< by store and provider: nothing is sent before
  std::map<std::string, std::uint64_t, std::less<>> exported_;  ///< versions that the exported file has
  std::map<std::string, std::map<std::string, timestamp, std::less<>>, std::less<>>
      write_failed_;  ///< times that the registry did not take
  std::map<std::string, std::int64_t, std::less<>>
      receipts_given_;  ///< by provider: the newest import of this run
  timestamp next_export_{};
  timestamp busy_until_{};       ///< what was made due is seen by the frontier until then
  timestamp paused_until_{};     ///< after a fault of this machine
  std::size_t orders_left_ = 0;  ///< in this step
  bool has_work_ = true;
  std::string registry_problem_;
  std::set<std::string, std::less<>> cleaned_up_;  ///< providers whose folder has no leftovers
};

}  // namespace laundromat
