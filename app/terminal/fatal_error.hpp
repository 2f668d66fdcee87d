// Prints fatal errors and determines the exit code.
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace laundromat {

/// Installs a handler that prints uncaught exceptions. A lack of memory or threads, in any thread, ends the process with
/// `exit_disk`, which counts against no document; any other exception is a crash, as before.
void install_terminate_handler();

/// Prints the exception that is being handled, and returns the exit code.
[[nodiscard]] int end_by_exception();

}  // namespace laundromat
