// Threads that help with one large document, from a share that all documents have in common.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <thread>
#include <type_traits>
#include <vector>

namespace laundromat {

/// How many threads may help at once, over all pools that share it.
class thread_share {
 public:
  explicit thread_share(std::uint32_t threads) : free_(threads) {}
  /// Takes as many as there are, `wanted` at most.
  [[nodiscard]] std::uint32_t take(std::uint32_t wanted);
  void give_back(std::uint32_t threads) { free_ += threads; }

 private:
  std::atomic<std::uint32_t> free_;
};

/// Runs tasks, those that came first first. Threads start with the first task, so that who gives none pays nothing; when the share has
/// none left then, tasks run at once where they are given. Tasks never wait for other tasks of their pool.
class worker_pool {
 public:
  /// Below two threads there is none. `share`, if any, outlives the pool.
  explicit worker_pool(std::uint32_t threads, thread_share* share = nullptr);
  /// Waits for what was given.
  ~worker_pool();
  worker_pool(const worker_pool&) = delete;
  worker_pool& operator=(const worker_pool&) = delete;

  /// Whether tasks run beside who gives them, or may once one was given.
  [[nodiscard]] bool is_parallel() const { return threads_wanted_ > 0; }
  void submit(std::function<void()> task);
  /// The same, with the answer to wait for.
  template <class Function>
  [[nodiscard]] auto run(Function function) {
    auto task = std::make_shared<std::packaged_task<std::invoke_result_t<Function>()>>(std::move(function));
    auto answer = task->get_future();
    submit([task] { (*task)(); });
    return answer;
  }

 private:
  void start();
  void work();

  std::uint32_t threads_wanted_, threads_taken_ = 0;
  thread_share* share_;
  std::mutex mutex_;
  std::condition_variable has_task_;
  std::deque<std::function<void()>> tasks_;  ///< guarded by `mutex_`
  bool is_ending_ = false;                   ///< guarded by `mutex_`
  std::vector<std::thread> threads_;
};

/// Tasks of a pool that run one after the other, in the order in which they were given.
class task_sequence {
 public:
  explicit task_sequence(worker_pool& pool) : pool_(pool) {}
  ~task_sequence() { wait(); }
  task_sequence(const task_sequence&) = delete;
  task_sequence& operator=(const task_sequence&) = delete;

  /// Waits first while `most_waiting` tasks or more are not done.
  void submit(std::function<void()> task, std::size_t most_waiting = 8);
  /// Until all are done.
  void wait();

 private:
  void run();

  worker_pool& pool_;
  std::mutex mutex_;
  std::condition_variable was_done_;
  std::deque<std::function<void()>> tasks_;  ///< guarded by `mutex_`; the first one is being done
};

}  // namespace laundromat
