// Says which entry was in progress when the program crashed, so that the next start knows whom to blame.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/digest.hpp"
#include "storage/files/safe_folder.hpp"

namespace laundromat {

/// Makes SIGSEGV, SIGBUS, SIGFPE, SIGILL and SIGABRT write the hash of the entry that the failing thread works on to
/// the file `mark` of the folder, which follows no link, before they end the program as usual. The handler only opens, writes and
/// closes (POSIX async-signal-safe). Errors: those of the folder.
[[nodiscard]] result<void> install_crash_mark(const safe_folder& folder, const std::string& mark);

/// While it lives, the calling thread has this entry in progress. Not nested.
class entry_in_progress {
 public:
  explicit entry_in_progress(const record_hash& entry);
  ~entry_in_progress();
  entry_in_progress(const entry_in_progress&) = delete;
  entry_in_progress& operator=(const entry_in_progress&) = delete;
};

}  // namespace laundromat
