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
  counted_answers all{hours{1}};
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
  counted_answers all{milliseconds{0}};
  std::promise<void> begun, may_end;
  std::atomic<int> count = 0;
  const auto slow = [&] {
    if (++count == 1) begun.set_value();
    may_end.get_future().wait();
    return answer(5);
  };
  EXPECT_EQ(number_in(all.ask("slow", slow, in(milliseconds{0}))), -1);
  begun.get_future().wait();
  EXPECT_EQ(number_in(all.ask("slow", slow, in(milliseconds{0}))), -1) << "it is counted once";
  may_end.set_value();
  EXPECT_EQ(number_in(all.ask("slow", slow, in(hours{1}))), 5);
  EXPECT_EQ(count, 1);
}

TEST(counted_answers, do_not_grow_with_what_strangers_ask_Q58) {
  counted_answers all{hours{1}, 3};
  const auto ask = [&](const std::string& name) {
    return number_in(all.ask(
        name, [] { return answer(1); }, in(hours{1})));
  };
  for (const auto* name : {"a", "b", "c", "d"}) EXPECT_EQ(ask(name), 1);
  EXPECT_EQ(all.size(), 3U);
}

}  // namespace laundromat::test
