// Tests of answers that a page does not wait for.
// SPDX-License-Identifier: Apache-2.0
#include "app/console/counted_answers.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <future>

namespace laundromat::test {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;

console_answer answer(int number) {
  return {{json_fact(number)}, {}, false, {}};
}

int number_in(const std::optional<counted_answer>& from) {
  return from ? from->answer.rows.front().get<int>() : -1;
}

counted_answers::clock::time_point in(milliseconds time) {
  return counted_answers::clock::now() + time;
}

}  // namespace

TEST(counted_answers, that_are_quick_are_counted_each_time_Q58) {
  counted_answers all;
  int count = 0;
  for (int i = 1; i <= 3; ++i)
    EXPECT_EQ(number_in(all.ask(
                  "a", [&] { return answer(++count); }, in(hours{1}))),
              i);
  EXPECT_EQ(number_in(all.ask(
                "b", [] { return answer(9); }, in(hours{1}))),
            9);
}

TEST(counted_answers, that_take_long_are_not_waited_for_and_known_from_then_on_Q58) {
  counted_answers all;
  std::promise<void> begun, may_end;
  std::atomic<int> count = 0;
  const auto slow = [&] {
    if (++count == 1) begun.set_value();
    may_end.get_future().wait();
    // Longer than what is counted for each page.
    const auto end = in(milliseconds{60});
    while (counted_answers::clock::now() < end) std::this_thread::yield();
    return answer(5);
  };
  EXPECT_EQ(number_in(all.ask("slow", slow, in(milliseconds{0}))), -1);
  begun.get_future().wait();
  EXPECT_EQ(number_in(all.ask("slow", slow, in(milliseconds{0}))), -1) << "it is counted once";
  may_end.set_value();
  EXPECT_EQ(number_in(all.ask("slow", slow, in(hours{1}))), 5);
  EXPECT_EQ(number_in(all.ask("slow", slow, in(milliseconds{0}))), 5);
  EXPECT_EQ(count, 1) << "and not again so soon";
}

TEST(counted_answers, do_not_grow_with_what_strangers_ask_Q58) {
  counted_answers all;
  for (int i = 0; i < 2'000; ++i)
    EXPECT_EQ(number_in(all.ask(
                  std::to_string(i), [i] { return answer(i); }, in(hours{1}))),
              i);
  std::atomic<int> count = 0;
  EXPECT_EQ(number_in(all.ask(
                "0", [&] { return answer(++count); }, in(hours{1}))),
            1);
}

}  // namespace laundromat::test
