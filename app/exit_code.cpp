// One exit code for each kind of failure.
// SPDX-License-Identifier: Apache-2.0
#include "app/exit_code.hpp"

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

}  // namespace laundromat
