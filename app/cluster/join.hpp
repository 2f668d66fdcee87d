// Lends this machine to an engine.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "core/campaign/campaign.hpp"
#include "core/leases/protocol.hpp"
#include "messages/build_id.hpp"

namespace laundromat {

struct join_options {
  std::string host;
  std::uint16_t port = 0;
  std::filesystem::path bundle;  ///< made by `laundromat cluster invite`
  std::filesystem::path folder;  ///< for bodies and results that are under way
  std::array<std::uint32_t, stage_count> slots{};
  std::uint64_t cache_mib = 4'096;  ///< of bodies that may be needed again
  std::string washer_program = "/proc/self/exe";
  std::string build{build_id()};  ///< that this machine says it has
  bool json = false;
};

/// Washes for the engine until it is told to leave, and comes back when the engine does. Answers the exit code: 0 when it left in order, 2 when
/// it is not let in, 3 when another process has the folder.
[[nodiscard]] int join_engine(const join_options& options);

/// Tells the process that joined with `folder` to take nothing new, and waits until it is gone. Well done when it has left already.
/// `before_waiting` is called when there is one to wait for. Errors: `not_found` when no machine has joined with it.
[[nodiscard]] result<void> leave_engine(const std::filesystem::path& folder,
                                        const std::function<void()>& before_waiting);

}  // namespace laundromat
