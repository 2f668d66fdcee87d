// Makes the snapshot that an engine sends to its server.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitoring/engine_snapshot.hpp"
#include "messages/engine_messages.hpp"

namespace laundromat {

/// The snapshot of these counts, which `run_observer::on_pulse` has once a second. `reserve_bytes`: `disk.reserve_mib` of the campaign. Pure.
[[nodiscard]] engine_snapshot snapshot_of(const run_counts& counts, const process_figures& process,
                                          std::uint64_t reserve_bytes, timestamp now);

/// This process, from /proc/self; what cannot be read is 0. Takes some 50 microseconds.
[[nodiscard]] process_figures read_own_process();

}  // namespace laundromat
