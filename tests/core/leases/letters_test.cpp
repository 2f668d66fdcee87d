// Which small jobs go together, and when.
// SPDX-License-Identifier: Apache-2.0
#include "core/leases/letters.hpp"

#include <gtest/gtest.h>

#include <string>

namespace laundromat {
namespace {

using queue = letter_queue<std::string>;
using names = std::vector<std::string>;

timestamp after(int ms) {
  return from_ms(1'000'000 + ms);
}

constexpr letter_limits two_processors{.most_jobs = 16, .letters = 2, .usual_time = milliseconds{50}};

bool may_send(std::size_t waiting, const std::vector<sent_letter>& sent, int ms) {
  return may_send_letter(waiting, sent, after(ms), two_processors);
}

queue filled(const names& jobs) {
  queue made;
  for (const auto& job : jobs) made.add(job);
  return made;
}

TEST(letters, the_first_is_sent_at_once_with_whatever_waits) {
  EXPECT_FALSE(may_send(0, {}, 0));
  EXPECT_TRUE(may_send(1, {}, 0));
}

TEST(letters, while_one_is_under_way_jobs_are_collected_until_they_fill_another) {
  EXPECT_FALSE(may_send(15, {{after(0)}}, 1));
  EXPECT_TRUE(may_send(16, {{after(0)}}, 1));
  EXPECT_FALSE(may_send(16, {{after(0)}, {after(0)}}, 1)) << "not more than processors";
}

TEST(letters, one_that_takes_long_does_not_delay_others) {
  EXPECT_FALSE(may_send(1, {{after(0)}}, 49));
  EXPECT_TRUE(may_send(1, {{after(0)}}, 50));
}

TEST(letters, the_first_of_a_worker_takes_longer_because_its_process_starts) {
  EXPECT_FALSE(may_send(1, {{after(0), true}}, 249))
      << "else a process would be started for each of the first letters";
  EXPECT_TRUE(may_send(1, {{after(0), true}}, 250));
}

TEST(letter_queue, a_letter_has_the_oldest_jobs_up_to_the_limit) {
  auto jobs = filled({"a", "b", "c"});
  EXPECT_EQ(jobs.take(2).jobs, (names{"a", "b"}));
  EXPECT_EQ(jobs.take(2).jobs, names{"c"});
  EXPECT_EQ(jobs.size(), 0U);
}

TEST(letter_queue, the_jobs_of_a_letter_without_a_result_are_repeated_alone_and_first) {
  auto jobs = filled({"a", "b", "c"});
  EXPECT_TRUE(jobs.take_back(jobs.take(2)).empty());
  const auto first = jobs.take(16), second = jobs.take(16), third = jobs.take(16);
  EXPECT_EQ(first.jobs, names{"a"});
  EXPECT_EQ(second.jobs, names{"b"});
  EXPECT_TRUE(first.is_repeated && second.is_repeated);
  EXPECT_EQ(third.jobs, names{"c"});
  EXPECT_FALSE(third.is_repeated);
}

TEST(letter_queue, a_job_that_was_alone_is_not_repeated) {
  auto jobs = filled({"a"});
  EXPECT_EQ(jobs.take_back(jobs.take(16)), names{"a"});
  EXPECT_EQ(jobs.size(), 0U);
}

TEST(letter_queue, a_new_job_is_not_sent_with_a_repeated_one) {
  auto jobs = filled({"a", "b"});
  EXPECT_TRUE(jobs.take_back(jobs.take(2)).empty());
  jobs.add("c");
  EXPECT_EQ(jobs.take(16).jobs, names{"a"});
  EXPECT_EQ(jobs.clear(), (names{"b", "c"}));
}

}  // namespace
}  // namespace laundromat
