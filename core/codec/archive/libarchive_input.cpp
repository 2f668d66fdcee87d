// Implements the callbacks of libarchive over a byte source.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/archive/libarchive_input.hpp"

#include <archive.h>
#include <locale.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>

namespace laundromat {

void archive_deleter::operator()(archive* handle) const {
  archive_read_free(handle);
}

utf8_locale_scope::utf8_locale_scope() {
  // Loaded once: loading reads files, and each member of an archive opens a scope.
  static const locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
  if (utf8 != nullptr) before_ = uselocale(utf8);
}

utf8_locale_scope::~utf8_locale_scope() {
  if (before_ != nullptr) uselocale(static_cast<locale_t>(before_));
}

archive_input::archive_input(byte_source_ptr source, std::size_t slice_bytes)
    : source_(std::move(source)), slice_bytes_(slice_bytes), block_(block_bytes) {}

result<int> archive_input::open(archive* handle) {
  archive_read_set_callback_data(handle, this);
  archive_read_set_read_callback(handle, [](archive* a, void* self, const void** block) -> la_ssize_t {
    return read_block(a, self, block);
  });
  if (source_->is_seekable()) {
    size_ = source_->size_bytes();
    archive_read_set_seek_callback(handle,
                                   [](archive* a, void* self, la_int64_t offset, int whence) -> la_int64_t {
                                     return seek_to(a, self, offset, whence);
                                   });
    archive_read_set_skip_callback(handle, [](archive* a, void* self, la_int64_t request) -> la_int64_t {
      return skip(a, self, request);
    });
  }
  const auto code = archive_read_open1(handle);
  if (error_) return tl::unexpected(*error_);
  return code;
}

long long archive_input::read_block(archive* handle, void* data, const void** block) {
  auto& self = *static_cast<archive_input*>(data);
  if (self.front_ == self.back_) {
    auto n = self.source_->read(self.block_);
    if (!n) {
      self.error_ = n.error();
      archive_set_error(handle, EIO, "reading the source failed");
      return ARCHIVE_FATAL;
    }
    self.front_ = 0;
    self.back_ = *n;
  }
  const auto n = std::min(self.slice_bytes_, self.back_ - self.front_);
  *block = self.block_.data() + self.front_;
  self.front_ += n;
  self.position_ += n;
  return static_cast<long long>(n);
}

long long archive_input::seek_to(archive* handle, void* data, long long offset, int whence) {
  auto& self = *static_cast<archive_input*>(data);
  const auto size = static_cast<long long>(self.size_);
  const auto from = whence == SEEK_SET   ? 0LL
                    : whence == SEEK_END ? size
                                         : static_cast<long long>(self.position_);
  const auto target = std::clamp(from + offset, 0LL, size);
  // Small members are next to each other: bytes already in the buffer are not read again.
  const auto begin = static_cast<long long>(self.position_ - self.front_);
  if (target >= begin && target <= begin + static_cast<long long>(self.back_)) {
    self.front_ = static_cast<std::size_t>(target - begin);
    self.position_ = static_cast<std::uint64_t>(target);
    return target;
  }
  if (auto moved = self.source_->seek(static_cast<std::uint64_t>(target)); !moved) {
    self.error_ = moved.error();
    archive_set_error(handle, EIO, "seeking in the source failed");
    return ARCHIVE_FATAL;
  }
  self.position_ = static_cast<std::uint64_t>(target);
  self.front_ = self.back_ = 0;
  return target;
}

long long archive_input::skip(archive* handle, void* data, long long request) {
  auto& self = *static_cast<archive_input*>(data);
  const auto before = static_cast<long long>(self.position_);
  const auto after = seek_to(handle, data, request, SEEK_CUR);
  return after < 0 ? after : after - before;
}

std::string archive_message(archive* handle) {
  const auto* text = archive_error_string(handle);
  return text ? text : "libarchive reported no reason";
}

}  // namespace laundromat
