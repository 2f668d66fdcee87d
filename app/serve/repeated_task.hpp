// A task on a thread of its own, again and again until it is destroyed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

namespace laundromat {

class repeated_task {
 public:
  /// The task is told when it should end early.
  repeated_task(std::chrono::milliseconds pause, std::function<void(const std::stop_token& over)> task)
      : thread_([pause, task = std::move(task)](const std::stop_token& over) {
          std::mutex mutex;
          std::condition_variable_any wake;
          std::unique_lock lock{mutex};
          while (!over.stop_requested()) {
            task(over);
            wake.wait_for(lock, over, pause, [] { return false; });
          }
        }) {}

 private:
  std::jthread thread_;
};

}  // namespace laundromat
