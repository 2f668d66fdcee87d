// Manual pages, generated from the descriptions of the commands.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/command_line/command_description.hpp"

namespace laundromat {

/// The release that a manual page names.
struct release_facts {
  std::string version;  ///< `0.2.0`
  std::string date;     ///< `2026-11-24`
};

/// A page of section 1.
struct manual_page {
  std::string file;  ///< `laundromat-run.1`
  std::string text;  ///< in the man(7) language, ASCII only
};

/// The page of the program, and one page for each command that help lists, including its subcommands.
[[nodiscard]] std::vector<manual_page> manual_of(const command_description& program,
                                                 const release_facts& release);

}  // namespace laundromat
