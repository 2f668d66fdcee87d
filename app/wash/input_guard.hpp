// Keeps results from taking the place of what they are made of.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <system_error>

namespace laundromat {

/// Why a result must not be written to `target`: it is one of the inputs, also by another path or a link. Empty: it may be.
[[nodiscard]] inline std::string refusal_of_target(std::span<const std::string> inputs,
                                                   const std::filesystem::path& target) {
  for (const auto& input : inputs) {
    std::error_code none;
    if (std::filesystem::equivalent(input, target, none) && !none)
      return target.string() + " is one of the inputs, and would be lost: name another file or folder";
  }
  return {};
}

}  // namespace laundromat
