// Finds what needs a person, for webhooks: faults of this machine, hosts that refuse us, harvests that fail.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "actors/background_work.hpp"
#include "app/webhooks/event_message.hpp"
#include "app/webhooks/refusing_hosts.hpp"

namespace laundromat {

/// Why work waits for this machine, as the run shows it; empty texts: it does not.
struct machine_troubles {
  std::string trouble;  ///< all work waits
  std::string intake;   ///< no new crawl begins
};

/// Keeps an event in the journal when a problem has begun, and one when it has ended; what has begun is in the journal, so that a restart tells nothing twice. A host that
/// does not answer, or asks for long pauses, and a harvest that fails, are told after `patience`, because most such problems pass. No more than `most_hosts` are told at
/// the same time. It also removes events that all webhooks have.
class person_watch final : public background_work {
 public:
  static constexpr seconds patience{3'600};
  static constexpr std::size_t most_hosts = 100;

  /// `settings` outlives it; `db` is a connection of its own. `troubles` is called in each step. `unkept` gets what a full disk keeps from the journal.
  person_watch(const campaign& settings, journal db, std::function<machine_troubles()> troubles,
               std::shared_ptr<unkept_events> unkept);

  /// Errors: those of the journal.
  [[nodiscard]] result<void> step(timestamp now) override;
  [[nodiscard]] bool has_work() const override { return false; }

 private:
  struct problem {
    std::string kind, subject, message;
  };
  using problems_by_key = std::map<std::string, problem, std::less<>>;

  [[nodiscard]] result<void> load();
  [[nodiscard]] result<void> watch_machine(timestamp now);
  [[nodiscard]] result<void> watch_crawls(timestamp now);
  [[nodiscard]] result<void> watch_hosts(timestamp now);
  [[nodiscard]] result<void> watch_harvests(timestamp now);
  /// Begins and ends problems whose keys begin with `prefix`, so that those are open that `found` has. One begins when it was found for so long.
  [[nodiscard]] result<void> compare(std::string_view prefix, const problems_by_key& found, seconds after,
                                     std::size_t most, timestamp now);
  [[nodiscard]] result<void> begin(const std::string& key, const problem& what, timestamp since,
                                   timestamp now);
  /// Takes what was told from memory back.
  void tell_no_more(std::string_view key);
  [[nodiscard]] result<void> end(const std::string& key, timestamp now);

  const campaign& settings_;
  journal db_;
  webhook_records records_;
  std::function<machine_troubles()> troubles_;
  std::shared_ptr<unkept_events> unkept_;
  bool is_loaded_ = false;
  std::map<std::string, webhook_problem, std::less<>> open_;    ///< by key, as the journal has them
  std::map<std::string, std::string, std::less<>> unkept_ids_;  ///< of what is told from memory, by key
  std::map<std::string, timestamp, std::less<>> found_at_;      ///< what may become a problem, by key
  refusing_hosts refusals_;
  std::int64_t seen_ =
      0;  ///< number of the last event that was looked at; at first the last one before the first step
  timestamp next_look_{};  ///< at hosts and harvests
};

}  // namespace laundromat
