// Suggests corrections for mistyped commands and options.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "app/command_line/parse.hpp"

namespace laundromat {

/// Checks a command line before it is parsed: for an unknown command, an unknown option before the command, and a file whose
/// name is parsed as options. Empty when there is no hint.
[[nodiscard]] std::string hint_on(const command_description& program,
                                  const std::vector<std::string>& arguments);

/// After the parser refused the line: the first unknown option or command, and the nearest known one. Empty when there is none.
[[nodiscard]] std::string hint_on_left_over(const command_description& program, const parsed_line& line);

}  // namespace laundromat
