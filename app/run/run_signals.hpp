// What the signals of a run ask for, from before its data folder is opened until it is over.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <mutex>

#include "app/terminal/stop_signals.hpp"

namespace laundromat {

/// A stop that is asked for early is kept until there is somebody to hear of it.
class run_signals {
 public:
  run_signals();
  [[nodiscard]] bool is_asked_to_stop() const { return is_asked_; }
  /// Who hears from now on of a stop, also of an earlier one, and of the wish for the status: on another thread. Empty functions: nobody, and
  /// none is at work any more when this returns.
  void set_handlers(std::function<void()> stop, std::function<void()> print_status);

 private:
  void stop();
  void print_status();

  std::mutex lock_;
  std::function<void()> stop_, print_status_;
  std::atomic<bool> is_asked_{false};
  stop_signals signals_;  // last: its thread uses the others
};

}  // namespace laundromat
