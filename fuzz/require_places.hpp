// What is required of the problems of a text that is read with lines: specifications and mappings.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "core/yaml/yaml_tree.hpp"
#include "fuzz/require.hpp"

namespace laundromat::fuzz {

inline void require_places(const std::vector<line_problem>& problems, std::string_view text) {
  const auto is_end = [](char c) { return c == '\n' || c == '\r'; };
  const auto lines = 1 + static_cast<std::size_t>(std::ranges::count_if(text, is_end));
  require(!problems.empty(), "a refusal says why");
  for (const auto& one : problems) {
    require(one.line >= 1 && one.line <= lines, "a problem is on a line of the text");
    require(!one.message.empty(), "a problem is described");
  }
}

}  // namespace laundromat::fuzz
