// Files of the stores: an owned descriptor, a seekable source, a file that appears by rename.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/byte_source.hpp"
#include "core/codec/stores.hpp"

namespace laundromat {

/// Owns a file descriptor.
class file_descriptor {
 public:
  file_descriptor() = default;
  explicit file_descriptor(int fd) : fd_(fd) {}
  ~file_descriptor();
  file_descriptor(file_descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  file_descriptor& operator=(file_descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  [[nodiscard]] int get() const { return fd_; }
  [[nodiscard]] bool is_open() const { return fd_ >= 0; }

 private:
  int fd_ = -1;
};

/// The failure of a system call that just set `errno`: `not_found`, `no_space` (also an exhausted quota), `no_descriptors`, `out_of_memory`
/// (also for threads and processes), `limit_exceeded` (the file size limit of the process), `invalid_argument` (the name is
/// too long), else `io_failed`.
[[nodiscard]] tl::unexpected<failure> fail_errno(std::string_view doing, const std::filesystem::path& path);
/// The same for a call that returns its error.
[[nodiscard]] tl::unexpected<failure> fail_code(const std::error_code& code, std::string_view doing,
                                                const std::filesystem::path& path);

/// Opens to read. Errors: `not_found`, also for anything but a regular file; `io_failed`.
[[nodiscard]] result<file_descriptor> open_to_read_file(const std::filesystem::path& path);
/// Creates a new file to read and write. Errors: `io_failed`, `no_space`.
[[nodiscard]] result<file_descriptor> create_file(const std::filesystem::path& path);
[[nodiscard]] result<void> write_all(int fd, std::string_view bytes, const std::filesystem::path& path);
[[nodiscard]] result<void> make_folders(const std::filesystem::path& path);
[[nodiscard]] result<void> rename_file(const std::filesystem::path& from, const std::filesystem::path& to);
/// Makes the names in a folder durable.
[[nodiscard]] result<void> sync_folder(const std::filesystem::path& path);

/// An unnamed file in memory with these bytes, to pass to another process.
[[nodiscard]] result<file_descriptor> unnamed_file(std::string_view bytes);

/// A name that is unique among the threads and processes of this machine.
[[nodiscard]] std::string fresh_name();

/// Reads an open file from offset 0, independently of other sources of the same descriptor. Seekable; its size
/// is known.
[[nodiscard]] result<byte_source_ptr> make_file_source(std::shared_ptr<const file_descriptor> file);
[[nodiscard]] result<byte_source_ptr> open_file_source(const std::filesystem::path& path);

/// A staged file whose descriptor may be given to another process.
class staged_descriptor : public staged_file {
 public:
  [[nodiscard]] virtual int descriptor() const = 0;
};

}  // namespace laundromat
