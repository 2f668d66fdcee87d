// One queue for all threads of a pool.
// SPDX-License-Identifier: Apache-2.0
#include "core/base/worker_pool.hpp"

#include <algorithm>
#include <system_error>

namespace laundromat {

std::uint32_t thread_share::take(std::uint32_t wanted) {
  auto free = free_.load();
  while (!free_.compare_exchange_weak(free, free - std::min(free, wanted))) {
  }
  return std::min(free, wanted);
}

worker_pool::worker_pool(std::uint32_t threads, thread_share* share)
    : threads_wanted_(threads == 0 ? 0 : threads - 1), share_(share) {}

worker_pool::~worker_pool() {
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
  }
  has_task_.notify_all();
  for (auto& one : threads_) one.join();
  if (share_) share_->give_back(threads_taken_);
}

void worker_pool::start() {
  threads_taken_ = share_ ? share_->take(threads_wanted_) : threads_wanted_;
  try {
    for (std::uint32_t i = 0; i < threads_taken_; ++i) threads_.emplace_back([this] { work(); });
  } catch (const std::system_error&) {
    // The system provides no more threads: those that started and the submitting thread run all tasks.
  }
  threads_wanted_ = static_cast<std::uint32_t>(threads_.size());
}

void worker_pool::submit(std::function<void()> task) {
  submit_to(tasks_, std::move(task));
}

void worker_pool::submit_to(task_queue& queue, std::function<void()> task) {
  if (threads_.empty() && threads_wanted_ > 0) start();
  if (threads_.empty()) return task();
  const std::lock_guard lock(mutex_);
  queue.push_back(std::move(task));
  has_task_.notify_one();
  if (is_waited_for_) changed_.notify_one();
}

void worker_pool::submit_next(std::function<void()> task) {
  const std::lock_guard lock(mutex_);
  tasks_.push_back(std::move(task));
}

void worker_pool::run_first(task_queue& queue, std::unique_lock<std::mutex>& lock) {
  auto task = std::move(queue.front());
  queue.pop_front();
  lock.unlock();
  task();
  task = {};
  lock.lock();
  if (is_waited_for_) changed_.notify_one();
}

void worker_pool::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    has_task_.wait(lock, [&] { return is_ending_ || !tasks_.empty() || !long_tasks_.empty(); });
    if (tasks_.empty() && long_tasks_.empty()) return;
    run_first(long_tasks_.empty() ? tasks_ : long_tasks_, lock);
  }
}

void worker_pool::help_until(const std::function<bool()>& is_so) {
  std::unique_lock lock(mutex_);
  while (!is_so()) {
    if (!tasks_.empty()) {
      run_first(tasks_, lock);
      continue;
    }
    is_waited_for_ = true;
    changed_.wait(lock);
    is_waited_for_ = false;
  }
  if (!tasks_.empty()) has_task_.notify_one();
}

std::size_t task_sequence::waiting() {
  const std::lock_guard lock(mutex_);
  return tasks_.size();
}

void task_sequence::submit(std::function<void()> task, std::size_t most_waiting) {
  pool_.help_until([&] { return waiting() < most_waiting; });
  {
    const std::lock_guard lock(mutex_);
    tasks_.push_back(std::move(task));
    if (tasks_.size() > 1) return;
  }
  pool_.submit([this] { run_first(); });
}

/// The next task of the sequence queues after those submitted meanwhile.
void task_sequence::run_first() {
  std::unique_lock lock(mutex_);
  auto& task = tasks_.front();
  lock.unlock();
  task();
  lock.lock();
  tasks_.pop_front();
  if (tasks_.empty()) return;
  lock.unlock();
  pool_.submit_next([this] { run_first(); });
}

void task_sequence::wait() {
  pool_.help_until([&] { return waiting() == 0; });
}

}  // namespace laundromat
