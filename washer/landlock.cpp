// Sets a ruleset that forbids all rights. The numbers are defined here because headers may be older than the kernel.
// SPDX-License-Identifier: Apache-2.0
#include "washer/landlock.hpp"

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "storage/files/posix_file.hpp"

namespace laundromat {

namespace {

constexpr std::uint32_t ask_version = 1;

struct ruleset {
  std::uint64_t files = 0, ports = 0, outside = 0;
};

constexpr std::uint64_t lowest(int bits) {
  return (std::uint64_t{1} << bits) - 1;
}

/// All rights of a version.
ruleset rights_of(int version) {
  const int of_files = version >= 5 ? 16 : version >= 3 ? 15 : version == 2 ? 14 : 13;
  return {lowest(of_files), version >= 4 ? lowest(2) : 0, version >= 6 ? lowest(2) : 0};
}

std::size_t size_of(int version) {
  return version >= 6 ? sizeof(ruleset) : version >= 4 ? offsetof(ruleset, outside) : sizeof(std::uint64_t);
}

}  // namespace

int take_every_path() {
  const auto version =
      static_cast<int>(::syscall(SYS_landlock_create_ruleset, nullptr, std::size_t{0}, ask_version));
  if (version <= 0) return 0;
  const auto rights = rights_of(version);
  const file_descriptor rules{
      static_cast<int>(::syscall(SYS_landlock_create_ruleset, &rights, size_of(version), 0U))};
  if (!rules.is_open() || ::syscall(SYS_landlock_restrict_self, rules.get(), 0U) != 0) return 0;
  return version;
}

}  // namespace laundromat
