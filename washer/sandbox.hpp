// Locks this process in: it computes, and uses the files that it has open.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "core/base/result.hpp"

namespace laundromat {

/// What one process may use, see setrlimit(2).
struct sandbox_limits {
  std::uint64_t memory_bytes = 0;  ///< of address space
  std::uint64_t file_bytes = 0;    ///< that one file may have
  std::uint64_t files = 0;         ///< open at the same time
  std::uint64_t processes = 0;  ///< threads among them; the kernel counts all of a user's, and none of root's
  std::uint64_t processor_s = 0;  ///< of the process, all its threads and all its jobs
};

/// Sets the limits for good, and leaves no way to gain privileges (PR_SET_NO_NEW_PRIVS), to open a file or a connection, to start or
/// trace a process, to be traced (PR_SET_DUMPABLE), or to signal another one: whatever is not on the list of system calls answers EPERM
/// (seccomp(2)), and behind that stands `take_every_path`. Holds for all threads, and for what they start. Returns what this kernel does
/// not have, in words. Errors: `io_failed`.
/// `also` are numbers of system calls that this process needs beside those of a washer.
[[nodiscard]] result<std::vector<std::string>> enter_sandbox(const sandbox_limits& limits,
                                                             std::initializer_list<int> also = {});

/// What this process may use of the processor; beyond that it ends by SIGXCPU, and at the limit of its sandbox by SIGKILL.
class processor_allowance {
 public:
  /// From now on so much.
  void renew(std::uint64_t allowed_s);

 private:
  std::uint64_t limit_s_ = 0;  ///< as the kernel has it; 0: not set yet
};

}  // namespace laundromat
