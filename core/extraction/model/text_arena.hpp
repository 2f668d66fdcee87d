// Memory for texts that are dropped together.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

namespace laundromat {

/// Stores texts one behind the other in blocks that do not move. `clear` keeps the first block.
class text_arena {
 public:
  /// A copy that is valid until `clear`.
  [[nodiscard]] std::string_view add(std::string_view text) {
    if (text.empty()) return {};
    char* const to = room(text.size());
    std::memcpy(to, text.data(), text.size());
    return {to, text.size()};
  }
  void clear() {
    if (blocks_.size() > 1) blocks_.resize(1);
    used_ = 0;
    size_ = blocks_.empty() ? 0 : first_bytes;
  }

 private:
  static constexpr std::size_t first_bytes = std::size_t{16} << 10;

  char* room(std::size_t bytes) {
    if (size_ - used_ < bytes) {
      size_ = blocks_.empty() && bytes <= first_bytes ? first_bytes : std::max(2 * size_, bytes);
      if (blocks_.empty() && size_ > first_bytes) blocks_.push_back(std::make_unique<char[]>(first_bytes));
      blocks_.push_back(std::make_unique<char[]>(size_));
      used_ = 0;
    }
    char* const at = blocks_.back().get() + used_;
    used_ += bytes;
    return at;
  }

  std::vector<std::unique_ptr<char[]>> blocks_;
  std::size_t size_ = 0, used_ = 0;  ///< of the last block
};

}  // namespace laundromat
