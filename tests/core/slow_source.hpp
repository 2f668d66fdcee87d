// A source for tests that delivers few bytes at a time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <utility>

#include "core/base/byte_source.hpp"

namespace laundromat::testing {

/// Delivers at most `most_bytes` in each read; not seekable.
class slow_source final : public byte_source {
 public:
  slow_source(std::string bytes, std::size_t most_bytes)
      : bytes_(std::move(bytes)), most_bytes_(most_bytes) {}
  result<std::size_t> read(std::span<char> buffer) override {
    const auto n = bytes_.copy(buffer.data(), std::min(buffer.size(), most_bytes_), at_);
    at_ += n;
    return n;
  }

 private:
  std::string bytes_;
  std::size_t most_bytes_, at_ = 0;
};

}  // namespace laundromat::testing
