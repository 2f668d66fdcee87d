// Takes every path, port and outside process from this process, where the kernel has Landlock.
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace laundromat {

/// From now on this thread, and what it starts, opens, makes, removes and renames no path, connects to and listens at no TCP port, and
/// reaches no abstract socket and no process outside, as far as the kernel knows how. What is open stays open. Needs PR_SET_NO_NEW_PRIVS.
/// Returns the version of Landlock that it has; 0: none, and nothing is taken.
/// Source: landlock(7); https://docs.kernel.org/userspace-api/landlock.html, section "Compatibility".
[[nodiscard]] int take_every_path();

}  // namespace laundromat
