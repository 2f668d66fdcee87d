// Imports the dumps of one dataset into the graph of its provider.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "actors/environment.hpp"
#include "actors/harvest/harvest_step.hpp"
#include "core/base/worker_pool.hpp"
#include "core/providers/registry.hpp"
#include "storage/graphs/graph_records.hpp"
#include "storage/graphs/seed_crawl.hpp"
#include "storage/graphs/versioned_graph.hpp"

namespace laundromat {

/// Used by one thread. Errors: those of the journal and of this machine; what is wrong with the dumps is recorded, and they are tried again later.
class dump_import {
 public:
  /// What is referred to outlives it.
  dump_import(environment_ptr env, journal& db, harvest_step& step, worker_pool& workers);

  /// Ends the harvest of `dataset`, whose dumps `crawls` has in their order. `all`: the datasets of the provider as they are now. False: somebody
  /// else changes the graph, the harvest goes on in the next step.
  [[nodiscard]] result<bool> end_harvest_of(const registered_provider& registered,
                                            const stored_provider& provider, const stored_dataset& dataset,
                                            const std::vector<stored_dataset>& all,
                                            const std::vector<seed_crawl>& crawls);

 private:
  struct plan;

  void choose_documents(const registered_provider& registered, const std::vector<stored_dataset>& all,
                        plan& to) const;
  [[nodiscard]] result<bool> change_graph(const stored_provider& provider, plan planned);
  /// Makes the files of the next version of a graph. The caller has the lock of its folder until it has committed.
  [[nodiscard]] result<void> make_version(const stored_provider& provider, graph_folder folder,
                                          plan& planned);
  [[nodiscard]] result<void> succeed(const stored_provider& provider, plan planned);
  [[nodiscard]] result<void> fail_with(const stored_provider& provider, plan planned, errc cause,
                                       std::string why);
  [[nodiscard]] std::vector<void_violation> violations_of(const stored_provider& provider,
                                                          const stored_dataset& dataset);

  environment_ptr env_;
  journal& db_;
  graph_records records_;
  harvest_step& step_;
  worker_pool& workers_;
};

}  // namespace laundromat
