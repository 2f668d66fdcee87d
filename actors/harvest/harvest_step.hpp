// The step that a harvest makes now: its time, and whether more is to be done.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>

#include "core/base/time.hpp"

namespace laundromat {

/// Shared by the parts of a harvest. Used by one thread.
class harvest_step {
 public:
  void begin(timestamp now) {
    begun_ = now;
    clock_ = std::chrono::steady_clock::now();
    has_work_ = false;
  }
  void end() { has_work_ = has_work_ || begun_ < busy_until_; }

  /// When the step began: the time for all that it decides.
  [[nodiscard]] timestamp begun() const { return begun_; }
  /// The time of the engine, which goes on during a step.
  [[nodiscard]] timestamp time_now() const {
    return begun_ + std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - clock_);
  }

  /// A run must not end: something can be done in the next step.
  void continue_next() { has_work_ = true; }
  /// A run must not end for so long: the engine has not seen yet what was changed.
  void stay_busy(seconds duration) { busy_until_ = std::max(busy_until_, begun_ + duration); }
  [[nodiscard]] bool has_work() const { return has_work_; }

 private:
  timestamp begun_{}, busy_until_{};
  std::chrono::steady_clock::time_point clock_{};
  bool has_work_ = true;
};

}  // namespace laundromat
