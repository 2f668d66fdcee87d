// Implements files with POSIX calls.
// SPDX-License-Identifier: Apache-2.0
#include "storage/files/posix_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <limits>
#include <random>
#include <system_error>

#include "storage/files/disk_sync.hpp"

namespace laundromat {

namespace {

namespace fs = std::filesystem;

errc errc_of_errno(int number) {
  switch (number) {
    case ENOENT:
    case ENOTDIR:
      return errc::not_found;
    case ENOSPC:
    case EDQUOT:
      return errc::no_space;
    case EMFILE:
    case ENFILE:
      return errc::no_descriptors;
    case ENOMEM:
    case ENOBUFS:
    case EAGAIN:  // fork(2) and pthread_create(3)
      return errc::out_of_memory;
    case EFBIG:  // a washer's file limit is what its document may unpack to; the engine's limit is checked at the start
      return errc::limit_exceeded;
    case ENAMETOOLONG:
      return errc::invalid_argument;
    default:
      return errc::io_failed;
  }
}

class file_source final : public byte_source {
 public:
  file_source(std::shared_ptr<const file_descriptor> file, std::uint64_t size)
      : file_(std::move(file)), size_(size) {}

  /// Of a regular file, less than was asked for is its end: a small one is read by one call.
  result<std::size_t> read(std::span<char> buffer) override {
    if (is_at_end_) return 0;
    for (;;) {
      const auto got = ::pread(file_->get(), buffer.data(), buffer.size(), static_cast<off_t>(offset_));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return fail_errno("read", "a stored file");
      offset_ += static_cast<std::uint64_t>(got);
      is_at_end_ = static_cast<std::size_t>(got) < buffer.size() && offset_ >= size_;
      return static_cast<std::size_t>(got);
    }
  }
  result<void> seek(std::uint64_t offset) override {
    if (offset > static_cast<std::uint64_t>(std::numeric_limits<off_t>::max()))
      return fail(errc::archive_damaged, "it has an offset beyond the end of any file");
    offset_ = offset;
    is_at_end_ = false;
    return {};
  }
  bool is_seekable() const override { return true; }
  std::uint64_t size_bytes() const override { return size_; }

 private:
  std::shared_ptr<const file_descriptor> file_;
  std::uint64_t size_;
  std::uint64_t offset_ = 0;
  bool is_at_end_ = false;
};

}  // namespace

file_descriptor::~file_descriptor() {
  if (fd_ >= 0) ::close(fd_);
}

tl::unexpected<failure> fail_errno(std::string_view doing, const fs::path& path) {
  return fail_code({errno, std::generic_category()}, doing, path);
}

tl::unexpected<failure> fail_code(const std::error_code& code, std::string_view doing, const fs::path& path) {
  return fail(errc_of_errno(code.value()), std::string{doing} + ' ' + path.string() + ": " + code.message());
}

result<file_descriptor> open_to_read_file(const fs::path& path) {
  // O_NONBLOCK prevents blocking on a pipe.
  file_descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  if (!file.is_open()) return fail_errno("open", path);
  struct stat found {};
  if (::fstat(file.get(), &found) != 0) return fail_errno("stat", path);
  if (!S_ISREG(found.st_mode)) return fail(errc::not_found, path.string() + " is not a regular file");
  return file;
}

result<file_descriptor> create_file(const fs::path& path) {
  file_descriptor file{::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644)};
  if (!file.is_open()) {
    auto failed = fail_errno("create", path);
    if (failed.value().code == errc::not_found) failed.value().code = errc::io_failed;
    return failed;
  }
  return file;
}

result<void> write_all(int fd, std::string_view bytes, const fs::path& path) {
  while (!bytes.empty()) {
    const auto done = ::write(fd, bytes.data(), bytes.size());
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) return fail_errno("write", path);
    bytes.remove_prefix(static_cast<std::size_t>(done));
  }
  return {};
}

result<void> make_folders(const fs::path& path) {
  std::error_code code;
  fs::create_directories(path, code);
  if (!code) return {};
  const auto kind = errc_of_errno(code.value());
  return fail(kind == errc::not_found ? errc::io_failed : kind,
              "make folder " + path.string() + ": " + code.message());
}

result<void> rename_file(const fs::path& from, const fs::path& to) {
  if (::rename(from.c_str(), to.c_str()) != 0) return fail_errno("rename to", to);
  return {};
}

result<void> sync_folder(const fs::path& path) {
  const file_descriptor folder{::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  if (!folder.is_open()) return fail_errno("open folder", path);
  return posix_sync().folder(folder.get(), path);
}

result<file_descriptor> unnamed_file(std::string_view bytes) {
  file_descriptor file{::memfd_create("bytes", MFD_CLOEXEC)};
  if (!file.is_open()) return fail_errno("create", "a file in memory");
  if (auto written = write_all(file.get(), bytes, "a file in memory"); !written)
    return tl::unexpected(written.error());
  return file;
}

std::string fresh_name() {
  // In containers every engine may have the same process number; the random part distinguishes files of an
  // earlier one.
  static const auto run = std::to_string(::getpid()) + '-' + std::to_string(std::random_device{}()) + '-';
  static std::atomic<std::uint64_t> last{0};
  return run + std::to_string(++last);
}

/// Of Linux: what it reads of a file before anybody asks.
constexpr std::uint64_t usual_read_ahead_bytes = std::uint64_t{128} << 10;

result<byte_source_ptr> make_file_source(std::shared_ptr<const file_descriptor> file) {
  struct stat found {};
  if (::fstat(file->get(), &found) != 0) return fail_errno("stat", "a stored file");
  const auto size = static_cast<std::uint64_t>(found.st_size);
  if (size > usual_read_ahead_bytes) (void)::posix_fadvise(file->get(), 0, 0, POSIX_FADV_SEQUENTIAL);
  return std::make_unique<file_source>(std::move(file), size);
}

result<byte_source_ptr> open_file_source(const fs::path& path) {
  auto file = open_to_read_file(path);
  if (!file) return tl::unexpected<failure>(file.error());
  return make_file_source(std::make_shared<const file_descriptor>(std::move(*file)));
}

}  // namespace laundromat
