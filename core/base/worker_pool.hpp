// Threads that help with one large document, from a share that all documents have in common.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace laundromat {

/// How many threads may help at the same time, over all pools that share it.
class thread_share {
 public:
  explicit thread_share(std::uint32_t threads) : free_(threads) {}
  /// Takes up to `wanted` threads and returns how many.
  [[nodiscard]] std::uint32_t take(std::uint32_t wanted);
  void give_back(std::uint32_t threads) { free_ += threads; }

 private:
  std::atomic<std::uint32_t> free_;
};

/// Runs tasks in the order of submission, on its own threads and on the submitting one: a thread that waits for a task runs others meanwhile,
/// so that as many threads run as there are cores, and few sleep. Threads start with the first task, so that a pool without tasks costs
/// nothing; where the share has no thread left then, `submit` runs the task itself. One thread submits tasks; a task submits only the next
/// task of its sequence, and never waits for others.
class worker_pool {
 public:
  /// `threads` includes the submitting thread: the pool starts one less. `share`, if any, outlives the pool.
  explicit worker_pool(std::uint32_t threads, thread_share* share = nullptr);
  /// Waits for all submitted tasks.
  ~worker_pool();
  worker_pool(const worker_pool&) = delete;
  worker_pool& operator=(const worker_pool&) = delete;

  /// Whether tasks run in parallel with the submitting thread, or may after the first one.
  [[nodiscard]] bool is_parallel() const { return threads_wanted_ > 0; }
  /// The number of threads, with the submitting one, if all that are wanted are free.
  [[nodiscard]] std::uint32_t threads() const { return threads_wanted_ + 1; }
  void submit(std::function<void()> task);
  /// The same, with a future to `wait` for.
  template <class Function>
  [[nodiscard]] auto run(Function function) {
    auto [task, answer] = packaged(std::move(function));
    submit(std::move(task));
    // NOLINTNEXTLINE(clang-analyzer-cplusplus.NewDeleteLeaks): the shared state has two owners
    return std::move(answer);
  }
  /// For a task too small to start threads: runs it at once while no thread has started.
  template <class Function>
  [[nodiscard]] auto run_small(Function function) {
    auto [task, answer] = packaged(std::move(function));
    threads_.empty() ? task() : submit(std::move(task));
    return std::move(answer);
  }
  /// For a task as long as many others: only the threads of the pool run it, not a waiting thread.
  template <class Function>
  [[nodiscard]] auto run_long(Function function) {
    auto [task, answer] = packaged(std::move(function));
    submit_to(long_tasks_, std::move(task));
    return std::move(answer);
  }
  /// Waits until the result of a task is ready.
  template <class Answer>
  void wait(const std::future<Answer>& answer) {
    help_until([&] { return answer.wait_for(std::chrono::seconds{0}) == std::future_status::ready; });
  }

 private:
  friend class task_sequence;
  using task_queue = std::deque<std::function<void()>>;

  template <class Function>
  [[nodiscard]] static auto packaged(Function function) {
    auto task = std::make_shared<std::packaged_task<std::invoke_result_t<Function>()>>(std::move(function));
    auto answer = task->get_future();
    return std::pair{std::function<void()>{[task] { (*task)(); }}, std::move(answer)};
  }
  void submit_to(task_queue& queue, std::function<void()> task);
  /// For a task that submits its successor: the thread that runs it takes the next one.
  void submit_next(std::function<void()> task);
  /// Runs tasks until `is_so` returns true; only tasks make it true.
  void help_until(const std::function<bool()>& is_so);
  void run_first(task_queue& queue, std::unique_lock<std::mutex>& lock);
  void start();
  void work();

  std::uint32_t threads_wanted_, threads_taken_ = 0;
  thread_share* share_;
  std::mutex mutex_;
  std::condition_variable has_task_;  ///< for threads of the pool
  std::condition_variable changed_;   ///< for waiting threads: a task was submitted or finished
  task_queue tasks_, long_tasks_;     ///< guarded by `mutex_`
  bool is_waited_for_ = false;        ///< guarded by `mutex_`
  bool is_ending_ = false;            ///< guarded by `mutex_`
  std::vector<std::thread> threads_;
};

/// Tasks of a pool that run one after the other, in the order of submission.
class task_sequence {
 public:
  explicit task_sequence(worker_pool& pool) : pool_(pool) {}
  ~task_sequence() { wait(); }
  task_sequence(const task_sequence&) = delete;
  task_sequence& operator=(const task_sequence&) = delete;

  /// Waits first while `most_waiting` tasks or more are unfinished.
  void submit(std::function<void()> task, std::size_t most_waiting = 8);
  /// Waits until all tasks are finished.
  void wait();

 private:
  [[nodiscard]] std::size_t waiting();
  void run_first();

  worker_pool& pool_;
  std::mutex mutex_;
  std::deque<std::function<void()>> tasks_;  ///< guarded by `mutex_`; the first one is running
};

}  // namespace laundromat
