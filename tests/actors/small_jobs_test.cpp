// Tests of small jobs, which a dispatcher sends together, under virtual time.
// SPDX-License-Identifier: Apache-2.0
#include <functional>

#include "actors/dispatcher.hpp"
#include "messages/errors.hpp"
#include "tests/actors/virtual_time.hpp"

namespace laundromat {

namespace {

using job_list = std::vector<unpack_job>;

/// What a scripted worker does with jobs: answers, fails, or crashes; it hangs when it returns nothing.
using script = std::function<std::optional<result<unpack_answers>>(const job_list&)>;

unpack_answers answers_to(const job_list& jobs) {
  unpack_answers answers;
  for (const auto& job : jobs) {
    unpack_outcome found;
    found.detail = job.name;
    answers.each.emplace_back(found);
  }
  return answers;
}

}  // namespace

class small_jobs : public virtual_time_test {
 protected:
  void start(std::uint32_t pool) {
    const worker_factory make = [this](caf::local_actor* parent, const dispatcher_actor&) {
      workers_.push_back(keep(caf::actor_cast<caf::actor>(parent->spawn([this](caf::event_based_actor* self) {
        return caf::behavior{[this, self](const job_list& jobs) { return work(self, jobs); },
                             [this, self](const unpack_job& job) { return work_alone(self, job); }};
      }))));
      return workers_.back();
    };
    dispatcher_ = keep(system().spawn(dispatcher, env, stage::unpack, pool, make, silent_reporter()));
    run();
  }
  /// Sends jobs with these names.
  void send(const std::vector<std::string>& names) {
    keep(system().spawn([&](caf::event_based_actor* self) {
      for (const auto& name : names) {
        unpack_job job;
        job.name = name;
        self->request(dispatcher_, caf::infinite, work_atom::value, job)
            .then([this, name](const unpack_outcome& found) { done_.emplace_back(name, found.detail); },
                  [this, name](const caf::error& e) {
                    refused_.emplace_back(name, to_failure(e, errc::internal).code);
                  });
      }
      return caf::behavior{[](next_atom) {}};
    }));
    run();
  }
  void pull(std::size_t worker, std::uint64_t finished = 0) {
    caf::anon_send(dispatcher_, pull_atom::value, workers_.at(worker), finished);
    run();
  }
  void forget() override {
    dispatcher_ = nullptr;
    workers_.clear();
  }

  script does_ = [](const job_list& jobs) { return answers_to(jobs); };
  dispatcher_actor dispatcher_;
  std::vector<caf::actor> workers_;
  std::vector<std::vector<std::string>> letters_;  ///< the names of the jobs that came together
  std::vector<std::pair<std::string, std::string>> done_;
  std::vector<std::pair<std::string, errc>> refused_;

 private:
  caf::result<unpack_answers> work(caf::event_based_actor* self, const job_list& jobs) {
    auto& letter = letters_.emplace_back();
    for (const auto& job : jobs) letter.push_back(job.name);
    auto done = does_(jobs);
    if (!done) return self->make_response_promise<unpack_answers>();
    self->send(dispatcher_, pull_atom::value, caf::actor_cast<caf::actor>(self), jobs.front().lease);
    if (!*done) return to_error(done->error());
    return **done;
  }
  caf::result<unpack_outcome> work_alone(caf::event_based_actor* self, const unpack_job& job) {
    letters_.push_back({job.name});
    auto done = does_({job});
    if (!done) return self->make_response_promise<unpack_outcome>();
    self->send(dispatcher_, pull_atom::value, caf::actor_cast<caf::actor>(self), job.lease);
    if (!*done) return to_error(done->error());
    return std::move(*(*done)->each.front());
  }
};

using names = std::vector<std::string>;
using letters = std::vector<names>;
using refusals = std::vector<std::pair<std::string, errc>>;

TEST_F(small_jobs, those_that_wait_are_sent_together_and_each_gets_its_own_answer) {
  start(1);
  names sent;
  for (int i = 0; i < 20; ++i) sent.push_back(std::to_string(i));
  send(sent);
  pull(0);
  ASSERT_EQ(letters_.size(), 2U);
  EXPECT_EQ(letters_[0], names(sent.begin(), sent.begin() + 16));
  EXPECT_EQ(letters_[1], names(sent.begin() + 16, sent.end()));
  ASSERT_EQ(done_.size(), 20U);
  for (const auto& [asked, answered] : done_) EXPECT_EQ(asked, answered);
}

TEST_F(small_jobs, while_a_letter_is_under_way_the_others_are_collected) {
  does_ = [](const job_list&) { return std::nullopt; };
  start(2);
  pull(0);
  pull(1);
  send({"a"});
  send({"b"});
  send({"c"});
  EXPECT_EQ(letters_, (letters{{"a"}}));
  pass(seconds{2});
  EXPECT_EQ(letters_, (letters{{"a"}, {"b", "c"}})) << "a letter that takes long holds up no other";
}

TEST_F(small_jobs, when_a_worker_fails_with_several_each_is_tried_alone_and_only_the_bad_one_is_refused) {
  does_ = [](const job_list& jobs) -> result<unpack_answers> {
    for (const auto& job : jobs)
      if (job.name == "bad") return fail(errc::worker_crashed, "its process ended");
    return answers_to(jobs);
  };
  start(1);
  send({"a", "bad", "c"});
  pull(0);
  EXPECT_EQ(letters_, (letters{{"a", "bad", "c"}, {"a"}, {"bad"}, {"c"}}));
  EXPECT_EQ(done_.size(), 2U);
  EXPECT_EQ(refused_, (refusals{{"bad", errc::worker_crashed}}));
}

TEST_F(small_jobs, when_a_worker_ends_with_several_each_is_tried_alone) {
  bool is_first = true;
  does_ = [&](const job_list& jobs) -> std::optional<result<unpack_answers>> {
    if (std::exchange(is_first, false)) return std::nullopt;
    return answers_to(jobs);
  };
  start(1);
  send({"a", "b"});
  pull(0);
  kill(workers_[0]);
  ASSERT_EQ(workers_.size(), 2U);
  pull(1);
  EXPECT_EQ(letters_, (letters{{"a", "b"}, {"a"}, {"b"}}));
  EXPECT_EQ(done_.size(), 2U);
  EXPECT_TRUE(refused_.empty());
}

TEST_F(small_jobs, when_a_worker_hangs_with_several_it_is_replaced_and_each_is_tried_alone) {
  env->settings.limits.lease_s = 30;
  does_ = [&](const job_list& jobs) -> std::optional<result<unpack_answers>> {
    for (const auto& job : jobs)
      if (job.name == "bad") return std::nullopt;
    return answers_to(jobs);
  };
  start(1);
  send({"bad", "b"});
  pull(0);
  pass(seconds{31});
  pull(1);
  EXPECT_EQ(letters_, (letters{{"bad", "b"}, {"bad"}}));
  pass(seconds{31});
  EXPECT_EQ(refused_, (refusals{{"bad", errc::lease_expired}}));
  pull(2);
  EXPECT_EQ(letters_.back(), names{"b"});
  EXPECT_EQ(done_.size(), 1U);
}

TEST_F(small_jobs, a_fault_of_the_machine_is_the_answer_to_all) {
  does_ = [](const job_list&) -> result<unpack_answers> { return fail(errc::no_space, "full"); };
  start(1);
  send({"a", "b"});
  pull(0);
  EXPECT_EQ(letters_.size(), 1U);
  EXPECT_EQ(refused_, (refusals{{"a", errc::no_space}, {"b", errc::no_space}}));
}

TEST_F(small_jobs, what_fails_on_its_own_is_answered_and_not_repeated) {
  does_ = [](const job_list& jobs) {
    auto answers = answers_to(jobs);
    answers.each.front() = fail(errc::not_found, "no body");
    return answers;
  };
  start(1);
  send({"a", "b"});
  pull(0);
  EXPECT_EQ(refused_, (refusals{{"a", errc::not_found}}));
  EXPECT_EQ(done_.size(), 1U);
}

TEST_F(small_jobs, a_drain_cancels_those_that_wait_and_every_later_one) {
  start(1);
  send({"a"});
  caf::anon_send(dispatcher_, drain_atom::value);
  run();
  send({"b"});
  EXPECT_EQ(refused_, (refusals{{"a", errc::cancelled}, {"b", errc::cancelled}}));
}

TEST_F(small_jobs, none_is_sent_while_the_machine_cannot_work) {
  start(1);
  env->paused = true;
  send({"a"});
  pull(0);
  EXPECT_TRUE(letters_.empty());
  env->paused = false;
  pass(seconds{1});
  EXPECT_EQ(done_.size(), 1U);
}

}  // namespace laundromat
