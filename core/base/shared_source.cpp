// A place in shared bytes.
// SPDX-License-Identifier: Apache-2.0
#include "core/base/shared_source.hpp"

#include <algorithm>
#include <cstring>

namespace laundromat {

namespace {

class shared_source final : public byte_source {
 public:
  explicit shared_source(std::shared_ptr<const std::string> bytes) : bytes_(std::move(bytes)) {}

  result<std::size_t> read(std::span<char> buffer) override {
    const auto n = std::min(buffer.size(), bytes_->size() - at_);
    std::memcpy(buffer.data(), bytes_->data() + at_, n);
    at_ += n;
    return n;
  }
  result<void> seek(std::uint64_t offset) override {
    if (offset > bytes_->size()) return fail(errc::archive_damaged, "it refers to an offset after its end");
    at_ = offset;
    return {};
  }
  [[nodiscard]] bool is_seekable() const override { return true; }
  [[nodiscard]] std::uint64_t size_bytes() const override { return bytes_->size(); }

 private:
  std::shared_ptr<const std::string> bytes_;
  std::size_t at_ = 0;
};

}  // namespace

byte_source_ptr make_shared_source(std::shared_ptr<const std::string> bytes) {
  return std::make_unique<shared_source>(std::move(bytes));
}

}  // namespace laundromat
