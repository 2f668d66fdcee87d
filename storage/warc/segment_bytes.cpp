// Implements writing at an offset.
// SPDX-License-Identifier: Apache-2.0
#include "storage/warc/segment_bytes.hpp"

#include <unistd.h>

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

std::string digits14(timestamp t) {
  std::string digits;
  for (const char c : to_iso8601(t))
    if (c >= '0' && c <= '9' && digits.size() < 14) digits += c;
  return digits;
}

}  // namespace laundromat
