// Threads that run jobs, a limited number of them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace laundromat {

/// Runs jobs in the order in which they come, each on one of some threads. Thread-safe.
class job_threads {
 public:
  using job = std::function<void()>;

  /// At most `most_jobs` wait or run at the same time.
  job_threads(std::size_t threads, std::size_t most_jobs);
  ~job_threads();
  job_threads(const job_threads&) = delete;
  job_threads& operator=(const job_threads&) = delete;

  /// False: there are too many jobs, or it has stopped. The job must not throw.
  [[nodiscard]] bool submit(job next);
  /// Forgets the jobs that wait, and returns when those that run have ended.
  void stop();

 private:
  void run();

  const std::size_t most_jobs_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<job> waiting_;
  std::size_t running_ = 0;
  bool has_stopped_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace laundromat
