// The executors of a joined machine: each does one job after the other.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>

#include "actors/cluster/transfer_client.hpp"
#include "actors/fetcher.hpp"
#include "actors/workers.hpp"
#include "storage/stores/body_cache.hpp"

namespace laundromat {

/// Contexts over the wire, each once. Thread-safe.
class node_contexts final : public context_loader {
 public:
  explicit node_contexts(caf::actor_system& system) : system_(system) {}
  /// Where they come from from now on; what another engine gave is forgotten.
  void ask(file_server_actor file_server);
  [[nodiscard]] result<std::string> load(std::string_view iri) override;

 private:
  caf::actor_system& system_;
  std::mutex mutex_;
  std::unique_ptr<transfer_client> transfer_client_;
  std::map<std::string, std::string, std::less<>> known_;
};

/// What lies in the stores of one machine for as long as it is of use.
struct kept_files {
  kept_files(raw_store& raw, scratch_store& scratch, std::uint64_t limit_bytes)
      : bodies(raw, scratch, limit_bytes) {}

  body_cache bodies;
  std::mutex mutex;  ///< guards `published`
  /// Documents of former crawls, and how many executors use them.
  std::map<content_digest, std::uint32_t> published;
};

/// What the executors of one machine share while they work for one campaign.
struct executor_context {
  environment_ptr env;  ///< its own stores, and the terms of the campaign
  std::shared_ptr<kept_files> files;
  stages_factory make_stages;
  fetcher_factory make_fetcher;
};

/// The job of an executor under a lease on a download: it is fetched, and its body lies in the store of this machine.
struct fetched_work {
  fetch_job job;
  fetch_outcome found;
};

template <class Inspector>
typename Inspector::result_type inspect(Inspector& f, fetched_work& x) {
  return f(x.job, x.found);
}

/// In:  grant (a lease, its job or `fetched_work`, the file server). Out: done, to the node.
/// Spawned detached by the node; dies with it.
using executor_actor = caf::typed_actor<caf::reacts_to<grant_atom, lease_grant, std::string, caf::actor>>;

[[nodiscard]] executor_actor spawn_executor(caf::local_actor* parent,
                                            std::shared_ptr<executor_context> context, caf::actor node);

}  // namespace laundromat
