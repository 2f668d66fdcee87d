// A stack of values that keep what they have allocated when they are taken off.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace laundromat::rdfa {

template <class T>
class reused_stack {
 public:
  /// The new top, in whatever state it was left; references to others may break.
  T& add() {
    if (size_ == items_.size()) items_.emplace_back();
    return items_[size_++];
  }
  void shrink(std::size_t size) { size_ = size; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  T& operator[](std::size_t i) { return items_[i]; }
  const T& operator[](std::size_t i) const { return items_[i]; }
  T& back() { return items_[size_ - 1]; }

 private:
  std::vector<T> items_;
  std::size_t size_ = 0;
};

}  // namespace laundromat::rdfa
