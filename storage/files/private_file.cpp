// Reads and writes secret files with POSIX and Linux calls.
// SPDX-License-Identifier: Apache-2.0
#include "storage/files/private_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/count_words.hpp"

#include <cerrno>

namespace laundromat {
namespace {

namespace fs = std::filesystem;

/// The failure for an existing file, which is never overwritten.
tl::unexpected<failure> fail_to_make(std::string_view doing, const fs::path& path) {
  if (errno == EEXIST)
    return fail(errc::invalid_argument,
                path.string() + " exists and is not overwritten: move it away, or name another file");
  return fail_errno(doing, path);
}

std::string in_octal(mode_t mode) {
  std::string digits{"0000"};
  for (auto digit = digits.rbegin(); digit != digits.rend(); ++digit, mode /= 8)
    *digit = static_cast<char>('0' + mode % 8);
  return digits;
}

/// Creates the file under the name `hidden`, to be linked to `path`.
result<void> write_durably(const fs::path& hidden, std::string_view bytes, const fs::path& path) {
  const file_descriptor file{::open(hidden.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600)};
  if (!file.is_open()) return fail_errno("create", path);
  if (auto written = write_all(file.get(), bytes, path); !written) return written;
  if (::fsync(file.get()) != 0) return fail_errno("sync", path);
  return {};
}

}  // namespace

result<std::string> read_private_file(const fs::path& path, std::uint64_t most_bytes) {
  auto file = open_to_read_file(path);
  if (!file) return tl::unexpected(file.error());
  struct stat found {};
  if (::fstat(file->get(), &found) != 0) return fail_errno("stat", path);
  if ((found.st_mode & 077) != 0)
    return fail(errc::configuration, path.string() + " is secret and accessible to other users (mode " +
                                         in_octal(found.st_mode & 07777) + "): type `chmod 600 " +
                                         path.string() + "`");
  if (static_cast<std::uint64_t>(found.st_size) > most_bytes)
    return fail(errc::configuration, path.string() + " is larger than " + number_of(most_bytes, "byte"));
  auto source = make_file_source(std::make_shared<const file_descriptor>(*std::move(file)));
  if (!source) return tl::unexpected(source.error());
  return read_all(**source, most_bytes);
}

result<void> write_private_file(const fs::path& path, std::string_view bytes) {
  const auto hidden = path.parent_path() / ("." + fresh_name());
  auto made = write_durably(hidden, bytes, path);
  // link(2), unlike rename(2), never replaces a file.
  if (made && ::link(hidden.c_str(), path.c_str()) != 0) made = fail_to_make("create", path);
  ::unlink(hidden.c_str());
  if (!made) return made;
  return sync_folder(path.has_parent_path() ? path.parent_path() : fs::path{"."});
}

result<void> make_private_folder(const fs::path& path) {
  if (::mkdir(path.c_str(), 0700) != 0) return fail_to_make("make folder", path);
  return {};
}

result<sealed_file> sealed_file::copy_of(std::string_view bytes) {
  constexpr auto name = "laundromat";
  file_descriptor file{::memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING)};
  if (!file.is_open()) return fail_errno("create in memory", name);
  if (auto written = write_all(file.get(), bytes, name); !written) return tl::unexpected(written.error());
  if (::fcntl(file.get(), F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL) != 0)
    return fail_errno("seal", name);
  return sealed_file{std::move(file)};
}

fs::path sealed_file::path() const {
  return "/proc/self/fd/" + std::to_string(file_.get());
}

}  // namespace laundromat
