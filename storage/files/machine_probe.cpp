// Checks resources with statvfs(3) and small trial operations.
// SPDX-License-Identifier: Apache-2.0
#include "storage/files/machine_probe.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>

#include "storage/files/posix_file.hpp"

namespace laundromat {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t tried_bytes = std::size_t{64} << 10;
constexpr std::size_t tried_memory_bytes = std::size_t{32} << 20;
constexpr int tried_descriptors = 8;

/// A size as `12 MiB`, or below one MiB as `700 KiB`.
std::string in_words(std::uint64_t bytes) {
  const bool is_small = bytes < (std::uint64_t{1} << 20);
  return std::to_string(bytes >> (is_small ? 10 : 20)) + (is_small ? " KiB" : " MiB");
}

/// Writes to an unnamed file, which leaves no trace.
result<void> try_to_write(const fs::path& folder) {
  const auto name = folder / ('.' + fresh_name());
  auto file = create_file(name);
  if (!file) return tl::unexpected(file.error());
  ::unlink(name.c_str());
  if (auto written = write_all(file->get(), std::string(tried_bytes, '\n'), folder); !written) return written;
  if (::fdatasync(file->get()) != 0) return fail_errno("sync a file in", folder);
  return {};
}

result<void> try_to_open() {
  std::vector<file_descriptor> opened;
  for (int i = 0; i < tried_descriptors; ++i) {
    opened.emplace_back(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    if (!opened.back().is_open()) return fail_errno("open", "one more file");
  }
  return {};
}

result<void> try_to_grow() {
  void* const memory =
      ::mmap(nullptr, tried_memory_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return fail_errno("get", "32 MiB of memory");
  ::munmap(memory, tried_memory_bytes);
  return {};
}

}  // namespace

machine_probe::machine_probe(std::vector<fs::path> folders, std::uint64_t reserve_bytes)
    : folders_(std::move(folders)), reserve_bytes_(reserve_bytes) {}

/// Errors: `no_space` for the first file system with too little free space.
result<void> machine_probe::check_room(machine_reading& out) {
  std::set<dev_t> seen;
  result<void> enough;
  for (const auto& folder : folders_) {
    struct statvfs found {};
    if (::statvfs(folder.c_str(), &found) != 0) return fail_errno("get the free space of", folder);
    struct stat disk {};  // f_fsid is 0 for network file systems
    if (::stat(folder.c_str(), &disk) != 0) return fail_errno("get the device of", folder);
    if (!seen.insert(disk.st_dev).second) continue;
    const auto free = std::uint64_t{found.f_bavail} * found.f_frsize;
    const auto reserve = reserve_of(reserve_bytes_, std::uint64_t{found.f_blocks} * found.f_frsize);
    out.free_bytes += free;
    out.least_free_bytes = std::min(out.least_free_bytes.value_or(free), free);
    out.room.append(out.room.empty() ? "free: " : ", ").append(in_words(free)).append(" in ").append(folder);
    const bool was_short = short_of_room_.erase(folder) > 0;
    const bool is_short = free < reserve + (was_short ? reserve / 16 : 0);
    if (is_short) short_of_room_.insert(folder);
    if (is_short && enough)
      enough = fail(errc::no_space, "the file system of " + folder.string() + " has " + in_words(free) +
                                        " free, less than the reserve of " + in_words(reserve) +
                                        " (disk.reserve_mib)");
    if (enough && found.f_files > 0 && found.f_favail == 0)
      enough = fail(errc::no_space, "the file system of " + folder.string() + " has no free inodes");
  }
  return enough;
}

machine_reading machine_probe::look(bool thoroughly) {
  machine_reading out;
  auto sound = check_room(out);
  if (thoroughly) {
    if (sound) sound = try_to_open();
    for (const auto& folder : folders_)
      if (sound) sound = try_to_write(folder);
    if (sound) sound = try_to_grow();
  }
  if (!sound) out.trouble = sound.error();
  return out;
}

}  // namespace laundromat
