// When the frontier tells the engine that no seed is due.
// SPDX-License-Identifier: Apache-2.0
#include "actors/frontier.hpp"

#include "tests/actors/virtual_time.hpp"

namespace laundromat {

/// A frontier whose questions to the journal, and the requests of its seeds, are answered by the test.
class frontier_test : public virtual_time_test {
 protected:
  frontier_test() {
    engine_services services;
    journal_ = keep(system().spawn([this](caf::event_based_actor* self) {
      return caf::behavior{[this, self](due_atom, const due_query&) {
                             return questions_.emplace_back(self->make_response_promise<due_work>());
                           },
                           [this](next_atom) { questions_.back().deliver(answer_); }};
    }));
    politeness_ = keep(system().spawn([this](caf::event_based_actor* self) {
      return caf::behavior{[](due_atom) { return std::vector<std::string>{}; },
                           [this, self](permit_atom, const std::string&) {
                             return requests_.emplace_back(self->make_response_promise<permit_answer>());
                           },
                           [this](next_atom) {
                             requests_.back().deliver(permit_answer{errc::cancelled, "", {}, 0, true});
                           }};
    }));
    services.journal = caf::actor_cast<journal_actor>(journal_);
    services.politeness_scheduler = caf::actor_cast<politeness_actor>(politeness_);
    keep(system().spawn(frontier, env, services, scripted<engine_actor>({[this](idle_atom) { ++idle_; }})));
    run();
  }
  void forget() override {
    questions_.clear();
    requests_.clear();
    journal_ = politeness_ = nullptr;
  }
  void answer_last_question(std::vector<seed_record> seeds) {
    answer_.seeds = std::move(seeds);
    answer_.resumed_all = true;
    caf::anon_send(journal_, next_atom::value);
    run();
  }
  /// Its seed ends, to be continued later.
  void refuse_last_request() {
    caf::anon_send(politeness_, next_atom::value);
    run();
  }

  caf::actor journal_, politeness_;
  due_work answer_;
  std::vector<caf::typed_response_promise<due_work>> questions_;
  std::vector<caf::typed_response_promise<permit_answer>> requests_;
  int idle_ = 0;
};

TEST_F(frontier_test, what_was_asked_while_a_seed_was_live_is_asked_again_before_nothing_is_due) {
  seed_record seed;
  seed.hash = md5("http://a.example/");
  seed.uri = "http://a.example/";
  seed.authority = "a.example:80";
  seed.current = status::added;
  ASSERT_EQ(questions_.size(), 1U);
  answer_last_question({seed});
  ASSERT_EQ(requests_.size(), 1U);
  pass(milliseconds{500});
  ASSERT_EQ(questions_.size(), 2U) << "its host may be full";
  refuse_last_request();
  answer_last_question({});
  EXPECT_EQ(idle_, 0);
  ASSERT_EQ(questions_.size(), 3U);
  answer_last_question({});
  EXPECT_EQ(idle_, 1);
}

}  // namespace laundromat
