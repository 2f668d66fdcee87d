// One exit code for each kind of failure.
// SPDX-License-Identifier: Apache-2.0
#include "app/terminal/exit_code.hpp"

#include <poll.h>
#include <unistd.h>

#include <filesystem>

namespace laundromat {

int exit_code_of(const failure& why) {
  switch (why.code) {
    case errc::invalid_argument:
    case errc::syntax_error:
    case errc::configuration:
      return exit_usage;
    case errc::not_found:
      return exit_not_found;
    case errc::cancelled:
      return exit_interrupted;
    case errc::journal_locked:
      return exit_locked;
    default:
      return exit_disk;
  }
}

std::string message_of(const failure& why) {
  const bool is_of_user = why.code == errc::invalid_argument || why.code == errc::configuration ||
                          why.code == errc::journal_locked;
  if (is_of_user && !why.detail.empty()) return why.detail;
  if (why.code != errc::not_found) return to_string(why);
  // Some are only the name of what is missing.
  const bool is_sentence = why.detail.find(' ') != std::string::npos;
  return is_sentence ? why.detail : "not found" + (why.detail.empty() ? "" : ": " + why.detail);
}

int exit_code_of_file(const std::string& file) {
  std::error_code code;
  return std::filesystem::exists(file, code) ? exit_usage : exit_not_found;
}

bool is_reader_gone(int descriptor) {
  pollfd end{descriptor, POLLOUT, 0};
  return ::poll(&end, 1, 0) == 1 && (end.revents & (POLLERR | POLLHUP)) != 0;
}

failure output_failure() {
  if (is_reader_gone(STDOUT_FILENO)) return {errc::cancelled, "the reader of standard output is gone"};
  return {errc::io_failed, "standard output cannot be written"};
}

}  // namespace laundromat
