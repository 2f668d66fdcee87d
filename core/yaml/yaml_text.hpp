// Writes a tree of YAML as text.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/yaml/yaml_tree.hpp"

namespace laundromat {

/// One line, in flow style. Read again, it is the same tree but for lines, and for quotes, which a text may get that has them not.
[[nodiscard]] std::string yaml_text(const yaml_node& node);

}  // namespace laundromat
