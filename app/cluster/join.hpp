// Runs this machine as a worker node of an engine.
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
  std::filesystem::path folder;  ///< for bodies and results in transfer
  std::array<std::uint32_t, stage_count> slots{};
  std::uint64_t cache_mib = 4'096;  ///< size of the cache of bodies
  std::string washer_program = "/proc/self/exe";
  std::string build{build_id()};  ///< build id that this machine reports
  bool json = false;
};

/// Washes for the engine until a signal or `leave_engine`, and reconnects when the engine restarts. Returns the exit code: 0 after an orderly
/// stop, 2 when the engine refuses the node, 3 when another process uses the folder.
[[nodiscard]] int join_engine(const join_options& options);

/// Asks the process that joined with `folder` to accept no new work, and waits until it has ended. Succeeds when it has already left.
/// `before_waiting` is called when there is a process to wait for. Errors: `not_found` when `folder` was never used by `join`.
[[nodiscard]] result<void> leave_engine(const std::filesystem::path& folder,
                                        const std::function<void()>& before_waiting);

}  // namespace laundromat
