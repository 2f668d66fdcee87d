// Reads small files by one system call.
// SPDX-License-Identifier: Apache-2.0
#include "app/wash/files_in_place.hpp"

#include <algorithm>
#include <cstring>

#include "storage/files/posix_file.hpp"

namespace laundromat {

namespace {

/// Reads bytes that several sources share.
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

result<byte_source_ptr> files_in_place::open(std::string_view path) {
  if (kept_ && path_ == path) return std::make_unique<shared_source>(kept_);
  auto file = open_file_source(path);
  if (!file || (*file)->size_bytes() > most_kept_bytes) return file;
  // One byte more shows the end of the file, or that it grows.
  std::string bytes((*file)->size_bytes() + 1, '\0');
  const auto n = (*file)->read(bytes);
  if (!n) return tl::unexpected(n.error());
  if (*n == bytes.size()) {
    if (auto moved = (*file)->seek(0); !moved) return tl::unexpected(moved.error());
    return file;
  }
  bytes.resize(*n);
  path_.assign(path);
  kept_ = std::make_shared<const std::string>(std::move(bytes));
  return std::make_unique<shared_source>(kept_);
}

}  // namespace laundromat
