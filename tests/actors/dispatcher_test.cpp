// Tests of the dispatcher, under virtual time: pulls, leases, and workers that crash.
// SPDX-License-Identifier: Apache-2.0
#include "actors/dispatcher.hpp"

#include <optional>
#include <set>

#include "messages/errors.hpp"
#include "tests/actors/virtual_time.hpp"

namespace laundromat {

namespace {

struct granted_lease {
  int claim = 0;  ///< the number of the claim
  lease given;
  caf::actor worker;
};

struct reported_loss {
  std::uint64_t id = 0;
  errc why = errc::ok;
};

}  // namespace

/// A dispatcher with workers that do nothing, and a claimant that records all messages.
class dispatcher_test : public virtual_time_test {
 protected:
  void start(std::uint32_t pool) {
    const worker_factory make = [this](caf::local_actor* parent, const dispatcher_actor&) {
      auto worker = parent->spawn([](caf::event_based_actor*) { return caf::behavior{[](next_atom) {}}; });
      workers_.push_back(keep(caf::actor_cast<caf::actor>(worker)));
      return workers_.back();
    };
    dispatcher_ = keep(system().spawn(dispatcher, env, stage::parse, pool, make, silent_reporter()));
    claimant_ = keep(system().spawn([this](caf::event_based_actor* self) {
      self->monitor(dispatcher_);
      self->set_down_handler([this](caf::down_msg& down) { ended_ = down.reason; });
      return caf::behavior{
          [this, self](claim_atom, int number) {
            self->request(dispatcher_, caf::infinite, claim_atom::value)
                .then(
                    [this, number](const lease& l, const caf::actor& worker) {
                      granted_.push_back({number, l, worker});
                    },
                    [this](const caf::error& e) { refused_.push_back(to_failure(e, errc::internal).code); });
          },
          [this](lost_atom, std::uint64_t id, errc why) {
            lost_.push_back({id, why});
          },
      };
    }));
    run();
  }
  void claim(int times = 1) {
    for (int i = 0; i < times; ++i) caf::anon_send(claimant_, claim_atom::value, ++claims_);
    run();
  }
  void pull(const caf::actor& worker, std::uint64_t finished = 0) {
    caf::anon_send(dispatcher_, pull_atom::value, worker, finished);
    run();
  }
  /// A worker that the dispatcher has not started.
  caf::actor register_remote() {
    auto worker = scripted({[](next_atom) {}});
    caf::anon_send(dispatcher_, register_atom::value, worker);
    run();
    return worker;
  }
  std::uint32_t rescind(const caf::actor& worker, std::uint32_t most) {
    std::uint32_t had = 99;
    keep(system().spawn([&](caf::event_based_actor* self) {
      self->request(dispatcher_, caf::infinite, rescind_atom::value, worker, most)
          .then([&had](std::uint32_t answered) { had = answered; });
    }));
    run();
    return had;
  }
  void forget() override {
    dispatcher_ = nullptr;
    claimant_ = nullptr;
    workers_.clear();
    granted_.clear();
  }
  static bool is_alive(const caf::actor& a) {
    return !caf::actor_cast<caf::abstract_actor*>(a)->getf(caf::abstract_actor::is_terminated_flag);
  }

  dispatcher_actor dispatcher_;
  caf::actor claimant_;
  std::vector<caf::actor> workers_;  ///< in the order in which they were spawned
  std::vector<granted_lease> granted_;
  std::vector<reported_loss> lost_;
  std::vector<errc> refused_;
  std::optional<caf::error> ended_;
  int claims_ = 0;
};

TEST_F(dispatcher_test, there_are_never_more_leases_than_pulls) {
  start(2);
  claim(5);
  EXPECT_TRUE(granted_.empty()) << "no worker has requested a job";
  pull(workers_[0]);
  EXPECT_EQ(granted_.size(), 1U);
  pull(workers_[1]);
  EXPECT_EQ(granted_.size(), 2U);
  pull(workers_[0], granted_[0].given.id);
  EXPECT_EQ(granted_.size(), 3U);
  pass(seconds{60}, seconds{1});
  EXPECT_EQ(granted_.size(), 3U);
}

TEST_F(dispatcher_test, claims_are_answered_in_their_order_and_every_lease_has_a_number_of_its_own_T03) {
  start(1);
  claim(4);
  for (int i = 0; i < 4; ++i) pull(workers_[0], granted_.empty() ? 0 : granted_.back().given.id);
  ASSERT_EQ(granted_.size(), 4U);
  std::set<std::uint64_t> ids;
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(granted_[i].claim, i + 1);
    EXPECT_EQ(granted_[i].worker, workers_[0]);
    EXPECT_TRUE(ids.insert(granted_[i].given.id).second);
    EXPECT_NE(granted_[i].given.id, 0U);
  }
}

TEST_F(dispatcher_test, a_pull_that_comes_first_waits_for_its_claim) {
  start(1);
  pull(workers_[0]);
  claim();
  EXPECT_EQ(granted_.size(), 1U);
}

TEST_F(dispatcher_test, the_lease_of_a_crashed_worker_is_lost_and_the_worker_is_replaced) {
  start(1);
  pull(workers_[0]);
  claim(2);
  ASSERT_EQ(granted_.size(), 1U);
  kill(workers_[0]);
  ASSERT_EQ(lost_.size(), 1U);
  EXPECT_EQ(lost_[0].id, granted_[0].given.id);
  EXPECT_EQ(lost_[0].why, errc::worker_crashed);
  ASSERT_EQ(workers_.size(), 2U);
  pull(workers_[1]);
  ASSERT_EQ(granted_.size(), 2U);
  EXPECT_EQ(granted_[1].worker, workers_[1]);
}

TEST_F(dispatcher_test, an_idle_worker_that_crashes_costs_no_lease_and_is_not_granted) {
  start(2);
  pull(workers_[0]);
  kill(workers_[0]);
  claim();
  EXPECT_TRUE(lost_.empty());
  EXPECT_TRUE(granted_.empty());
  EXPECT_EQ(workers_.size(), 3U);
}

TEST_F(dispatcher_test, an_expired_lease_is_lost_and_its_worker_is_replaced) {
  env->settings.limits.lease_s = 30;
  start(1);
  pull(workers_[0]);
  claim();
  ASSERT_EQ(granted_.size(), 1U);
  EXPECT_EQ(granted_[0].given.deadline, time() + seconds{30});
  pass(seconds{29});
  EXPECT_TRUE(lost_.empty());
  pass(seconds{2});
  ASSERT_EQ(lost_.size(), 1U);
  EXPECT_EQ(lost_[0].id, granted_[0].given.id);
  EXPECT_EQ(lost_[0].why, errc::lease_expired);
  EXPECT_EQ(workers_.size(), 2U);
}

TEST_F(dispatcher_test, a_replaced_worker_ends_when_it_requests_a_job) {
  env->settings.limits.lease_s = 30;
  start(1);
  pull(workers_[0]);
  claim();
  pass(seconds{31});
  ASSERT_EQ(lost_.size(), 1U);
  ASSERT_TRUE(is_alive(workers_[0])) << "a hung thread cannot be ended";
  claim();
  pull(workers_[0], granted_[0].given.id);
  EXPECT_FALSE(is_alive(workers_[0]));
  EXPECT_EQ(granted_.size(), 1U) << "its late pull is refused";
}

TEST_F(dispatcher_test, a_finished_lease_does_not_expire) {
  env->settings.limits.lease_s = 30;
  start(1);
  pull(workers_[0]);
  claim();
  pull(workers_[0], granted_[0].given.id);
  pass(seconds{60});
  EXPECT_TRUE(lost_.empty());
  kill(workers_[0]);
  EXPECT_TRUE(lost_.empty());
}

TEST_F(dispatcher_test, a_dispatcher_ends_when_the_restart_budget_of_its_pool_is_spent_and_not_before) {
  start(1);
  for (std::uint32_t i = 0; i < worker_restarts.restarts; ++i) kill(workers_.back());
  EXPECT_FALSE(ended_);
  EXPECT_EQ(workers_.size(), worker_restarts.restarts + 1);
  kill(workers_.back());
  ASSERT_TRUE(ended_);
  EXPECT_EQ(to_failure(*ended_, errc::ok).code, errc::worker_crashed);
}

TEST_F(dispatcher_test, restarts_that_are_long_ago_do_not_count) {
  start(1);
  for (std::uint32_t i = 0; i < 2 * worker_restarts.restarts; ++i) {
    kill(workers_.back());
    pass(seconds{3}, seconds{1});
  }
  EXPECT_FALSE(ended_);
}

TEST_F(dispatcher_test, a_drain_cancels_the_claims_that_wait_and_every_later_one) {
  start(1);
  claim(2);
  caf::anon_send(dispatcher_, drain_atom::value);
  run();
  EXPECT_EQ(refused_, (std::vector{errc::cancelled, errc::cancelled}));
  claim();
  EXPECT_EQ(refused_.size(), 3U);
  pull(workers_[0]);
  EXPECT_TRUE(granted_.empty());
}

TEST_F(dispatcher_test, while_it_drains_a_dead_worker_still_loses_its_lease_and_is_not_replaced) {
  start(1);
  pull(workers_[0]);
  claim();
  caf::anon_send(dispatcher_, drain_atom::value);
  kill(workers_[0]);
  EXPECT_EQ(lost_.size(), 1U);
  EXPECT_EQ(workers_.size(), 1U);
}

TEST_F(dispatcher_test, a_remote_worker_gets_jobs_for_which_the_pool_has_no_free_worker) {
  start(1);
  const auto remote = register_remote();
  pull(workers_[0]);
  pull(remote);
  pull(remote);
  claim(3);
  ASSERT_EQ(granted_.size(), 3U);
  EXPECT_EQ(granted_[0].worker, workers_[0]) << "although the remote worker pulled last";
  EXPECT_EQ(granted_[1].worker, remote);
  EXPECT_EQ(granted_[2].worker, remote) << "one job for each of its pulls";
  claim();
  EXPECT_EQ(granted_.size(), 3U);
}

TEST_F(dispatcher_test, a_rescinded_pull_is_not_granted_and_no_more_pulls_are_rescinded_than_wait) {
  start(1);
  const auto remote = register_remote();
  pull(workers_[0]);
  for (int i = 0; i < 3; ++i) pull(remote);
  EXPECT_EQ(rescind(remote, 2), 2U);
  EXPECT_EQ(rescind(remote, 5), 1U) << "one pull was left";
  EXPECT_EQ(rescind(remote, 5), 0U);
  claim(2);
  ASSERT_EQ(granted_.size(), 1U) << "the worker of the pool is not affected";
  EXPECT_EQ(granted_[0].worker, workers_[0]);
}

TEST_F(dispatcher_test, a_remote_worker_can_end_a_lease_without_requesting_a_job) {
  env->settings.limits.lease_s = 30;
  start(0);
  const auto remote = register_remote();
  pull(remote);
  claim(2);
  ASSERT_EQ(granted_.size(), 1U);
  caf::anon_send(dispatcher_, over_atom::value, granted_[0].given.id);
  pass(seconds{60}, seconds{1});
  EXPECT_TRUE(lost_.empty());
  EXPECT_EQ(granted_.size(), 1U);
  kill(remote);
  EXPECT_TRUE(lost_.empty()) << "no job of it was in progress";
}

TEST_F(dispatcher_test, a_remote_worker_that_ends_loses_its_leases_and_is_not_replaced) {
  start(1);
  for (std::uint32_t i = 0; i < 2 * worker_restarts.restarts; ++i) {
    const auto remote = register_remote();
    pull(remote);
    pull(remote);
    claim();
    EXPECT_EQ(granted_.size(), i + 1);
    kill(remote);
    EXPECT_EQ(lost_.size(), i + 1);
  }
  claim();
  EXPECT_EQ(granted_.size(), 2 * worker_restarts.restarts) << "its pulls are removed";
  EXPECT_EQ(workers_.size(), 1U);
  EXPECT_FALSE(ended_) << "the pool has not failed";
  pull(workers_[0]);
  EXPECT_EQ(granted_.back().worker, workers_[0]);
}

TEST_F(dispatcher_test, an_expired_lease_of_a_remote_worker_ends_neither_its_other_leases_nor_the_worker) {
  env->settings.limits.lease_s = 30;
  start(0);
  const auto remote = register_remote();
  for (int i = 0; i < 3; ++i) pull(remote);
  claim();
  pass(seconds{20});
  claim();
  pass(seconds{11});
  ASSERT_EQ(lost_.size(), 1U);
  EXPECT_EQ(lost_[0].id, granted_[0].given.id);
  EXPECT_EQ(lost_[0].why, errc::lease_expired);
  claim();
  EXPECT_EQ(granted_.size(), 3U) << "it has other pulls";
  pull(remote, granted_[0].given.id);
  EXPECT_TRUE(is_alive(remote));
  claim();
  EXPECT_EQ(granted_.size(), 4U);
}

}  // namespace laundromat
