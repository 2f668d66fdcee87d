// Manual pages, written from the descriptions of the commands.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/command_line/description.hpp"

namespace laundromat {

/// What a manual page says of the release that it belongs to.
struct release_facts {
  std::string version;  ///< `0.2.0`
  std::string date;     ///< `2026-11-24`
};

/// A page of section 1.
struct manual_page {
  std::string file;  ///< `laundromat-run.1`
  std::string text;  ///< in the man(7) language, ASCII only
};

/// The page of the program, and one of each command that help lists; commands below a command stand in its page.
[[nodiscard]] std::vector<manual_page> manual_of(const command_description& program,
                                                 const release_facts& release);

}  // namespace laundromat
