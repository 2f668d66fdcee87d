// Reads and writes the format of sha256sum: digest, two spaces, name.
// SPDX-License-Identifier: Apache-2.0
#include "app/publish/digest_list.hpp"

#include <fstream>
#include <vector>

#include "storage/files/posix_file.hpp"

namespace laundromat {

namespace {

constexpr std::size_t chunk_bytes = std::size_t{1} << 18;
constexpr std::size_t digest_digits = 64;

bool stays_inside(const std::filesystem::path& name) {
  if (name.is_absolute() || name.empty()) return false;
  for (const auto& step : name)
    if (step == "..") return false;
  return true;
}

}  // namespace

std::string to_string(const manifest_line& line) {
  return line.digest.hex() + "  " + line.name + "\n";
}

result<void> read_manifest(const std::filesystem::path& path,
                           const std::function<void(const manifest_line&)>& take) {
  std::ifstream file{path};
  if (!file) return fail(errc::not_found, "no manifest " + path.string());
  std::uint64_t number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    const auto digest = content_digest::from_hex(std::string_view(line).substr(0, digest_digits));
    const auto name = line.size() > digest_digits + 2 ? line.substr(digest_digits + 2) : std::string{};
    if (!digest || line.compare(digest_digits, 2, "  ") != 0 || !stays_inside(name))
      return fail(errc::syntax_error, path.string() + ", line " + std::to_string(number));
    take({*digest, name});
  }
  return file.bad() ? result<void>{fail(errc::io_failed, "cannot read " + path.string())} : result<void>{};
}

result<file_digest> digest_file(const std::filesystem::path& path) {
  const auto file = open_file_source(path);
  if (!file) return tl::unexpected(file.error());
  content_hasher hasher;
  file_digest found;
  std::vector<char> buffer(chunk_bytes);
  while (true) {
    const auto n = (*file)->read(buffer);
    if (!n) return tl::unexpected(n.error());
    if (*n == 0) break;
    hasher.update({buffer.data(), *n});
    found.bytes += *n;
  }
  found.digest = hasher.finish();
  return found;
}

}  // namespace laundromat
