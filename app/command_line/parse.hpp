// Parses a command line by the declarations of the commands.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/command_line/command.hpp"

namespace laundromat {

/// The result of parsing a command line. The variables of the arguments are set when there is an action.
struct parsed_line {
  std::function<void()> action;        ///< of the command that was named; empty when there is none
  std::string output;                  ///< the requested help or version text
  std::string refusal;                 ///< the problem of the line; empty when it is valid
  std::vector<std::string> path;       ///< the recognised commands: `cluster`, `init`
  std::vector<std::string> left_over;  ///< after a refusal: words that no command accepts
};

/// Parses `arguments`, without the program's name. Errors are in `refusal`.
[[nodiscard]] parsed_line parse(const cli_command& program, const std::vector<std::string>& arguments);

}  // namespace laundromat
