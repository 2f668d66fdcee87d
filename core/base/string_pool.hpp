// Large strings whose memory is used again, because allocating it costs more than writing to it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace laundromat {

/// Thread-safe. Keeps returned strings for its own lifetime.
class string_pool {
 public:
  /// A returned string with its old content, or a new one.
  [[nodiscard]] std::string take() {
    const std::lock_guard lock(mutex_);
    if (spare_.empty()) return {};
    auto one = std::move(spare_.back());
    spare_.pop_back();
    return one;
  }
  void give_back(std::string one) {
    const std::lock_guard lock(mutex_);
    spare_.push_back(std::move(one));
  }
  /// A shared string that returns to the pool when its last owner releases it. It must not outlive the pool.
  [[nodiscard]] std::shared_ptr<const std::string> share(std::string one) {
    return {new std::string(std::move(one)), [this](std::string* last) {
              give_back(std::move(*last));
              delete last;
            }};
  }

 private:
  std::mutex mutex_;
  std::vector<std::string> spare_;
};

}  // namespace laundromat
