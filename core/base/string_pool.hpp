// Large strings whose memory is used again, because memory that is new costs more than what is written to it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace laundromat {

/// Any thread may take and give back. Keeps what was given back until it goes.
class string_pool {
 public:
  /// An old string with what is in it, or a new one.
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
  /// A string that several hold, and that comes back when the last one lets it go. The pool outlives it.
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
