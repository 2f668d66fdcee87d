// Implements the crash mark with a signal handler. It needs process-wide state because signal handlers have no user argument.
// SPDX-License-Identifier: Apache-2.0
#include "storage/stores/crash_mark.hpp"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cstring>
#include <utility>

namespace laundromat {

namespace {

constexpr std::size_t hex_digits = 32;
thread_local char entry_hex[hex_digits + 1] = {};
char mark_name[256] = {};
int mark_folder = -1;  // open until the program ends

void write_mark(int signal_number) {
  if (entry_hex[0] != 0) {
    const int fd =
        ::openat(mark_folder, mark_name, O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0644);
    if (fd >= 0) {
      (void)!::write(fd, entry_hex, hex_digits);
      ::close(fd);
    }
  }
  ::raise(signal_number);
}

}  // namespace

result<void> install_crash_mark(const safe_folder& folder, const std::string& mark) {
  const auto opened = folder.open_folder("");
  if (!opened) return tl::unexpected<failure>(opened.error());
  const int kept = ::fcntl(opened->get(), F_DUPFD_CLOEXEC, 0);
  if (kept < 0) return fail_errno("keep open", folder.path());
  if (const int former = std::exchange(mark_folder, kept); former >= 0) ::close(former);
  std::strncpy(mark_name, mark.c_str(), sizeof mark_name - 1);
  struct sigaction action {};
  action.sa_handler = write_mark;
  action.sa_flags = SA_RESETHAND | SA_NODEFER;
  for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) ::sigaction(number, &action, nullptr);
  return {};
}

entry_in_progress::entry_in_progress(const record_hash& entry) {
  const auto hex = entry.hex();
  std::memcpy(entry_hex, hex.data(), hex_digits);
}

entry_in_progress::~entry_in_progress() {
  entry_hex[0] = 0;
}

}  // namespace laundromat
