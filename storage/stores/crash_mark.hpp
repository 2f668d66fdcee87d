// Records the entry in progress when the program crashes, so that the next start counts the crash against it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/digest.hpp"
#include "storage/files/safe_folder.hpp"

namespace laundromat {

/// Installs handlers of SIGSEGV, SIGBUS, SIGFPE, SIGILL and SIGABRT that write the hash of the entry of the failing thread to
/// the file `mark` of the folder, following no link, before the program ends as usual. The handler only opens, writes and
/// closes (POSIX async-signal-safe). Errors: those of the folder.
[[nodiscard]] result<void> install_crash_mark(const safe_folder& folder, const std::string& mark);

/// During its lifetime the calling thread has this entry in progress. Not nested.
class entry_in_progress {
 public:
  explicit entry_in_progress(const record_hash& entry);
  ~entry_in_progress();
  entry_in_progress(const entry_in_progress&) = delete;
  entry_in_progress& operator=(const entry_in_progress&) = delete;
};

}  // namespace laundromat
