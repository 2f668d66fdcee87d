// The executors of a worker node: each does one job after the other.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>

#include "actors/cluster/transfer_client.hpp"
#include "actors/fetcher.hpp"
#include "actors/workers.hpp"
#include "storage/stores/body_cache.hpp"

namespace laundromat {

/// Loads JSON-LD contexts from the engine, each of them once. Thread-safe.
class node_contexts final : public context_loader {
 public:
  explicit node_contexts(caf::actor_system& system) : system_(system) {}
  /// Sets the engine from which contexts are loaded, and forgets those of the former engine.
  void ask(file_server_actor file_server);
  [[nodiscard]] result<std::string> load(std::string_view iri) override;

 private:
  caf::actor_system& system_;
  std::mutex mutex_;
  std::unique_ptr<transfer_client> transfer_client_;
  std::map<std::string, std::string, std::less<>> known_;
};

/// The files that the executors of a node keep while they use them.
struct kept_files {
  kept_files(raw_store& raw, scratch_store& scratch, std::uint64_t limit_bytes)
      : bodies(raw, scratch, limit_bytes) {}

  body_cache bodies;
  std::mutex mutex;  ///< guards `published`
  /// By clean document of a former crawl: how many executors use it.
  std::map<content_digest, std::uint32_t> published;
};

/// What the executors of one node share while they work for one campaign.
struct executor_context {
  environment_ptr env;  ///< the stores of the node and the terms of the campaign
  std::shared_ptr<kept_files> files;
  stages_factory make_stages;
  fetcher_factory make_fetcher;
};

/// The job of an executor under a lease for a download, after the node has fetched the body into its store.
struct fetched_work {
  fetch_job job;
  fetch_outcome found;
};

template <class Inspector>
typename Inspector::result_type inspect(Inspector& f, fetched_work& x) {
  return f(x.job, x.found);
}

/// From the node: a lease, its job or `fetched_work`, and the file server. It reports with `done`. Spawned detached by the node; ends with it.
using executor_actor = caf::typed_actor<caf::reacts_to<grant_atom, lease_grant, std::string, caf::actor>>;

[[nodiscard]] executor_actor spawn_executor(caf::local_actor* parent,
                                            std::shared_ptr<executor_context> context, caf::actor node);

}  // namespace laundromat
