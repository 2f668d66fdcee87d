// The command line: one program, one command per file under app/commands.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

#include "app/terminal/terminal.hpp"

namespace laundromat {

/// The streams of commands, which tests replace.
struct console {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
  terminal_info out_terminal;
  terminal_info err_terminal;
};

/// Runs one command line; `arguments` without the program's name. Returns an exit code of exit_code.hpp.
[[nodiscard]] int run_cli(const std::vector<std::string>& arguments, console& io);

}  // namespace laundromat
