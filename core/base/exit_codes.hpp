// The exit codes of the program, in the one table that `laundromat --help` prints.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

namespace laundromat {

inline constexpr int exit_ok = 0;
inline constexpr int exit_some_failed = 1;
inline constexpr int exit_usage = 2;
inline constexpr int exit_locked = 3;
inline constexpr int exit_not_found = 4;
inline constexpr int exit_disk = 5;
inline constexpr int exit_interrupted = 130;

struct exit_meaning {
  int code;
  std::string_view meaning;
};
inline constexpr std::array exit_codes = {
    exit_meaning{exit_ok, "all is well"},
    exit_meaning{exit_some_failed,
                 "some documents failed or were refused, an archive lost members, or a download waits for "
                 "another try"},
    exit_meaning{exit_usage, "the command line, the campaign or a file given there is not valid"},
    exit_meaning{exit_locked, "another engine runs on the data folder"},
    exit_meaning{exit_not_found, "what was asked for does not exist"},
    exit_meaning{
        exit_disk,
        "the disk, the journal or this machine failed, also when a run is stopped while it waits for them"},
    exit_meaning{exit_interrupted, "a signal came, or the reader of the output closed it"},
};

}  // namespace laundromat
