// Limits the number of files that the process may open.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <vector>

namespace laundromat {

/// Open files are kept. Requires that no other thread opens or closes files.
class few_files {
 public:
  explicit few_files(int more = 0) {
    ::getrlimit(RLIMIT_NOFILE, &before_);
    std::vector<int> free;
    while (static_cast<int>(free.size()) <= more) free.push_back(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    for (const int fd : free) ::close(fd);
    const rlimit few{static_cast<rlim_t>(free.back()), before_.rlim_max};
    ::setrlimit(RLIMIT_NOFILE, &few);
  }
  ~few_files() { ::setrlimit(RLIMIT_NOFILE, &before_); }
  few_files(const few_files&) = delete;
  few_files& operator=(const few_files&) = delete;

 private:
  rlimit before_{};
};

}  // namespace laundromat
