// A joined machine under virtual time, between an engine and executors that do what a test says: what it reports, offers again, and forgets.
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

/// What the program is told.
struct told final : node_observer {
  void joined(const node_id& as) override { ids.push_back(as); }
  void parted(const failure& why) override { partings.push_back(why.code); }
  void finished(stage, bool is_done) override { ++(is_done ? done : failed); }
  std::vector<node_id> ids;
  std::vector<errc> partings;
  int done = 0, failed = 0;
};

/// An engine, as the machine sees it.
struct engine_script {
  caf::actor handle;
  node_id id;
  washing_terms terms{"none", {}, {}, {}, {}, {}, {}};
  std::optional<failure> refuses;       ///< whoever sends its handshake
  std::optional<failure> knows_nobody;  ///< whoever reports
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
  /// So long nothing is said again, and a report later it is.
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
  /// Another start of the engine has another epoch.
  engine_script& new_engine(std::uint64_t epoch) {
    auto& e = engines_[epoch];
    e.id = {epoch, 1};
    e.handle = keep(system().spawn([&e](caf::event_based_actor* self) -> caf::behavior {
      return {
          [&e, self](handshake_atom, const node_handshake&,
                     const caf::actor&) -> caf::result<node_id, washing_terms, caf::actor, caf::actor> {
            if (e.refuses) return to_error(*e.refuses);
            return {e.id, e.terms, caf::actor{self}, caf::actor{self}};
          },
          [&e](report_atom, const node_id&, const node_report& said) -> caf::result<std::vector<lease_id>> {
            if (e.knows_nobody) return to_error(*e.knows_nobody);
            e.reports.push_back(said);
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
  /// The engine is reached.
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
  /// All that is in the fetcher comes to this end.
  void end_downloads(event how) {
    downloaded_.on = how;
    caf::anon_send(fetcher_, next_atom::value);
    run();
  }
  void finish(const lease_id& lease, std::string outcome = "made") {
    caf::anon_send(node_, done_atom::value, work_result{lease, std::move(outcome), errc::ok, {}});
    run();
  }
  /// What it says of itself next.
  const node_report& next_report(engine_script& e) {
    e.reports.clear();
    pass(report_interval + seconds{1});
    EXPECT_FALSE(e.reports.empty());
    static const node_report none;
    return e.reports.empty() ? none : e.reports.back();
  }
  static std::uint32_t room(const node_report& said) { return said.room[index_of(stage::parse)]; }
  void forget() override {
    node_ = nullptr;
    fetcher_ = nullptr;
    downloads_.clear();
    engines_.clear();
  }

  node_actor node_;
  std::map<std::uint64_t, engine_script> engines_;
  std::shared_ptr<told> reported_ = std::make_shared<told>();
  std::vector<std::pair<lease_id, std::string>> begun_;
  caf::actor fetcher_;
  fetch_outcome downloaded_;
  std::vector<caf::typed_response_promise<fetch_outcome>> downloads_;
  int contexts_ = 0, executors_ = 0;
  std::shared_ptr<int> ended_executors_ =
      std::make_shared<int>(0);  ///< shared with actors that outlive the test
  bool has_ended_ = false;
};

TEST_F(node_test, it_comes_in_and_says_now_and_then_what_it_has_room_for) {
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

TEST_F(node_test, who_is_not_let_in_is_reported_why_and_asks_for_nothing) {
  start();
  auto& engine = new_engine(5);
  engine.refuses = failure{errc::configuration, "another build"};
  reach(engine);
  EXPECT_EQ(reported_->partings, std::vector{errc::configuration});
  pass(2 * report_interval);
  EXPECT_TRUE(engine.reports.empty());
  EXPECT_TRUE(reported_->ids.empty());
}

TEST_F(node_test, work_goes_to_a_executor_and_its_result_to_the_engine) {
  start();
  auto& engine = new_engine(5);
  reach(engine);
  const auto lease = grant(engine, 1);
  EXPECT_EQ(begun_, (std::vector<std::pair<lease_id, std::string>>{{lease, "job 1"}}));
  const auto said = next_report(engine);
  EXPECT_EQ(room(said), 1U);
  EXPECT_EQ(said.held, std::vector{lease});
  finish(lease, "outcome");
  ASSERT_EQ(engine.results.size(), 1U);
  EXPECT_EQ(engine.results[0].outcome, "outcome");
  EXPECT_EQ(room(engine.reports.back()), 2U) << "said at once";
  EXPECT_TRUE(engine.reports.back().held.empty());
  EXPECT_EQ(reported_->done, 1);
  pass(3 * report_interval);
  EXPECT_EQ(engine.results.size(), 1U) << "it was confirmed";
}

TEST_F(node_test, a_result_is_sent_again_and_its_lease_held_until_somebody_answers) {
  start();
  auto& engine = new_engine(5);
  engine.answers_results = false;
  reach(engine);
  const auto lease = grant(engine, 1);
  finish(lease);
  EXPECT_EQ(engine.results.size(), 1U);
  EXPECT_EQ(next_report(engine).held, std::vector{lease});
  EXPECT_EQ(engine.results.size(), 1U) << "it is on its way";
  pass(no_answer);
  EXPECT_GE(engine.results.size(), 2U);
  engine.answers_results = true;
  engine.confirms = false;  // that it does not count is an answer, too
  pass(no_answer);
  const auto sent = engine.results.size();
  EXPECT_TRUE(next_report(engine).held.empty());
  pass(3 * report_interval);
  EXPECT_EQ(engine.results.size(), sent);
}

TEST_F(node_test, a_lease_that_is_over_is_forgotten_and_its_executor_counts_once_when_it_is_free) {
  start();
  auto& engine = new_engine(5);
  reach(engine);
  const auto lease = grant(engine, 1);
  engine.over = {lease};
  pass(report_interval + seconds{1});
  engine.over.clear();
  const auto said = next_report(engine);
  EXPECT_TRUE(said.held.empty());
  EXPECT_EQ(room(said), 1U) << "its executor is still at work";
  finish(lease);
  EXPECT_EQ(engine.results.size(), 1U) << "it is offered, and refused and counted there";
  EXPECT_EQ(room(next_report(engine)), 2U);
}

TEST_F(node_test, no_more_is_begun_than_there_are_executors_and_nothing_that_is_meant_for_another_life) {
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
  EXPECT_EQ(begun_.size(), 3U) << "it was let in as number 1";
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
  EXPECT_EQ(contexts_, 1) << "it keeps its executors";
  ASSERT_FALSE(next.reports.empty());
  EXPECT_EQ(room(next.reports[0]), 1U) << "one executor is still at work";
  EXPECT_TRUE(next.reports[0].held.empty()) << "on what is nothing to this engine";
  grant(next, 1);
  EXPECT_EQ(begun_.size(), 2U);
  finish(lease);
  ASSERT_EQ(next.results.size(), 1U) << "it is offered, and counted there";
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

TEST_F(node_test, who_was_silent_for_too_long_comes_again_as_somebody_new) {
  start();
  auto& engine = new_engine(5);
  reach(engine);
  const auto lease = grant(engine, 1);
  engine.knows_nobody = failure{errc::not_found, "let go"};
  pass(report_interval + seconds{1});
  EXPECT_EQ(reported_->partings, std::vector{errc::not_found});
  engine.knows_nobody.reset();
  engine.id = {5, 2};
  reach(engine);
  EXPECT_EQ(reported_->ids, (std::vector<node_id>{{5, 1}, {5, 2}}));
  EXPECT_EQ(room(engine.reports.back()), 1U);
  finish(lease);
  EXPECT_EQ(engine.results.size(), 1U);
  EXPECT_EQ(room(next_report(engine)), 2U);
}

TEST_F(node_test, an_engine_with_another_campaign_gets_other_executors) {
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
  EXPECT_EQ(*ended_executors_, executors - 1) << "one is at work";
  ASSERT_FALSE(next.reports.empty());
  EXPECT_EQ(room(next.reports[0]), 1U);
  finish(lease);
  EXPECT_EQ(room(next_report(next)), 2U);
  EXPECT_EQ(*ended_executors_, executors) << "it has nothing more to do";
}

TEST_F(node_test, downloads_are_in_work_too_when_it_leaves) {
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

TEST_F(node_test, a_body_that_waits_for_a_executor_is_in_work_when_it_leaves) {
  start({2, 1, 1, 1});
  auto& engine = new_engine(5);
  reach(engine);
  std::vector<lease_id> leases{grant_download(engine, 1), grant_download(engine, 2)};
  ASSERT_EQ(downloads_.size(), 2U);
  end_downloads(event::body_stored);
  ASSERT_EQ(begun_.size(), 1U) << "there is one executor for both";
  caf::anon_send(node_, leave_atom::value);
  run();
  finish(leases[0]);
  EXPECT_FALSE(has_ended_);
  ASSERT_EQ(begun_.size(), 2U);
  finish(leases[1]);
  EXPECT_TRUE(has_ended_);
  EXPECT_EQ(engine.results.size(), 2U);
}

TEST_F(node_test, it_leaves_when_nothing_is_in_work_and_every_result_is_confirmed) {
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
  EXPECT_FALSE(has_ended_) << "nobody has said that it arrived";
  engine.answers_results = true;
  pass(no_answer);
  EXPECT_TRUE(has_ended_);
}

TEST_F(node_test, with_nothing_in_work_it_leaves_at_once) {
  start();
  reach(new_engine(5));
  caf::anon_send(node_, leave_atom::value);
  run();
  EXPECT_TRUE(has_ended_);
}

TEST_F(node_test, who_leaves_while_the_engine_comes_back_says_so_to_that_one_too) {
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
