// What somebody probably meant who mistyped a command or an option.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "app/command_line/parse.hpp"

namespace laundromat {

/// Before a command line is parsed: a word that is no command where one must stand, an option before it that there is not, a file whose
/// name is read as options. Empty when nothing is to be said.
[[nodiscard]] std::string hint_on(const command_description& program,
                                  const std::vector<std::string>& arguments);

/// After it was parsed in vain: the first option or command that there is not, and the nearest that there is. Empty when there is none.
[[nodiscard]] std::string hint_on_rest(const command_description& program, const parsed_line& line);

}  // namespace laundromat
