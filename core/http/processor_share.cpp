// Accounts processor seconds.
// SPDX-License-Identifier: Apache-2.0
#include "core/http/processor_share.hpp"

#include <algorithm>
#include <chrono>

namespace laundromat {

void processor_share::observe(const processor_seconds& total, timestamp now) {
  if (has_last_) {
    const auto passed_s = std::max(0.0, std::chrono::duration<double>(now - at_).count());
    const auto idle = std::max(0.0, total.idle - last_.idle - processors_ / 2 * passed_s);
    balance_s_ += share_ * processors_ * passed_s + idle - std::max(0.0, total.used - last_.used);
    balance_s_ = std::clamp(balance_s_, -most_s(), most_s());
  }
  last_ = total;
  at_ = now;
  has_last_ = true;
}

}  // namespace laundromat
