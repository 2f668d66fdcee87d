// Files as the stores use them: an owned descriptor, a seekable source, a file that appears by rename.
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

/// The failure of a system call that just set `errno`: `not_found`, `no_space` (also a spent quota), `no_descriptors`, `out_of_memory`
/// (also no thread or process), `limit_exceeded` (the file would be larger than the process may write), `invalid_argument` (the name is
/// too long), else `io_failed`.
[[nodiscard]] tl::unexpected<failure> fail_errno(std::string_view doing, const std::filesystem::path& path);
/// The same of a call that answers its error.
[[nodiscard]] tl::unexpected<failure> fail_code(const std::error_code& code, std::string_view doing,
                                                const std::filesystem::path& path);

/// Opens to read. Errors: `not_found`, `io_failed`; also for what is no regular file.
[[nodiscard]] result<file_descriptor> open_to_read_file(const std::filesystem::path& path);
/// Makes a new file to read and write. Errors: `io_failed`, `no_space`.
[[nodiscard]] result<file_descriptor> create_file(const std::filesystem::path& path);
[[nodiscard]] result<void> write_all(int fd, std::string_view bytes, const std::filesystem::path& path);
[[nodiscard]] result<void> make_folders(const std::filesystem::path& path);
[[nodiscard]] result<void> rename_file(const std::filesystem::path& from, const std::filesystem::path& to);
/// Makes the names in a folder durable.
[[nodiscard]] result<void> sync_folder(const std::filesystem::path& path);

/// A name that no other thread or process of this machine makes up.
[[nodiscard]] std::string fresh_name();

/// Reads an open file from `0` on, wherever other sources of the same descriptor stand. Seekable; knows its
/// size.
[[nodiscard]] result<byte_source_ptr> make_file_source(std::shared_ptr<const file_descriptor> file);
[[nodiscard]] result<byte_source_ptr> open_file_source(const std::filesystem::path& path);

/// A staged file that another process may write to.
class staged_descriptor : public staged_file {
 public:
  [[nodiscard]] virtual int descriptor() const = 0;
};

/// Writes to `temporary`; `commit` renames it to `target`, whose folders it makes. Not durable: what is
/// staged this way can be made again. Errors of `write` and `commit`: `io_failed`, `no_space`.
[[nodiscard]] result<std::unique_ptr<staged_descriptor>> stage_file(std::filesystem::path temporary,
                                                                    std::filesystem::path target);

}  // namespace laundromat
