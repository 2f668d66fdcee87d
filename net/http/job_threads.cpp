// A queue and its threads.
// SPDX-License-Identifier: Apache-2.0
#include "net/http/job_threads.hpp"

#include <utility>

namespace laundromat {

job_threads::job_threads(std::size_t threads, std::size_t most_jobs) : most_jobs_(most_jobs) {
  threads_.reserve(threads);
  try {
    for (std::size_t i = 0; i < threads; ++i) threads_.emplace_back([this] { run(); });
  } catch (...) {
    stop();
    throw;
  }
}

job_threads::~job_threads() {
  stop();
}

bool job_threads::submit(job next) {
  {
    const std::lock_guard lock{mutex_};
    if (has_stopped_ || waiting_.size() + running_ >= most_jobs_) return false;
    waiting_.push_back(std::move(next));
  }
  changed_.notify_one();
  return true;
}

void job_threads::run() {
  std::unique_lock lock{mutex_};
  while (true) {
    changed_.wait(lock, [this] { return has_stopped_ || !waiting_.empty(); });
    if (has_stopped_) return;
    auto next = std::move(waiting_.front());
    waiting_.pop_front();
    ++running_;
    lock.unlock();
    next();
    next = {};
    lock.lock();
    --running_;
  }
}

void job_threads::stop() {
  std::deque<job> forgotten;
  {
    const std::lock_guard lock{mutex_};
    has_stopped_ = true;
    forgotten.swap(waiting_);
  }
  changed_.notify_all();
  for (auto& thread : threads_)
    if (thread.joinable()) thread.join();
}

}  // namespace laundromat
