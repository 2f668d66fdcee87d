// Checks the options of `wash` before anything is read.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "app/wash/wash_files.hpp"

namespace laundromat {

/// What is wrong with the options, and what to write instead; empty when nothing is.
[[nodiscard]] std::string refusal_of(const wash_options& options);

}  // namespace laundromat
