// How much of the processors clients may use while something else needs them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.hpp"

namespace laundromat {

/// Processor seconds since any begin.
struct processor_seconds {
  double used = 0;  ///< by this process
  double idle = 0;  ///< by nobody
};

/// An account in processor seconds. It gets a share of all processors, and of what nobody uses the part beyond half of the machine: two processors
/// may be one core, on which what looks idle is not. What this process uses is taken from it. Not thread-safe.
class processor_share {
 public:
  /// `share`: of all processors, in the long run; 0.1 is a tenth.
  processor_share(double share, unsigned processors)
      : share_(share), processors_(processors), balance_s_(most_s()) {}

  void observe(const processor_seconds& total, timestamp now);
  [[nodiscard]] bool is_spent() const { return balance_s_ <= 0; }

 private:
  /// Enough for some answers after a pause; the same below zero, so that one long answer is soon forgotten.
  [[nodiscard]] double most_s() const { return processors_ / 2; }

  double share_, processors_, balance_s_;
  processor_seconds last_;
  timestamp at_{};
  bool has_last_ = false;
};

}  // namespace laundromat
