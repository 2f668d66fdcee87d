// Writes an unnamed file, then names it.
// SPDX-License-Identifier: Apache-2.0
#include "storage/files/whole_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <string>

#include "storage/files/posix_file.hpp"

namespace laundromat {

result<bool> create_whole_file(const std::filesystem::path& path, std::string_view bytes) {
  const std::string_view whole = path.native();
  const auto slash = whole.rfind('/');
  const std::string folder{slash == whole.npos ? "." : slash == 0 ? "/" : whole.substr(0, slash)};
  const file_descriptor file{::open(folder.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, 0644)};
  if (!file.is_open()) return false;
  if (auto written = write_all(file.get(), bytes, path); !written) return tl::unexpected(written.error());
  // Linux before 6.10 allows this to few users; the way by /proc costs more.
  if (::linkat(file.get(), "", AT_FDCWD, path.c_str(), AT_EMPTY_PATH) == 0) return true;
  if (errno == EEXIST) return false;
  const auto open_file = "/proc/self/fd/" + std::to_string(file.get());
  return ::linkat(AT_FDCWD, open_file.c_str(), AT_FDCWD, path.c_str(), AT_SYMLINK_FOLLOW) == 0;
}

}  // namespace laundromat
