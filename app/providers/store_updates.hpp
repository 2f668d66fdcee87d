// Keeps a SPARQL store equal to the graphs of all providers.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>

#include "actors/background_work.hpp"
#include "net/stores/sparql_store.hpp"
#include "storage/graphs/versioned_graph.hpp"

namespace laundromat {

/// Sends a graph whole the first time, and where the store takes no updates; else the changes since the version that it has, in batches. How far it is, is in the
/// journal after each batch, so that a stop of any kind repeats one batch at most, which changes nothing. A store that does not answer costs the other stores and
/// the harvest nothing: it is asked again after a minute, then after twice as long each time, up to a quarter of an hour. What the store does not take or changes of a
/// literal is noted; when it lacks or has other statements than it was sent, it gets the whole graph again, after a pause that doubles up to a day.
class store_updates final : public background_work {
 public:
  /// `store` is one of the campaign, and outlives it; `db` is a connection of its own.
  store_updates(environment_ptr env, journal db, const campaign::harvest_store& store,
                std::string user_agent);

  /// Brings all graphs to their newest versions. Errors: those of the journal.
  [[nodiscard]] result<void> step(timestamp now) override;
  [[nodiscard]] bool has_work() const override { return has_work_; }

 private:
  /// Nothing is sent before; the pause after the next failure is twice as long.
  struct pause {
    std::uint32_t failures = 0;
    timestamp until{};
  };

  [[nodiscard]] result<void> note_graph(const stored_provider& provider);
  [[nodiscard]] result<void> update(const stored_provider& provider, timestamp now);
  [[nodiscard]] store_result<sent_statements> send(sparql_store& to, const stored_provider& provider,
                                                   versioned_graph& graph, store_cursor& cursor,
                                                   timestamp now);
  void compare(sparql_store& with, const stored_provider& provider, versioned_graph& graph,
               store_cursor& cursor, timestamp now) const;
  [[nodiscard]] result<void> note_failure(const stored_provider& provider, store_cursor cursor,
                                          const store_failure& why, timestamp now);
  [[nodiscard]] result<sparql_store> connect() const;
  /// The cursor of a store at this place that has nothing of a graph.
  [[nodiscard]] store_cursor nothing_sent() const;
  [[nodiscard]] bool is_stopping() const { return env_->cancelled || env_->draining; }

  environment_ptr env_;
  journal db_;
  graph_records records_;
  const campaign::harvest_store& store_;
  std::string user_agent_;
  pause whole_store_;                                    ///< it does not answer
  std::map<std::string, pause, std::less<>> providers_;  ///< it refuses their graphs
  std::set<std::string, std::less<>> noted_;             ///< providers that have a row
  std::string failed_;                                   ///< with the graph of this provider, the last time
  bool has_work_ = true;
};

}  // namespace laundromat
