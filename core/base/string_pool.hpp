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
    const std::lock_guard lock(kept_->mutex);
    if (kept_->spare.empty()) return {};
    auto one = std::move(kept_->spare.back());
    kept_->spare.pop_back();
    return one;
  }
  /// A string that several hold, and that comes back when the last one lets it go. It may outlive the pool.
  [[nodiscard]] std::shared_ptr<const std::string> share(std::string one) {
    return {new std::string(std::move(one)), [kept = kept_](std::string* last) {
              {
                const std::lock_guard lock(kept->mutex);
                kept->spare.push_back(std::move(*last));
              }
              delete last;
            }};
  }

 private:
  struct strings {
    std::mutex mutex;
    std::vector<std::string> spare;
  };
  std::shared_ptr<strings> kept_ = std::make_shared<strings>();
};

}  // namespace laundromat
