// Enters a sandbox in which the process can only compute and use its open files.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "core/base/result.hpp"

namespace laundromat {

/// The limits of one process, see setrlimit(2).
struct sandbox_limits {
  std::uint64_t memory_bytes = 0;  ///< address space
  std::uint64_t file_bytes = 0;    ///< size of a file
  std::uint64_t files = 0;         ///< open files
  std::uint64_t processes = 0;     ///< including threads; the kernel counts all of the user, and none of root
  std::uint64_t processor_s = 0;   ///< of all threads and jobs of the process
};

/// Sets the limits for ever, and prevents that the process gains privileges (PR_SET_NO_NEW_PRIVS), opens a file or a connection, starts or
/// traces a process, is traced (PR_SET_DUMPABLE), or signals another process. System calls that are not allowed return EPERM (seccomp(2));
/// `take_every_path` is a second protection. Applies to all threads. Returns the protections that this kernel does not have, in words.
/// Errors: `io_failed`. `also` are further system calls that this process needs.
[[nodiscard]] result<std::vector<std::string>> enter_sandbox(const sandbox_limits& limits,
                                                             std::initializer_list<int> also = {});

/// The processor time that this process may use. Above it the process ends by SIGXCPU, and at the limit of its sandbox by SIGKILL.
class processor_allowance {
 public:
  /// Allows so many seconds from now on.
  void renew(std::uint64_t allowed_s);

 private:
  std::uint64_t limit_s_ = 0;  ///< the limit of the kernel; 0: not set yet
};

}  // namespace laundromat
