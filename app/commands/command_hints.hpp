// What somebody probably meant who mistyped a command or an option.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/App.hpp>
#include <string>
#include <vector>

namespace laundromat {

/// Before a command line is parsed: a word that is no command where one must stand, an option before it that there is not, a file whose
/// name is read as options. Empty when nothing is to be said.
[[nodiscard]] std::string hint_on(const CLI::App& app, const std::vector<std::string>& arguments);

/// After it was parsed in vain: the first option or sub-command that `app` does not have, and the nearest that it has. Empty when there
/// is none.
[[nodiscard]] std::string hint_on_rest(const CLI::App& app);

}  // namespace laundromat
