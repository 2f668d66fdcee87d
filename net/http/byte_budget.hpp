// Memory that all requests share.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

namespace laundromat {

/// A number of bytes of which many take a share. Thread-safe; outlives its shares.
class byte_budget {
 public:
  /// Gives back what it has when it is destroyed.
  class share {
   public:
    share() = default;
    explicit share(byte_budget& of) : of_(&of) {}
    share(share&& other) noexcept : of_(other.of_), bytes_(std::exchange(other.bytes_, 0)) {}
    share& operator=(share&& other) noexcept {
      std::swap(of_, other.of_);
      std::swap(bytes_, other.bytes_);
      return *this;
    }
    ~share() {
      if (bytes_ > 0) of_->taken_ -= bytes_;
    }

    /// Takes more. False, and nothing is taken, when the budget has not so much left.
    [[nodiscard]] bool grow(std::uint64_t bytes) {
      if (of_->taken_.fetch_add(bytes) + bytes > of_->limit_) {
        of_->taken_ -= bytes;
        return false;
      }
      bytes_ += bytes;
      return true;
    }

   private:
    byte_budget* of_ = nullptr;
    std::uint64_t bytes_ = 0;
  };

  explicit byte_budget(std::uint64_t limit_bytes) : limit_(limit_bytes) {}

 private:
  const std::uint64_t limit_;
  std::atomic<std::uint64_t> taken_{0};
};

}  // namespace laundromat
