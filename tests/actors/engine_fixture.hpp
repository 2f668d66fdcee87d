// A whole engine under virtual time: real journal and stores, scripted fetcher and washers, no threads and no sockets.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <caf/actor_system.hpp>
#include <caf/actor_system_config.hpp>
#include <caf/scheduler/test_coordinator.hpp>
#include <caf/scoped_actor.hpp>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "actors/engine.hpp"
#include "storage/journal/journal.hpp"
#include "storage/stores/clean_publisher.hpp"
#include "storage/stores/raw_store.hpp"
#include "storage/stores/scratch_store.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat {

/// The scripted Web: its functions return the outcome of each job. A `failure` that `fetch` throws is the error of the job.
struct scripted_web {
  std::function<fetch_outcome(const fetch_job&)> fetch;
  std::function<std::string(const fetch_outcome&)>
      redirect;  ///< where an outcome leads; unset or empty: it is the last
  std::function<robots_outcome(const robots_job&)> robots;
  std::map<std::string, milliseconds> takes;                ///< by URI: how long the transfer takes
  std::vector<std::pair<std::string, timestamp>> requests;  ///< in the order of arrival
  seed_source seeds;                                        ///< the seed list; unset: that of the campaign
  background_parts background;                              ///< work beside the crawl
};

/// The scripted washers. A `failure` that a function throws is the error of the job; any other exception crashes the worker; a job for which a
/// function returns nothing is never answered.
struct scripted_washers {
  std::function<std::optional<unpack_outcome>(const unpack_job&)> unpack;
  std::function<std::optional<guess_outcome>(const guess_job&)> guess;
  milliseconds guess_takes{0};
  std::function<std::optional<parse_outcome>(const parse_job&)> parse;
  std::function<machine_reading(bool)> machine;  ///< the state of the machine; unset: no fault
};

class fact_log final : public run_observer {
 public:
  void on_fact(const reported_transition& fact) override { facts.push_back(fact); }
  void on_counts(const run_counts& now) override { counts = now; }
  void on_pulse(const run_counts& now) override {
    ++pulses;
    counts = now;
  }
  std::vector<reported_transition> facts;
  run_counts counts;
  std::uint64_t pulses = 0;
};

/// One run of an engine on a data folder. A second run on the folder is a restart.
class engine_life {
 public:
  engine_life(const std::filesystem::path& folder, campaign settings, scripted_web& web,
              scripted_washers& washers, timestamp begun, bool once = false);
  /// Ends the engine like kill -9: changes without a commit are lost.
  ~engine_life();

  void run() { sched().run(); }
  /// Lets virtual time pass in steps, so that ticks come in order.
  void pass(milliseconds time);
  /// Lets time pass until the engine ends or `limit` is over; true when it ended.
  bool run_until_end(seconds limit = seconds{3600});
  void drain();
  /// Puts another campaign in force, as SIGHUP does.
  void reload(campaign settings);

  [[nodiscard]] bool ended() const { return ended_; }
  [[nodiscard]] const caf::error& reason() const { return reason_; }
  [[nodiscard]] journal& db() { return *db_; }
  [[nodiscard]] environment& env() { return *env_; }
  [[nodiscard]] const environment_ptr& shared_env() { return env_; }
  [[nodiscard]] fact_log& facts() { return *facts_; }
  [[nodiscard]] timestamp time();

 private:
  caf::scheduler::test_coordinator& sched();

  struct config : caf::actor_system_config {
    config();
  };
  config config_;
  std::optional<caf::actor_system> system_;
  environment_ptr env_;
  std::unique_ptr<raw_store> raw_;
  std::unique_ptr<scratch_store> scratch_;
  std::unique_ptr<clean_store> clean_;
  std::shared_ptr<journal> db_;
  std::unique_ptr<clean_publisher> publisher_;
  std::shared_ptr<fact_log> facts_;
  engine_actor engine_;
  campaign reread_;
  std::optional<caf::scoped_actor> watcher_;
  bool ended_ = false;
  caf::error reason_;
};

/// The folder, campaign and scripts at the begin of a test: one own host without delay, and every known URI succeeds.
class laundry_test : public ::testing::Test {
 protected:
  laundry_test();

  /// Adds a document with so many statements.
  void serve(const std::string& uri, std::uint64_t statements = 1);
  /// Adds an archive with these members.
  void serve_archive(const std::string& uri, std::vector<std::string> members);
  void seed(const std::string& uri) { settings.seeds.push_back({uri, 86'400, 0}); }
  [[nodiscard]] std::unique_ptr<engine_life> start(bool once = false);
  [[nodiscard]] entry_record root_of(engine_life& life, const std::string& uri);

  temporary_folder folder;
  campaign settings;
  scripted_web web;
  scripted_washers washers;
  std::map<std::string, std::uint64_t> documents;
  std::map<std::string, std::vector<std::string>> archives;
  timestamp clock = from_ms(1'800'000'000'000);
};

/// The statuses that an entry has entered, in their order.
[[nodiscard]] std::vector<status> walk_of(engine_life& life, const record_hash& entry);

/// Writes `text` to a staged file on the disk, where the engine finds it. Returns its name.
[[nodiscard]] std::string stage_text(const clean_store& clean, const std::string& text);

}  // namespace laundromat
