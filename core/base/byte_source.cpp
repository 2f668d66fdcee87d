// The memory source, `read_all` and `read_head`.
// SPDX-License-Identifier: Apache-2.0
#include "core/base/byte_source.hpp"

#include <algorithm>
#include <cstring>

#include "core/base/count_words.hpp"

namespace laundromat {

namespace {

template <class Bytes>
class memory_source final : public byte_source {
 public:
  explicit memory_source(Bytes bytes) : bytes_(std::move(bytes)) {}

  result<std::size_t> read(std::span<char> buffer) override {
    const auto n = std::min(buffer.size(), bytes_.size() - at_);
    std::memcpy(buffer.data(), bytes_.data() + at_, n);
    at_ += n;
    return n;
  }
  result<void> seek(std::uint64_t offset) override {
    if (offset > bytes_.size()) return fail(errc::archive_damaged, "it refers to an offset after its end");
    at_ = offset;
    return {};
  }
  bool is_seekable() const override { return true; }
  std::uint64_t size_bytes() const override { return bytes_.size(); }

 private:
  Bytes bytes_;
  std::size_t at_ = 0;
};

/// Returns the head that was read ahead, then the rest.
class rejoined_source final : public byte_source {
 public:
  rejoined_source(std::string head, byte_source_ptr rest) : head_(std::move(head)), rest_(std::move(rest)) {}

  result<std::size_t> read(std::span<char> buffer) override {
    if (at_ == head_.size()) return rest_->read(buffer);
    const auto n = std::min(buffer.size(), head_.size() - at_);
    std::memcpy(buffer.data(), head_.data() + at_, n);
    at_ += n;
    return n;
  }

 private:
  std::string head_;
  byte_source_ptr rest_;
  std::size_t at_ = 0;
};

}  // namespace

/// Small steps first, because most documents are small, and memory is cleared before it is read into.
result<std::string> read_head(byte_source& source, std::uint64_t limit_bytes) {
  constexpr std::size_t least_step_bytes = std::size_t{1} << 12, most_step_bytes = std::size_t{1} << 16;
  std::string out;
  while (out.size() < limit_bytes) {
    const auto before = out.size();
    const auto step = std::clamp(before, least_step_bytes, most_step_bytes);
    out.resize(before + std::min<std::uint64_t>(limit_bytes - before, step));
    auto n = source.read({out.data() + before, out.size() - before});
    if (!n) return tl::unexpected(n.error());
    out.resize(before + *n);
    if (*n == 0) break;
  }
  return out;
}

result<std::string> read_all(byte_source& source, std::uint64_t limit_bytes) {
  auto out = read_head(source, limit_bytes + 1);
  if (out && out->size() > limit_bytes)
    return fail(errc::limit_exceeded, "more than " + number_of(limit_bytes, "byte"));
  return out;
}

byte_source_ptr make_memory_source(std::string bytes) {
  return std::make_unique<memory_source<std::string>>(std::move(bytes));
}

byte_source_ptr make_view_source(std::string_view bytes) {
  return std::make_unique<memory_source<std::string_view>>(bytes);
}

byte_source_ptr make_rejoined_source(std::string head, byte_source_ptr rest) {
  return std::make_unique<rejoined_source>(std::move(head), std::move(rest));
}

}  // namespace laundromat
