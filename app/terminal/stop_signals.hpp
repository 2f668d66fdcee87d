// Handles signals: the first stop signal requests an orderly stop, the second ends the program at once; SIGUSR1 requests the status.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <thread>

namespace laundromat {

/// Blocks SIGINT, SIGTERM, SIGHUP, SIGUSR1 and SIGUSR2 in this thread and in threads started later. Call it before starting any thread. An ignored
/// SIGHUP, as under nohup(1), stays ignored.
void block_stop_signals();

/// What is done at signals, on the thread of `stop_signals`.
struct signal_handlers {
  std::function<void()>
      on_first;  ///< at the first SIGINT, SIGTERM or SIGHUP; a second one ends the process with 130
  std::function<void()> on_status = {};  ///< at each SIGUSR1, also after a stop signal
  /// At each SIGUSR2, and at SIGHUP where no terminal is attached, as service managers send it; unset: SIGHUP stops.
  std::function<void()> on_reload = {};
};

/// Waits for the blocked signals on its own thread until it is destroyed. Uses no descriptor.
class stop_signals {
 public:
  explicit stop_signals(signal_handlers handlers);
  explicit stop_signals(std::function<void()> on_first)
      : stop_signals{signal_handlers{std::move(on_first)}} {}
  ~stop_signals();
  stop_signals(const stop_signals&) = delete;
  stop_signals& operator=(const stop_signals&) = delete;

 private:
  std::atomic<bool> over_{false};
  std::thread watcher_;
};

}  // namespace laundromat
