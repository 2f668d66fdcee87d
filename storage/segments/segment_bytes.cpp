// Implements reading and writing at an offset.
// SPDX-License-Identifier: Apache-2.0
#include "storage/segments/segment_bytes.hpp"

#include <unistd.h>

#include <cerrno>

#include "storage/files/posix_file.hpp"

namespace laundromat {

result<void> write_at(int fd, std::string_view bytes, std::uint64_t offset,
                      const std::filesystem::path& path) {
  while (!bytes.empty()) {
    const auto n = ::pwrite(fd, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return fail_errno("write", path);
    bytes.remove_prefix(static_cast<std::size_t>(n));
    offset += static_cast<std::uint64_t>(n);
  }
  return {};
}

result<std::string> read_at(int fd, const segment_place& place, const std::filesystem::path& path) {
  std::string bytes(place.length_bytes, '\0');
  for (std::size_t done = 0; done < bytes.size();) {
    const auto n =
        ::pread(fd, bytes.data() + done, bytes.size() - done, static_cast<off_t>(place.offset_bytes + done));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return fail_errno("read", path);
    if (n == 0)
      return fail(errc::not_found, path.string() + " ends before byte " +
                                       std::to_string(place.offset_bytes + place.length_bytes));
    done += static_cast<std::size_t>(n);
  }
  return bytes;
}

void read_available(int fd, std::uint64_t offset, std::string& bytes) {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const auto n = ::pread(fd, bytes.data() + done, bytes.size() - done, static_cast<off_t>(offset + done));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    done += static_cast<std::size_t>(n);
  }
  bytes.resize(done);
}

}  // namespace laundromat
