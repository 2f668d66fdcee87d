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
      return caf::behavior{[this, self](due_atom, const due_query& query) {
                             asked_for_.push_back(query.limit);
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
                             auto request = std::move(requests_.back());
                             requests_.pop_back();
                             request.deliver(permit_answer{errc::cancelled, "", {}, 0, true});
                           }};
    }));
    services.journal = caf::actor_cast<journal_actor>(journal_);
    services.politeness_scheduler = caf::actor_cast<politeness_actor>(politeness_);
    keep(system().spawn(frontier, env, services,
                        scripted<engine_actor>({[this](idle_atom, std::uint64_t) { ++idle_; }})));
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
  std::vector<std::uint32_t> asked_for_;
  int idle_ = 0;
};

/// Different seeds of one host.
std::vector<seed_record> seeds_of(const std::string& host, int count) {
  std::vector<seed_record> seeds(static_cast<std::size_t>(count));
  for (auto& seed : seeds) {
    seed.uri = "http://" + host + '/' + std::to_string(count--);
    seed.hash = md5(seed.uri);
    seed.authority = host;
    seed.current = status::added;
  }
  return seeds;
}

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

TEST_F(frontier_test, the_journal_is_asked_when_a_quarter_of_the_crawls_of_an_own_host_has_ended) {
  env->settings.politeness.own_hosts = {{.host = "fast.example", .connections = 1}};
  auto seeds = seeds_of("fast.example", 4);
  const auto slow = seeds_of("slow.example", 4);
  seeds.insert(seeds.begin(), slow.begin(), slow.end());  // the last requests are those of the fast host
  answer_last_question(seeds);
  const auto before = questions_.size();
  refuse_last_request();
  EXPECT_EQ(questions_.size(), before + 1);
  answer_last_question({});
  refuse_last_request();
  refuse_last_request();
  EXPECT_EQ(questions_.size(), before + 2) << "of eight crawls five live";
}

TEST_F(frontier_test, the_journal_is_asked_when_a_host_of_others_has_one_crawl_left) {
  auto seeds = seeds_of("a.example", 4);
  for (const auto* other : {"b.example", "c.example", "d.example", "e.example"}) {
    const auto more = seeds_of(other, 4);
    seeds.insert(seeds.begin(), more.begin(), more.end());
  }
  answer_last_question(seeds);
  const auto before = questions_.size();
  refuse_last_request();
  refuse_last_request();
  EXPECT_EQ(questions_.size(), before) << "it has work for two seconds";
  refuse_last_request();
  EXPECT_EQ(questions_.size(), before + 1);
}

TEST_F(frontier_test, as_many_seeds_are_asked_for_as_may_start_soon) {
  env->settings.live.seeds = 2'000;
  env->settings.politeness.own_hosts = {{.host = "a.example", .connections = 100}};
  answer_last_question(seeds_of("a.example", 256));  // there may be more
  answer_last_question(seeds_of("a.example", 800));
  answer_last_question({});
  ASSERT_EQ(requests_.size(), 800U);
  for (int i = 0; i < 200; ++i) refuse_last_request();
  EXPECT_EQ(asked_for_, (std::vector<std::uint32_t>{256, 256, 256, 400}));
}

}  // namespace laundromat
