// Handles the signals of a run, from before its data folder is opened until its end.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <mutex>

#include "app/terminal/stop_signals.hpp"

namespace laundromat {

/// An early stop signal is kept until a handler is set.
class run_signals {
 public:
  run_signals();
  [[nodiscard]] bool is_asked_to_stop() const { return is_asked_; }
  /// Sets the handlers of stop, also of an earlier stop signal, of status and of reload; they are called on another thread. With empty functions
  /// signals are only kept; no handler is running when this returns.
  void set_handlers(std::function<void()> stop, std::function<void()> print_status,
                    std::function<void()> reload);

 private:
  void stop();
  void print_status();
  void reload();

  std::mutex lock_;
  std::function<void()> stop_, print_status_, reload_;
  std::atomic<bool> is_asked_{false};
  stop_signals signals_;  // last: its thread uses the others
};

}  // namespace laundromat
