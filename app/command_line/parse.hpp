// Reads a command line as the commands declare it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/command_line/command.hpp"

namespace laundromat {

/// What became of a command line. The variables of the arguments are set when there is an action.
struct parsed_line {
  std::function<void()> action;        ///< of the command that was named; empty when nothing is to be done
  std::string output;                  ///< the help or version that was asked for
  std::string refusal;                 ///< what is wrong with it; empty when nothing is
  std::vector<std::string> path;       ///< the commands that were recognised: `cluster`, `init`
  std::vector<std::string> left_over;  ///< when it was refused: words that no command takes
};

/// `arguments` without the program's name, which is that of `program`. Errors: told in `refusal`.
[[nodiscard]] parsed_line parse(const cli_command& program, const std::vector<std::string>& arguments);

}  // namespace laundromat
