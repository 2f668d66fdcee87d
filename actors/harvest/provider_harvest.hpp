// Keeps the graphs of all providers up to date: what is asked for next, and what is imported.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "actors/background_work.hpp"
#include "actors/harvest/harvest_ports.hpp"
#include "core/base/worker_pool.hpp"
#include "storage/files/safe_folder.hpp"
#include "storage/graphs/graph_records.hpp"
#include "storage/graphs/seed_crawl.hpp"
#include "storage/graphs/versioned_graph.hpp"

namespace laundromat {

/// The documents of the dumps of a dataset.
struct gathered_dumps {
  std::vector<content_digest> documents;
  bool is_damaged = false;  ///< something of them is missing
  std::string fault;        ///< why nothing can be imported; empty: nothing hinders it
  errc cause = errc::ok;    ///< of the fault, where it has one
};

/// VoID files and dumps are seeds, which the engine crawls and washes like all others; this object makes them due, and reads their clean documents. All that it
/// has to know after a stop is in the journal: each step follows from what is there.
/// ```
///   VoID file ── crawled ──► judged ──► dataset: pending ──► running: its dumps are due ── all crawled ──► imported, registry written, receipt
///                                                  └ a newer one is announced: skipped     └ one failed: waits, then again
/// ```
/// Used by one thread, with a connection of its own.
class provider_harvest final : public background_work {
 public:
  /// `db` is a connection of its own. What `env` refers to outlives it.
  provider_harvest(environment_ptr env, journal db, harvest_ports ports);

  /// Makes all steps that can be made now. Errors: those of the journal; a fault of a provider or a document is recorded and costs only that.
  [[nodiscard]] result<void> step(timestamp now) override;
  [[nodiscard]] bool has_work() const override { return has_work_; }

 private:
  [[nodiscard]] result<void> bring_up_to_date(const registered_provider& registered, timestamp now);
  [[nodiscard]] result<std::optional<stored_provider>> find_bound(const registered_provider& registered);
  [[nodiscard]] result<void> note_problem(const stored_provider& provider, const std::string& problem);
  [[nodiscard]] result<void> make_due(const record_hash& seed, timestamp now);
  [[nodiscard]] result<void> ask_for_void(const registered_provider& registered, const seed_crawl& crawl,
                                          timestamp now);
  /// A run does not end before what was made due has begun, unless that takes long, as with a host that waits.
  void wait_for_begin(const seed_crawl& crawl, timestamp since, timestamp now);
  [[nodiscard]] result<void> judge_void(const registered_provider& registered,
                                        const stored_provider& provider, const seed_crawl& crawl,
                                        timestamp now);
  [[nodiscard]] result<provider_void> read_void(const seed_crawl& crawl, const std::string& uri,
                                                timestamp now) const;
  /// Stores what a VoID file says. `attempt` is recorded when nothing of it can be harvested.
  [[nodiscard]] result<void> obey_void(stored_provider provider, provider_void said, graph_import attempt,
                                       timestamp now);
  [[nodiscard]] result<void> advance_datasets(const registered_provider& registered,
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
  void add_other_dumps(const stored_dataset& dataset, const std::vector<stored_dataset>& all,
                       gathered_dumps& to) const;
  /// Makes the files of the next version of a graph. The caller has the lock of its folder until it has committed.
  [[nodiscard]] result<void> merge_documents(const stored_provider& provider, graph_folder folder,
                                             const std::vector<content_digest>& documents,
                                             absent_subjects absent, import_commit& what);
  [[nodiscard]] std::vector<void_violation> violations_at(const stored_provider& provider,
                                                          const stored_dataset& dataset);
  [[nodiscard]] result<void> end_harvest(const stored_provider& provider, stored_dataset& dataset,
                                         import_commit what, timestamp now);
  [[nodiscard]] result<void> fail_harvest(const stored_provider& provider, stored_dataset dataset, errc cause,
                                          std::string why, timestamp now);
  [[nodiscard]] result<void> write_back(const registered_provider& registered,
                                        const stored_provider& provider);
  /// Records that nothing can be imported because of the VoID file, unless that is known; see `is_worth_recording`. Its `detail` becomes the problem of the
  /// provider.
  [[nodiscard]] result<void> record_attempt(const stored_provider& provider, graph_import attempt);
  [[nodiscard]] result<bool> is_recorded(const stored_provider& provider, const graph_import& attempt);
  /// Whether a dataset failed for the same reason the last time.
  [[nodiscard]] result<bool> failed_so_before(const stored_provider& provider, const stored_dataset& dataset,
                                              const std::string& why);
  [[nodiscard]] result<void> write_receipts(const stored_provider& provider);
  /// Merges files of the graph, and computes the digests of its versions, unless it is large. A damaged graph is a problem of its provider.
  [[nodiscard]] result<void> maintain_graph(const stored_provider& provider);
  [[nodiscard]] result<void> tidy(const stored_provider& provider);
  [[nodiscard]] result<void> add_digest(const stored_provider& provider);
  void export_changed(timestamp now);
  [[nodiscard]] absent_subjects absent_of(const registered_provider& registered,
                                          const stored_dataset& dataset,
                                          const std::vector<stored_dataset>& all, bool is_damaged) const;
  [[nodiscard]] std::string graph_base() const;
  /// The time of the engine, which goes on during a step.
  [[nodiscard]] timestamp time_now() const;

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
      first_asked_;  ///< by provider, in this run: what was crawled before is not obeyed
  std::map<std::string, std::pair<timestamp, bool>, std::less<>>
      judged_;  ///< by provider: begin of the crawl of the VoID file that was judged last, and whether it had failed
  /// Dumps that were made due: for the harvest that began then, and when.
  std::map<record_hash, std::pair<timestamp, timestamp>> ordered_;
  std::map<std::string, std::uint64_t, std::less<>> exported_;  ///< versions that the exported file has
  std::map<std::string, std::map<std::string, timestamp, std::less<>>, std::less<>>
      write_failed_;  ///< times that the registry did not take
  timestamp step_begun_{};
  std::chrono::steady_clock::time_point step_clock_{};  ///< when the step began
  std::size_t first_ = 0;  ///< of the registry, in this step: each provider is the first one in turn
  timestamp next_export_{};
  timestamp busy_until_{};       ///< what was made due is seen by the frontier until then
  std::size_t orders_left_ = 0;  ///< in this step
  bool has_ended_ = false;       ///< a harvest, in this step
  bool has_work_ = true;
  std::string registry_problem_;
  std::set<std::string, std::less<>> receipt_failed_;  ///< providers of which that was logged
  std::set<std::string, std::less<>> cleaned_up_;      ///< providers whose folder has no leftovers
};

}  // namespace laundromat
