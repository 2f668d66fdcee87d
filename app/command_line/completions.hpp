// Shell completions, generated from the descriptions of the commands.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "app/command_line/command_description.hpp"

namespace laundromat {

/// Each returns a complete script, which completes commands, options, fixed values, files, folders and campaigns. The script needs only
/// the shell and does not run the program.
[[nodiscard]] std::string bash_completions(const command_description& program);
[[nodiscard]] std::string zsh_completions(const command_description& program);
[[nodiscard]] std::string fish_completions(const command_description& program);

}  // namespace laundromat
