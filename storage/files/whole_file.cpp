// Writes an unnamed file, then names it.
// SPDX-License-Identifier: Apache-2.0
#include "storage/files/whole_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace laundromat {

namespace {

/// `folder` and `name` are relative to the open folder `at`, whose path is `shown`.
result<bool> create_in(int at, const std::filesystem::path& shown, const char* folder,
                       const std::string& name, std::string_view bytes) {
  const file_descriptor file{::openat(at, folder, O_WRONLY | O_TMPFILE | O_CLOEXEC, 0644)};
  if (!file.is_open()) return false;
  const auto done = ::write(file.get(), bytes.data(), bytes.size());
  if (done != static_cast<ssize_t>(bytes.size())) {
    bytes.remove_prefix(done > 0 ? static_cast<std::size_t>(done) : 0);
    if (auto written = write_all(file.get(), bytes, shown / name); !written)
      return tl::unexpected(written.error());
  }
  // Linux before 6.10 allows this to few users; the way by /proc costs more.
  if (::linkat(file.get(), "", at, name.c_str(), AT_EMPTY_PATH) == 0) return true;
  if (errno == EEXIST) return false;
  const auto open_file = "/proc/self/fd/" + std::to_string(file.get());
  return ::linkat(AT_FDCWD, open_file.c_str(), at, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
}

}  // namespace

result<bool> create_whole_file(const std::filesystem::path& path, std::string_view bytes) {
  const auto& whole = path.native();
  const auto slash = whole.rfind('/');
  const auto folder = slash == whole.npos ? "." : slash == 0 ? "/" : whole.substr(0, slash);
  return create_in(AT_FDCWD, {}, folder.c_str(), whole, bytes);
}

whole_file_folder::whole_file_folder(const std::filesystem::path& path)
    : path_(path), folder_(::open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)) {}

result<bool> whole_file_folder::create(const std::string& name, std::string_view bytes) const {
  if (!folder_.is_open()) return false;
  return create_in(folder_.get(), path_, ".", name, bytes);
}

}  // namespace laundromat
