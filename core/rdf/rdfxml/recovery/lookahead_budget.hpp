// How many bytes may be read ahead in all, so that much damage costs no more than linear time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace laundromat::rdfxml {

/// Grows with what was read of the document: `free_bytes`, and `numerator`/`denominator` of each byte.
class lookahead_budget {
 public:
  constexpr lookahead_budget(std::uint64_t free_bytes, std::uint64_t numerator, std::uint64_t denominator)
      : free_bytes_(free_bytes), numerator_(numerator), denominator_(denominator) {}

  /// Whether there is anything left when `read_bytes` of the document were read.
  [[nodiscard]] constexpr bool is_left(std::uint64_t read_bytes) const {
    return spent_bytes_ <= free_bytes_ + read_bytes / denominator_ * numerator_;
  }
  constexpr void spend(std::uint64_t bytes) { spent_bytes_ += bytes; }
  [[nodiscard]] constexpr std::uint64_t spent_bytes() const { return spent_bytes_; }
  /// Takes back what was spent since `spent_bytes` was that: the same bytes will be read again.
  constexpr void restore(std::uint64_t bytes) { spent_bytes_ = bytes; }

 private:
  std::uint64_t free_bytes_, numerator_, denominator_, spent_bytes_ = 0;
};

}  // namespace laundromat::rdfxml
