// The file server: it transfers files between the engine and its worker nodes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "actors/environment.hpp"
#include "messages/cluster_interfaces.hpp"

namespace laundromat {

/// In:  transfer and finalise of the coordinator; reads and writes of nodes.
/// Out: only answers.
/// Spawned detached by the engine, because disks and the Web may be slow.
[[nodiscard]] file_server_actor spawn_file_server(caf::local_actor* parent, environment_ptr env);

}  // namespace laundromat
