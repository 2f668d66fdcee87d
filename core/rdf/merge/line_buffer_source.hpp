// A source whose lines are made as they are read.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstring>
#include <string>

#include "core/base/byte_source.hpp"

namespace laundromat {

/// Derived classes make lines; this one delivers them in pieces of any size. Memory: 128 KiB and the longest line.
class line_buffer_source : public byte_source {
 public:
  [[nodiscard]] result<std::size_t> read(std::span<char> buffer) final {
    if (at_ == made_.size()) {
      made_.clear();
      at_ = 0;
      while (has_more_ && made_.size() < wanted_bytes) {
        const auto more = add_lines(made_);
        if (!more) return tl::unexpected(more.error());
        has_more_ = *more;
      }
    }
    const auto n = std::min(buffer.size(), made_.size() - at_);
    std::memcpy(buffer.data(), made_.data() + at_, n);
    at_ += n;
    return n;
  }

 private:
  static constexpr std::size_t wanted_bytes = std::size_t{128} << 10;

  /// Appends some whole lines, or none; false after the last one.
  [[nodiscard]] virtual result<bool> add_lines(std::string& to) = 0;

  std::string made_;
  std::size_t at_ = 0;
  bool has_more_ = true;
};

}  // namespace laundromat
