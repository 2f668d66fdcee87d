// Handles signals: the first stop signal requests an orderly stop, the second ends the program at once; SIGUSR1 requests the status.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <thread>

namespace laundromat {

/// Blocks SIGINT, SIGTERM, SIGHUP and SIGUSR1 in this thread and in threads started later. Call it before starting any thread. An ignored
/// SIGHUP, as under nohup(1), stays ignored.
void block_stop_signals();

/// Waits for the blocked signals on its own thread until it is destroyed. Uses no descriptor.
class stop_signals {
 public:
  /// Both functions are called on that thread: `on_first` at the first SIGINT, SIGTERM or SIGHUP; a second one ends the process with 130.
  /// `on_status` at each SIGUSR1, also after a stop signal.
  explicit stop_signals(std::function<void()> on_first, std::function<void()> on_status = {});
  ~stop_signals();
  stop_signals(const stop_signals&) = delete;
  stop_signals& operator=(const stop_signals&) = delete;

 private:
  std::atomic<bool> over_{false};
  std::thread watcher_;
};

}  // namespace laundromat
