// Completions for shells, written from the descriptions of the commands.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "app/command_line/description.hpp"

namespace laundromat {

/// Each answers a whole script, which completes commands, options, values with fixed choices, files, folders and campaigns. It needs nothing
/// but the shell, and never asks the program.
[[nodiscard]] std::string bash_completions(const command_description& program);
[[nodiscard]] std::string zsh_completions(const command_description& program);
[[nodiscard]] std::string fish_completions(const command_description& program);

}  // namespace laundromat
