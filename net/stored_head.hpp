// What of the head of a request may be stored.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace laundromat {

/// The head without the fields Authorization and Proxy-Authorization, and without those of `further` (`Name: value`), whose values only the campaign knows.
[[nodiscard]] std::string without_secrets(std::string_view head, std::span<const std::string> further);

}  // namespace laundromat
