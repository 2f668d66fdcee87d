// Which thread runs a task, and when.
// SPDX-License-Identifier: Apache-2.0
#include "core/base/worker_pool.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace laundromat {
namespace {

/// Keeps the only thread of a pool busy while it exists.
class busy_thread {
 public:
  explicit busy_thread(worker_pool& pool)
      : pool_(pool), task_(pool.run_long([this] {
          has_begun_.set_value();
          may_end_.get_future().wait();
        })) {
    has_begun_.get_future().wait();
  }
  ~busy_thread() {
    may_end_.set_value();
    pool_.wait(task_);
  }

 private:
  worker_pool& pool_;
  std::promise<void> has_begun_, may_end_;
  std::future<void> task_;
};

TEST(worker_pool, a_waiting_thread_runs_tasks_that_no_other_has_taken) {
  worker_pool pool(2);
  const busy_thread other(pool);
  auto answer = pool.run([] { return std::this_thread::get_id(); });
  pool.wait(answer);
  EXPECT_EQ(answer.get(), std::this_thread::get_id());
}

TEST(worker_pool, a_long_task_runs_on_threads_of_the_pool_only) {
  worker_pool pool(2);
  std::vector<std::future<std::thread::id>> answers;
  {
    const busy_thread other(pool);
    answers.push_back(pool.run_long([] { return std::this_thread::get_id(); }));
    answers.push_back(pool.run([] { return std::this_thread::get_id(); }));
    pool.wait(answers[1]);
    EXPECT_EQ(answers[0].wait_for(std::chrono::seconds{0}), std::future_status::timeout);
  }
  pool.wait(answers[0]);
  EXPECT_NE(answers[0].get(), std::this_thread::get_id());
  EXPECT_EQ(answers[1].get(), std::this_thread::get_id());
}

TEST(worker_pool, a_small_task_starts_no_thread) {
  worker_pool pool(2);
  const auto here = std::this_thread::get_id();
  EXPECT_EQ(pool.run_small([] { return std::this_thread::get_id(); }).get(), here);
  auto large = pool.run([] { return 1; });
  pool.wait(large);
  EXPECT_EQ(large.get(), 1);
}

TEST(worker_pool, without_threads_tasks_run_on_the_submitting_thread) {
  for (const std::uint32_t threads : {0U, 1U, 3U}) {
    thread_share none(0);
    worker_pool pool(threads, &none);
    EXPECT_EQ(pool.run([] { return std::this_thread::get_id(); }).get(), std::this_thread::get_id());
    EXPECT_FALSE(pool.is_parallel());
  }
}

TEST(task_sequence, keeps_its_order_among_other_tasks) {
  for (const std::uint32_t threads : {1U, 2U, 4U}) {
    worker_pool pool(threads);
    std::vector<int> found[3];
    {
      task_sequence sequences[] = {task_sequence(pool), task_sequence(pool), task_sequence(pool)};
      for (int i = 0; i < 1'000; ++i)
        for (std::size_t one = 0; one < 3; ++one)
          sequences[one].submit([&, one, i] { found[one].push_back(i); }, one + 1);
    }
    std::vector<int> expected(1'000);
    std::iota(expected.begin(), expected.end(), 0);
    for (const auto& one : found) EXPECT_EQ(one, expected);
  }
}

TEST(task_sequence, submitting_more_than_may_wait_runs_some_tasks) {
  worker_pool pool(2);
  const busy_thread other(pool);
  task_sequence sequence(pool);
  int done = 0;
  for (int i = 0; i < 10; ++i) sequence.submit([&] { ++done; }, 3);
  EXPECT_GE(done, 7);
  sequence.wait();
  EXPECT_EQ(done, 10);
}

}  // namespace
}  // namespace laundromat
