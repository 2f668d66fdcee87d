// SIGINT and SIGTERM as events: the first asks for an ordered stop, the second ends the program at once.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <thread>

namespace laundromat {

/// Keeps SIGINT and SIGTERM from every thread that is started from now on. Call it before the first thread.
void block_stop_signals();

/// Waits for the blocked signals on a thread of its own until it is destroyed.
class stop_signals {
 public:
  /// `on_first` is called from that thread, once. The second signal ends the process with 130.
  explicit stop_signals(std::function<void()> on_first);
  ~stop_signals();
  stop_signals(const stop_signals&) = delete;
  stop_signals& operator=(const stop_signals&) = delete;

 private:
  int over_;  ///< an eventfd: written to at the end
  std::thread watcher_;
};

}  // namespace laundromat
