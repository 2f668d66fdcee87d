// The address of the folder that a campaign serves, and `{serve}`, which stands for it in the URIs of campaigns and registries.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/campaign/campaign.hpp"

namespace laundromat {

inline constexpr std::string_view serve_placeholder = "{serve}";

/// Stands for the port until a run has chosen one: nothing is served there.
inline constexpr std::uint16_t unknown_served_port = 1;

/// `127.0.0.1:PORT`: on loopback only.
[[nodiscard]] std::string served_authority(std::uint16_t port);
/// `http://127.0.0.1:PORT`, which replaces `{serve}`.
[[nodiscard]] std::string served_address(std::uint16_t port);
/// The same for the port of a campaign; empty: it serves no folder.
[[nodiscard]] std::string served_address(const campaign& settings);

}  // namespace laundromat
