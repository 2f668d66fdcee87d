// Reads small files by one system call, and opens large ones once.
// SPDX-License-Identifier: Apache-2.0
#include "app/wash/files_in_place.hpp"

#include <unistd.h>

#include "core/base/shared_source.hpp"
#include "storage/files/posix_file.hpp"

namespace laundromat {

result<byte_source_ptr> files_in_place::open(std::string_view path) {
  if (path_ == path && kept_) return make_shared_source(kept_);
  if (path_ == path && opened_) return make_file_source(opened_);
  auto opened = open_to_read_file(path);
  if (!opened) return tl::unexpected(opened.error());
  path_.assign(path);
  forget();
  if (auto bytes = read_at_once(opened->get()); bytes) {
    kept_ = std::make_shared<const std::string>(*std::move(bytes));
    return make_shared_source(kept_);
  }
  opened_ = std::make_shared<const file_descriptor>(*std::move(opened));
  return make_file_source(opened_);
}

std::optional<std::uint64_t> files_in_place::read_small_file(std::string_view path) {
  if (!open(path) || !kept_) return std::nullopt;
  return kept_->size();
}

/// The bytes of a file that one read of `most_kept_bytes` brings to its end.
std::optional<std::string> files_in_place::read_at_once(int file) {
  if (!room_) room_ = std::make_unique_for_overwrite<char[]>(most_kept_bytes);
  const auto n = ::pread(file, room_.get(), most_kept_bytes, 0);
  if (n < 0 || static_cast<std::size_t>(n) == most_kept_bytes) return std::nullopt;
  return std::string(room_.get(), static_cast<std::size_t>(n));
}

}  // namespace laundromat
