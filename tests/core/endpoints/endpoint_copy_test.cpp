// Tests of copying a simulated endpoint.
// SPDX-License-Identifier: Apache-2.0
#include "core/endpoints/endpoint_copy.hpp"

#include <gtest/gtest.h>

#include "core/endpoints/copy_promise.hpp"
#include "tests/core/endpoints/simulated_endpoint.hpp"

namespace laundromat {

using test::copy_client;
using test::simulated_endpoint;

namespace {

simulated_endpoint filled() {
  simulated_endpoint out;
  out.add_many("http://e/small", 10);
  out.add_many("http://e/medium", 700);
  out.add_many("http://e/large", 4'500);
  return out;
}

// Whether every triple of `some` is in `all`.
bool is_within(const std::set<std::string>& some, const std::set<std::string>& all) {
  return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

}  // namespace

TEST(endpoint_copy, receives_all_triples_in_pages_below_the_limit_of_the_endpoint_R164) {
  auto endpoint = filled();
  copy_client client;
  client.run(endpoint);
  EXPECT_EQ(client.triples(), endpoint.all());
  const auto promise = promise_of(client.state);
  EXPECT_TRUE(promise.is_one_state);
  EXPECT_EQ(promise.triples, 5'210U);
  EXPECT_EQ(promise_text(client.state),
            "5,210 triples of one state: the checksums of each predicate were the same before and after.");
  // Two lists before and two after, and 1, 1 and 7 pages: nothing is counted where the sums are right.
  EXPECT_EQ(endpoint.requests(), 4U + 9);
  EXPECT_EQ(client.state.repeated, 0U);
}

TEST(endpoint_copy, an_empty_graph_ends_at_once) {
  simulated_endpoint endpoint;
  copy_client client;
  client.run(endpoint);
  EXPECT_EQ(endpoint.requests(), 1U);
  EXPECT_TRUE(promise_of(client.state).is_one_state);
}

TEST(endpoint_copy, a_silent_cut_is_noticed_and_the_pages_become_smaller_R165) {
  for (const std::uint64_t cap : {700, 333, 60}) {
    auto endpoint = filled();
    endpoint.most_rows = cap;
    copy_client client;
    client.run(endpoint);
    EXPECT_EQ(client.triples(), endpoint.all()) << cap;
    EXPECT_TRUE(promise_of(client.state).is_one_state) << cap;
    EXPECT_LE(client.state.page_rows, cap);
  }
}

TEST(endpoint_copy, a_list_is_read_to_its_end_whatever_the_rows_of_one_answer) {
  simulated_endpoint endpoint;
  for (int i = 0; i < 57; ++i) endpoint.add_many("http://e/p" + std::to_string(i), 3);
  endpoint.most_list_rows = 10;
  copy_client client;
  client.run(endpoint);
  EXPECT_EQ(client.triples(), endpoint.all());
  EXPECT_TRUE(promise_of(client.state).is_one_state);
}

TEST(endpoint_copy, time_outs_divide_a_page_until_it_is_answered_R165) {
  auto endpoint = filled();
  endpoint.most_work = 200;
  copy_client client;
  client.run(endpoint);
  EXPECT_EQ(client.triples(), endpoint.all());
  EXPECT_TRUE(promise_of(client.state).is_one_state);
  EXPECT_GT(client.state.repeated, 0U);
}

TEST(endpoint_copy, a_predicate_that_is_never_answered_fails_alone_and_is_named_R165) {
  auto endpoint = filled();
  endpoint.add_many("http://e/tiny", 40);
  endpoint.most_work = 20;
  copy_client client;
  client.run(endpoint);
  EXPECT_TRUE(is_within(client.triples(), endpoint.all()));
  const auto promise = promise_of(client.state);
  EXPECT_FALSE(promise.is_complete);
  EXPECT_EQ(promise.failed.size(), 3U);
  EXPECT_NE(promise_text(client.state).find("These predicates could not be received: "), std::string::npos);
}

TEST(endpoint_copy, an_endpoint_without_hash_sums_or_lists_is_copied_by_numbers) {
  auto endpoint = filled();
  endpoint.knows_hash_sums = false;
  copy_client client;
  client.run(endpoint);
  EXPECT_EQ(client.triples(), endpoint.all());
  EXPECT_EQ(promise_text(client.state),
            "5,210 triples of one state: the numbers of triples and their lengths of each predicate were the "
            "same before and after.");
  endpoint.can_list = false;
  copy_client other;
  other.run(endpoint);
  EXPECT_EQ(other.triples(), endpoint.all());
  EXPECT_EQ(other.state.parts.size(), 1U) << "all predicates together";
  EXPECT_TRUE(promise_of(other.state).is_complete);
}

TEST(endpoint_copy, a_list_that_times_out_once_is_requested_again) {
  auto endpoint = filled();
  endpoint_copy copy{{}};
  copy.take(simulated_endpoint::timed_out());
  EXPECT_TRUE(copy.state().has_hash_sums);
  copy.take(endpoint.answer(*copy.next()));
  copy.take(simulated_endpoint::timed_out());
  EXPECT_TRUE(copy.state().has_hash_sums);
  copy.take(simulated_endpoint::timed_out());
  EXPECT_FALSE(copy.state().has_hash_sums);
  EXPECT_EQ(copy.next()->list_after, "") << "from the begin, because all sums are to be of one kind";
}

TEST(endpoint_copy, a_predicate_that_changes_meanwhile_is_received_again_R166) {
  auto endpoint = filled();
  endpoint.before = [&](std::uint64_t number) {
    if (number != 8) return;
    endpoint.add_many("http://e/large", 30, 100'000);
    endpoint.remove_some("http://e/large", 20);
    endpoint.add_many("http://e/new", 5);
    endpoint.remove_some("http://e/small", 10);
  };
  copy_client client;
  client.run(endpoint);
  EXPECT_EQ(client.triples(), endpoint.all());
  EXPECT_TRUE(promise_of(client.state).is_one_state);
}

TEST(endpoint_copy, a_change_that_keeps_the_number_of_triples_is_noticed_R166) {
  auto endpoint = filled();
  endpoint.before = [&](std::uint64_t number) {
    if (number != 12) return;  // after the pages
    endpoint.remove_some("http://e/medium", 1);
    endpoint.add("http://e/medium", "http://e/s1", "9");
  };
  copy_client client;
  client.run(endpoint);
  EXPECT_EQ(client.triples(), endpoint.all());
  EXPECT_TRUE(promise_of(client.state).is_one_state);
}

TEST(endpoint_copy, what_is_there_all_the_time_is_received_from_data_that_never_rests_R166) {
  for (const unsigned seed : {1U, 2U, 3U}) {
    auto endpoint = filled();
    auto throughout = endpoint.all();
    std::mt19937 random{seed};
    endpoint.before = [&](std::uint64_t number) {
      endpoint.remove_some("http://e/large", static_cast<int>(random() % 9));
      endpoint.add_many("http://e/large", static_cast<int>(random() % 9),
                        100'000 + 10 * static_cast<int>(number));
    };
    copy_client client;
    client.run(endpoint);
    EXPECT_EQ(client.state.phase, copy_phase::ended) << seed;
    for (const auto& line : endpoint.removed()) throughout.erase(line);
    EXPECT_GT(throughout.size(), 4'000U);
    EXPECT_TRUE(is_within(throughout, client.triples())) << seed;
    const auto promise = promise_of(client.state);
    EXPECT_FALSE(promise.is_one_state) << seed;
    EXPECT_TRUE(promise.changing == std::vector<std::string>{"http://e/large"} ||
                promise.unsettled == std::vector<std::string>{"http://e/large"})
        << seed << ' ' << promise_text(client.state);
  }
}

TEST(endpoint_copy, broken_and_busy_answers_are_requested_again) {
  auto endpoint = filled();
  std::mt19937 random{7};
  copy_client client;
  std::uint64_t waits = 0;
  endpoint_copy copy{client.state};
  while (const auto request = copy.next()) {
    auto answer = endpoint.answer(*request);
    const auto fault = random() % 6;
    if (fault == 0) answer = {errc::connection_reset};
    if (fault == 1) answer = {errc::ok, 503, "", seconds{9}, "busy"};
    if (fault == 2) answer.body.resize(answer.body.size() / 2);
    if (fault == 2) answer.body += "\n*** Error";
    const auto step = copy.take(answer);
    if (step.wait) {
      ++waits;
      EXPECT_EQ(*step.wait, seconds{9});
    }
    if (step.keep_as) client.pages[*step.keep_as] = answer.body;
    for (const auto id : step.drop) client.pages.erase(id);
    ASSERT_LT(copy.state().requests, 500U);
  }
  EXPECT_GT(waits, 0U);
  EXPECT_EQ(client.triples() == endpoint.all(), promise_of(copy.state()).is_complete);
  EXPECT_TRUE(is_within(client.triples(), endpoint.all()));
}

TEST(endpoint_copy, a_refused_query_ends_the_copy_with_the_message) {
  endpoint_copy copy{{}};
  const endpoint_answer refused{
      errc::ok, 400, "", {}, "Virtuoso 37000 Error SP030: SPARQL compiler, line 1\nmore"};
  EXPECT_EQ(copy.take(refused).verdict.worth, answer_worth::refused);
  EXPECT_EQ(copy.state().phase, copy_phase::listing) << "once more without the hash sums";
  EXPECT_FALSE(copy.state().has_hash_sums);
  copy.take(refused);
  EXPECT_FALSE(copy.next());
  EXPECT_EQ(promise_text(copy.state()),
            "The harvest ended early: http_status, http_status 400: Virtuoso 37000 Error SP030: SPARQL "
            "compiler, line 1.");
}

TEST(endpoint_copy, a_predicate_that_no_query_can_name_is_not_received_and_not_forgotten) {
  auto endpoint = filled();
  endpoint.add_many("http://e/a b", 4);
  copy_client client;
  client.run(endpoint);
  EXPECT_EQ(promise_of(client.state).failed, std::vector<std::string>{"http://e/a b"});
}

TEST(endpoint_copy, a_number_of_triples_without_measure_costs_little_memory) {
  for (const auto* count : {"1000000000000", "18446744073709551615"}) {
    endpoint_copy copy{{}};
    const std::string names = "p,key,n,len,blank,sum\n";
    copy.take({errc::ok, 200, "", {}, names + "http://e/p,a," + count + ",1,0,1\n"});
    copy.take({errc::ok, 200, "", {}, names});
    EXPECT_EQ(copy.state().phase, copy_phase::paging) << count;
    EXPECT_LE(copy.state().wanted.size(), 1'000'000U);
  }
}

TEST(endpoint_copy, a_list_in_another_order_is_not_believed) {
  endpoint_copy copy{{}};
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(copy.take({errc::ok, 200, "", {}, "p,n\nhttp://e/p,3\n"}).verdict.worth, answer_worth::broken);
  }
  EXPECT_FALSE(copy.next());
  EXPECT_EQ(copy.state().failure, errc::bad_response);
}

}  // namespace laundromat
