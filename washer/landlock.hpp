// Forbids this process to use paths, ports and other processes, where the kernel has Landlock.
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace laundromat {

/// Forbids this thread and the threads that it starts to open, make, remove or rename paths, to use TCP ports, abstract sockets and other
/// processes, as far as the kernel supports this. Open files are not affected. Needs PR_SET_NO_NEW_PRIVS.
/// Returns the version of Landlock; 0: there is none, and nothing is forbidden.
/// Source: landlock(7); https://docs.kernel.org/userspace-api/landlock.html, section "Compatibility".
[[nodiscard]] int take_every_path();

}  // namespace laundromat
