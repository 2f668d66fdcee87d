// Tests of a worker node, under virtual time, with a scripted engine and executors: what it reports, sends again, and forgets.
// SPDX-License-Identifier: Apache-2.0
#include "actors/cluster/worker_node.hpp"

#include <caf/typed_event_based_actor.hpp>
#include <caf/typed_response_promise.hpp>
#include <map>
#include <optional>

#include "actors/cluster/coordinator.hpp"
#include "messages/bytes.hpp"
#include "messages/errors.hpp"
#include "tests/actors/virtual_time.hpp"

namespace laundromat {

namespace {

/// Records the events that the program receives.
struct node_events final : node_observer {
  void joined(const node_id& as) override { ids.push_back(as); }
  void parted(const failure& why) override { partings.push_back(why.code); }
  void finished(stage, bool is_done) override { ++(is_done ? done : failed); }
  std::vector<node_id> ids;
  std::vector<errc> partings;
  int done = 0, failed = 0;
};

/// A scripted engine.
struct engine_script {
  caf::actor handle;
  node_id id;
  washing_terms terms{"none", {}, {}, {}, {}, {}, {}, {}};
  std::optional<failure> handshake_error;  ///< the error for a handshake
  std::optional<failure> report_error;     ///< the error for a report
  bool answers_results = true, confirms = true;
  std::vector<lease_id> over;
  std::vector<node_report> reports;
  std::vector<work_result> results;
  std::vector<node_id> left;
  std::vector<caf::response_promise> silent;
};

}  // namespace

class node_test : public virtual_time_test {
 protected:
  /// The time without repeated messages; one report later they are sent again.
  static constexpr seconds no_answer{20 + 6};
  using slot_counts = std::array<std::uint32_t, stage_count>;
  static constexpr slot_counts default_slots{0, 1, 1, 2};

  void start(const slot_counts& slots = default_slots) {
    const executor_context_factory context =
        [this](const washing_terms&) -> result<std::shared_ptr<executor_context>> {
      ++contexts_;
      auto made = std::make_shared<executor_context>();
      made->env = env;
      made->make_fetcher = [this](caf::local_actor* parent, const dispatcher_actor&,
                                  const politeness_actor&) {
        fetcher_ = keep(caf::actor_cast<caf::actor>(parent->spawn([this](caf::event_based_actor* self) {
          return caf::behavior{[this, self](const fetch_job&) -> caf::result<fetch_outcome> {
                                 auto promise = self->make_response_promise<fetch_outcome>();
                                 downloads_.push_back(promise);
                                 return promise;
                               },
                               [this](next_atom) {
                                 for (auto& download : std::exchange(downloads_, {}))
                                   download.deliver(downloaded_);
                               }};
        })));
        return fetcher_;
      };
      return made;
    };
    const executor_factory executor = [this](caf::local_actor* parent, std::shared_ptr<executor_context>,
                                             caf::actor) {
      ++executors_;
      return caf::actor_cast<executor_actor>(
          keep(caf::actor_cast<caf::actor>(parent->spawn([this](caf::event_based_actor* self) {
            self->attach_functor([ended = ended_executors_] { ++*ended; });
            return caf::behavior{[this](grant_atom, const lease_grant& granted, const std::string& job,
                                        const caf::actor&) { begun_.emplace_back(granted.id, job); }};
          }))));
    };
    node_ =
        keep(spawn_node(system(), {"node-1", "1", output_version, slots, 0}, context, reported_, executor));
    keep(system().spawn([this](caf::event_based_actor* self) {
      self->monitor(node_);
      self->set_down_handler([this](caf::down_msg&) { has_ended_ = true; });
      return caf::behavior{[](next_atom) {}};
    }));
    run();
  }
  /// Each start of the engine has another epoch.
  engine_script& new_engine(std::uint64_t epoch) {
    auto& e = engines_[epoch];
    e.id = {epoch, 1};
    e.handle = keep(system().spawn([&e](caf::event_based_actor* self) -> caf::behavior {
      return {
          [&e, self](handshake_atom, const node_handshake&,
                     const caf::actor&) -> caf::result<node_id, washing_terms, caf::actor, caf::actor> {
            if (e.handshake_error) return to_error(*e.handshake_error);
            return {e.id, e.terms, caf::actor{self}, caf::actor{self}};
          },
          [&e](report_atom, const node_id&,
               const node_report& reported) -> caf::result<std::vector<lease_id>> {
            if (e.report_error) return to_error(*e.report_error);
            e.reports.push_back(reported);
            return e.over;
          },
          [&e, self](result_atom, const node_id&, const work_result& done) -> caf::result<bool> {
            e.results.push_back(done);
            if (e.answers_results) return e.confirms;
            e.silent.push_back(self->make_response_promise());
            return e.silent.back();
          },
          [&e](leave_atom, const node_id& who) { e.left.push_back(who); },
      };
    }));
    return e;
  }
  /// The program has connected to the engine.
  void reach(engine_script& e) {
    caf::anon_send(node_, handshake_atom::value, e.handle);
    run();
  }
  lease_id grant(engine_script& e, std::uint64_t number, stage which = stage::parse) {
    const lease_grant one{{e.id.epoch, number}, e.id, which, md5(std::to_string(number)), 1, time()};
    caf::anon_send(node_, grant_atom::value, one, "job " + std::to_string(number));
    run();
    return one.id;
  }
  lease_id grant_download(engine_script& e, std::uint64_t number) {
    const lease_grant one{{e.id.epoch, number}, e.id, stage::fetch, md5(std::to_string(number)), 1, time()};
    fetch_job job;
    job.entry = one.record;
    caf::anon_send(node_, grant_atom::value, one, to_bytes(job));
    run();
    return one.id;
  }
  /// Ends all jobs of the fetcher like this.
  void end_downloads(event how) {
    downloaded_.on = how;
    caf::anon_send(fetcher_, next_atom::value);
    run();
  }
  void finish(const lease_id& lease, std::string outcome = "made") {
    caf::anon_send(node_, done_atom::value, work_result{lease, std::move(outcome), errc::ok, {}});
    run();
  }
  /// Returns the next report.
  const node_report& next_report(engine_script& e) {
    e.reports.clear();
    pass(report_interval + seconds{1});
    EXPECT_FALSE(e.reports.empty());
    static const node_report none;
    return e.reports.empty() ? none : e.reports.back();
  }
  static std::uint32_t room(const node_report& reported) { return reported.room[index_of(stage::parse)]; }
  void forget() override {
    node_ = nullptr;
    fetcher_ = nullptr;
    downloads_.clear();
    engines_.clear();
  }

  node_actor node_;
  std::map<std::uint64_t, engine_script> engines_;
  std::shared_ptr<node_events> reported_ = std::make_shared<node_events>();
  std::vector<std::pair<lease_id, std::string>> begun_;
  caf::actor fetcher_;
  fetch_outcome downloaded_;
  std::vector<caf::typed_response_promise<fetch_outcome>> downloads_;
  int contexts_ = 0, executors_ = 0;
  std::shared_ptr<int> ended_executors_ =
      std::make_shared<int>(0);  ///< shared with actors that outlive the test
  bool has_ended_ = false;
};

TEST_F(node_test, it_joins_and_reports_its_free_slots_regularly) {
  start();
  auto& engine = new_engine(5);
  reach(engine);
  EXPECT_EQ(reported_->ids, std::vector{engine.id});
  ASSERT_EQ(engine.reports.size(), 1U) << "at once";
  EXPECT_EQ(engine.reports[0].room, default_slots);
  pass(4 * report_interval);
  EXPECT_EQ(engine.reports.size(), 5U);
  for (std::size_t i = 1; i < engine.reports.size(); ++i)
    EXPECT_GT(engine.reports[i].number, engine.reports[i - 1].number);
}

TEST_F(node_test, a_refused_node_reports_why_and_sends_no_report) {
  start();
  auto& engine = new_engine(5);
  engine.handshake_error = failure{errc::configuration, "another build"};
  reach(engine);
  EXPECT_EQ(reported_->partings, std::vector{errc::configuration});
  pass(2 * report_interval);
  EXPECT_TRUE(engine.reports.empty());
  EXPECT_TRUE(reported_->ids.empty());
}

TEST_F(node_test, a_job_goes_to_an_executor_and_its_result_to_the_engine) {
  start();
  auto& engine = new_engine(5);
  reach(engine);
  const auto lease = grant(engine, 1);
  EXPECT_EQ(begun_, (std::vector<std::pair<lease_id, std::string>>{{lease, "job 1"}}));
  const auto reported = next_report(engine);
  EXPECT_EQ(room(reported), 1U);
  EXPECT_EQ(reported.held, std::vector{lease});
  finish(lease, "outcome");
  ASSERT_EQ(engine.results.size(), 1U);
  EXPECT_EQ(engine.results[0].outcome, "outcome");
  EXPECT_EQ(room(engine.reports.back()), 2U) << "reported at once";
  EXPECT_TRUE(engine.reports.back().held.empty());
  EXPECT_EQ(reported_->done, 1);
  pass(3 * report_interval);
  EXPECT_EQ(engine.results.size(), 1U) << "the result was confirmed";
}

TEST_F(node_test, a_result_is_sent_again_and_its_lease_kept_until_it_is_answered) {
  start();
  auto& engine = new_engine(5);
  engine.answers_results = false;
  reach(engine);
  const auto lease = grant(engine, 1);
  finish(lease);
  EXPECT_EQ(engine.results.size(), 1U);
  EXPECT_EQ(next_report(engine).held, std::vector{lease});
  EXPECT_EQ(engine.results.size(), 1U) << "the result is being sent";
  pass(no_answer);
  EXPECT_GE(engine.results.size(), 2U);
  engine.answers_results = true;
  engine.confirms = false;  // a refusal is an answer, too
  pass(no_answer);
  const auto sent = engine.results.size();
  EXPECT_TRUE(next_report(engine).held.empty());
  pass(3 * report_interval);
  EXPECT_EQ(engine.results.size(), sent);
}

TEST_F(node_test, an_ended_lease_is_forgotten_and_its_executor_is_counted_once_when_it_is_free) {
  start();
  auto& engine = new_engine(5);
  reach(engine);
  const auto lease = grant(engine, 1);
  engine.over = {lease};
  pass(report_interval + seconds{1});
  engine.over.clear();
  const auto reported = next_report(engine);
  EXPECT_TRUE(reported.held.empty());
  EXPECT_EQ(room(reported), 1U) << "its executor is busy";
  finish(lease);
  EXPECT_EQ(engine.results.size(), 1U) << "the result is sent, refused and counted as stale";
  EXPECT_EQ(room(next_report(engine)), 2U);
}

TEST_F(node_test, no_more_jobs_are_begun_than_there_are_executors_and_none_for_another_id) {
  start();
  auto& engine = new_engine(5);
  reach(engine);
  for (std::uint64_t i = 1; i <= 3; ++i) grant(engine, i);
  EXPECT_EQ(begun_.size(), 2U);
  grant(engine, 4, stage::guess);
  EXPECT_EQ(begun_.size(), 3U);
  finish({5, 1});
  engine.id = {5, 2};
  grant(engine, 9);
  EXPECT_EQ(begun_.size(), 3U) << "the node has id 1";
}

TEST_F(node_test, work_in_progress_outlives_its_engine_and_the_next_one_refuses_its_result) {
  start();
  auto& engine = new_engine(5);
  reach(engine);
  const auto lease = grant(engine, 1);
  kill(engine.handle);
  EXPECT_EQ(reported_->partings, std::vector{errc::cancelled});
  auto& next = new_engine(6);
  next.confirms = false;
  reach(next);
  EXPECT_EQ(contexts_, 1) << "the node keeps its executors";
  ASSERT_FALSE(next.reports.empty());
  EXPECT_EQ(room(next.reports[0]), 1U) << "one executor is busy";
  EXPECT_TRUE(next.reports[0].held.empty()) << "with a job of the former engine";
  grant(next, 1);
  EXPECT_EQ(begun_.size(), 2U);
  finish(lease);
  ASSERT_EQ(next.results.size(), 1U) << "the result is sent and counted as stale";
  EXPECT_EQ(next.results[0].lease, lease);
  EXPECT_EQ(room(next_report(next)), 1U);
  finish({6, 1});
  EXPECT_EQ(room(next_report(next)), 2U);
  EXPECT_EQ(next.results.size(), 2U);
}

TEST_F(node_test, a_result_that_comes_while_there_is_no_engine_is_kept_for_the_next) {
  start();
  auto& engine = new_engine(5);
  reach(engine);
  const auto lease = grant(engine, 1);
  kill(engine.handle);
  finish(lease);
  auto& next = new_engine(6);
  reach(next);
  ASSERT_EQ(next.results.size(), 1U);
  EXPECT_EQ(next.results[0].lease, lease);
  EXPECT_EQ(room(next.reports[0]), 2U);
}

TEST_F(node_test, a_node_that_was_silent_for_too_long_joins_again_with_a_new_id) {
  start();
  auto& engine = new_engine(5);
  reach(engine);
  const auto lease = grant(engine, 1);
  engine.report_error = failure{errc::not_found, "let go"};
  pass(report_interval + seconds{1});
  EXPECT_EQ(reported_->partings, std::vector{errc::not_found});
  engine.report_error.reset();
  engine.id = {5, 2};
  reach(engine);
  EXPECT_EQ(reported_->ids, (std::vector<node_id>{{5, 1}, {5, 2}}));
  EXPECT_EQ(room(engine.reports.back()), 1U);
  finish(lease);
  EXPECT_EQ(engine.results.size(), 1U);
  EXPECT_EQ(room(next_report(engine)), 2U);
}

TEST_F(node_test, an_engine_with_another_campaign_gets_new_executors) {
  start();
  auto& engine = new_engine(5);
  reach(engine);
  const auto lease = grant(engine, 1);
  const auto executors = executors_;
  kill(engine.handle);
  auto& next = new_engine(6);
  next.terms.washing.profile = "strict";
  reach(next);
  EXPECT_EQ(contexts_, 2);
  EXPECT_EQ(executors_, 2 * executors);
  EXPECT_EQ(*ended_executors_, executors - 1) << "one executor is busy";
  ASSERT_FALSE(next.reports.empty());
  EXPECT_EQ(room(next.reports[0]), 1U);
  finish(lease);
  EXPECT_EQ(room(next_report(next)), 2U);
  EXPECT_EQ(*ended_executors_, executors) << "it has finished its job";
}

TEST_F(node_test, downloads_in_progress_are_finished_when_it_leaves) {
  start({1, 1, 1, 2});
  auto& engine = new_engine(5);
  reach(engine);
  const auto lease = grant_download(engine, 1);
  ASSERT_EQ(downloads_.size(), 1U);
  caf::anon_send(node_, leave_atom::value);
  run();
  pass(2 * report_interval);
  EXPECT_FALSE(has_ended_);
  end_downloads(event::refused);
  ASSERT_EQ(engine.results.size(), 1U);
  EXPECT_EQ(engine.results[0].lease, lease);
  EXPECT_TRUE(has_ended_);
}

TEST_F(node_test, a_body_that_waits_for_an_executor_is_washed_when_it_leaves) {
  start({2, 1, 1, 1});
  auto& engine = new_engine(5);
  reach(engine);
  std::vector<lease_id> leases{grant_download(engine, 1), grant_download(engine, 2)};
  ASSERT_EQ(downloads_.size(), 2U);
  end_downloads(event::body_stored);
  ASSERT_EQ(begun_.size(), 1U) << "both downloads share one executor";
  caf::anon_send(node_, leave_atom::value);
  run();
  finish(leases[0]);
  EXPECT_FALSE(has_ended_);
  ASSERT_EQ(begun_.size(), 2U);
  finish(leases[1]);
  EXPECT_TRUE(has_ended_);
  EXPECT_EQ(engine.results.size(), 2U);
}

TEST_F(node_test, it_leaves_when_no_job_is_in_progress_and_every_result_is_confirmed) {
  start();
  auto& engine = new_engine(5);
  reach(engine);
  const auto lease = grant(engine, 1);
  engine.answers_results = false;
  caf::anon_send(node_, leave_atom::value);
  run();
  EXPECT_EQ(engine.left, std::vector{engine.id});
  EXPECT_FALSE(has_ended_);
  finish(lease);
  EXPECT_FALSE(has_ended_) << "the result is not confirmed";
  engine.answers_results = true;
  pass(no_answer);
  EXPECT_TRUE(has_ended_);
}

TEST_F(node_test, without_jobs_it_leaves_at_once) {
  start();
  reach(new_engine(5));
  caf::anon_send(node_, leave_atom::value);
  run();
  EXPECT_TRUE(has_ended_);
}

TEST_F(node_test, a_leaving_node_sends_leave_also_to_an_engine_that_restarts) {
  start();
  auto& engine = new_engine(5);
  reach(engine);
  const auto lease = grant(engine, 1);
  kill(engine.handle);
  caf::anon_send(node_, leave_atom::value);
  run();
  auto& next = new_engine(6);
  reach(next);
  EXPECT_EQ(next.left, std::vector{next.id});
  finish(lease);
  EXPECT_TRUE(has_ended_);
}

}  // namespace laundromat
