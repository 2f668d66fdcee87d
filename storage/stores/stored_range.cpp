// Reads at an offset.
// SPDX-License-Identifier: Apache-2.0
#include "storage/stores/stored_range.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace laundromat {

namespace {

class range_source final : public byte_source {
 public:
  explicit range_source(stored_range range) : range_(std::move(range)) {}

  result<std::size_t> read(std::span<char> buffer) override {
    const auto wanted = std::min<std::uint64_t>(buffer.size(), range_.length_bytes - at_);
    if (wanted == 0) return 0;
    for (;;) {
      const auto n =
          ::pread(range_.file->get(), buffer.data(), wanted, static_cast<off_t>(range_.offset_bytes + at_));
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) return fail_errno("read", "a stored file");
      if (n == 0) return fail(errc::io_failed, "a stored file is shorter than it was");
      at_ += static_cast<std::uint64_t>(n);
      return static_cast<std::size_t>(n);
    }
  }
  result<void> seek(std::uint64_t offset) override {
    at_ = std::min(offset, range_.length_bytes);
    return {};
  }
  [[nodiscard]] bool is_seekable() const override { return true; }
  [[nodiscard]] std::uint64_t size_bytes() const override { return range_.length_bytes; }

 private:
  stored_range range_;
  std::uint64_t at_ = 0;
};

}  // namespace

byte_source_ptr make_range_source(stored_range range) {
  return std::make_unique<range_source>(std::move(range));
}

}  // namespace laundromat
