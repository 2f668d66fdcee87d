// Signals as events: the first that asks for an end asks for an ordered one, the second ends the program at once; SIGUSR1 asks how it stands.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <thread>

namespace laundromat {

/// Keeps SIGINT, SIGTERM, SIGHUP and SIGUSR1 from every thread that is started from now on. Call it before the first thread. A SIGHUP that
/// is ignored, as below nohup(1), stays so.
void block_stop_signals();

/// Waits for the blocked signals on a thread of its own until it is destroyed. It needs no descriptor.
class stop_signals {
 public:
  /// Both are called from that thread: `on_first` once, by SIGINT, SIGTERM or SIGHUP, of which a second one ends the process with 130;
  /// `on_status` by each SIGUSR1, also after that.
  explicit stop_signals(std::function<void()> on_first, std::function<void()> on_status = {});
  ~stop_signals();
  stop_signals(const stop_signals&) = delete;
  stop_signals& operator=(const stop_signals&) = delete;

 private:
  std::atomic<bool> over_{false};
  std::thread watcher_;
};

}  // namespace laundromat
