// One queue for all threads.
// SPDX-License-Identifier: Apache-2.0
#include "core/base/worker_pool.hpp"

#include <algorithm>

namespace laundromat {

std::uint32_t thread_share::take(std::uint32_t wanted) {
  auto free = free_.load();
  while (!free_.compare_exchange_weak(free, free - std::min(free, wanted))) {
  }
  return std::min(free, wanted);
}

worker_pool::worker_pool(std::uint32_t threads, thread_share* share)
    : threads_wanted_(threads < 2 ? 0 : threads), share_(share) {}

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
  threads_wanted_ = threads_taken_;
  for (std::uint32_t i = 0; i < threads_taken_; ++i) threads_.emplace_back([this] { work(); });
}

void worker_pool::submit(std::function<void()> task) {
  if (threads_.empty() && threads_wanted_ > 0) start();
  if (threads_.empty()) return task();
  {
    const std::lock_guard lock(mutex_);
    tasks_.push_back(std::move(task));
  }
  has_task_.notify_one();
}

void worker_pool::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    has_task_.wait(lock, [&] { return is_ending_ || !tasks_.empty(); });
    if (tasks_.empty()) return;
    auto task = std::move(tasks_.front());
    tasks_.pop_front();
    lock.unlock();
    task();
    task = {};
    lock.lock();
  }
}

void task_sequence::submit(std::function<void()> task, std::size_t most_waiting) {
  {
    std::unique_lock lock(mutex_);
    was_done_.wait(lock, [&] { return tasks_.size() < most_waiting; });
    tasks_.push_back(std::move(task));
    if (tasks_.size() > 1) return;
  }
  pool_.submit([this] { run(); });
}

void task_sequence::run() {
  std::unique_lock lock(mutex_);
  while (!tasks_.empty()) {
    auto& task = tasks_.front();
    lock.unlock();
    task();
    lock.lock();
    tasks_.pop_front();
    was_done_.notify_all();
  }
}

void task_sequence::wait() {
  std::unique_lock lock(mutex_);
  was_done_.wait(lock, [&] { return tasks_.empty(); });
}

}  // namespace laundromat
