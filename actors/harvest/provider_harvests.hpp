// Keeps the graphs of all providers up to date: the order in which the parts of a harvest have their turn.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>

#include "actors/background_work.hpp"
#include "actors/harvest/changed_export.hpp"
#include "actors/harvest/dataset_harvests.hpp"
#include "actors/harvest/graph_upkeep.hpp"
#include "actors/harvest/harvest_ports.hpp"
#include "actors/harvest/import_receipts.hpp"
#include "actors/harvest/registry_write_back.hpp"
#include "actors/harvest/void_file_visits.hpp"

namespace laundromat {

/// VoID files and dumps are seeds, which the engine crawls and washes like all others; the parts make them due, and read their clean documents. All that has
/// to be known after a stop is in the journal: each step follows from what is there.
/// ```
///   registry ─► void_file_visits ─► dataset_harvests ─► dump_import ─► registry_write_back ─► graph_upkeep ─► import_receipts ─► changed_export
/// ```
/// Used by one thread, with a connection of its own.
class provider_harvests final : public background_work {
 public:
  /// `db` is a connection of its own. What `env` refers to outlives it.
  provider_harvests(environment_ptr env, journal db, harvest_ports ports);

  /// Makes all steps that can be made now. Errors: those of the journal; a fault of a provider or a document is recorded and costs only that.
  [[nodiscard]] result<void> step(timestamp now) override;
  [[nodiscard]] bool has_work() const override { return step_.has_work(); }

 private:
  void refresh_registry();
  [[nodiscard]] result<void> take_turn(const registered_provider& registered);
  [[nodiscard]] result<void> bring_up_to_date(const registered_provider& registered);
  /// The provider in the journal; nothing when its graph is bound to another location.
  [[nodiscard]] result<std::optional<stored_provider>> find_bound(const registered_provider& registered);
  /// The provider in the journal, where it is added; nothing when its graph belongs to another one.
  [[nodiscard]] result<std::optional<stored_provider>> find_or_add(const registered_provider& registered);
  /// Whether nothing is done for a provider now, after a fault of this machine.
  [[nodiscard]] result<bool> is_resting(const std::string& name);
  /// Lets the others go on after a fault that may be one of the folder of this provider. It is its problem for half a minute.
  [[nodiscard]] result<void> let_rest(const std::string& name, const failure& why);
  [[nodiscard]] bool is_stopping() const { return env_->draining || env_->cancelled; }

  environment_ptr env_;
  journal db_;
  graph_records records_;
  std::function<registry_in_force()> current_registry_;
  registry registry_;
  std::string registry_problem_;
  struct machine_rest {
    timestamp until{};
    std::string problem;  ///< of the provider until then
  };
  std::map<std::string, machine_rest, std::less<>> faults_;  ///< by provider
  std::size_t first_ = 0;  ///< of the registry, in this step: each provider is the first one in turn
  harvest_step step_;
  worker_pool workers_;
  crawl_orders orders_;
  harvest_problems problems_;
  void_file_visits void_files_;
  dataset_harvests datasets_;
  registry_write_back write_back_;
  graph_upkeep upkeep_;
  import_receipts receipts_;
  changed_export export_;
};

}  // namespace laundromat
