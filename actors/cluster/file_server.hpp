// The file server: it transfers files between the engine and its worker nodes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "actors/environment.hpp"
#include "messages/cluster_interfaces.hpp"

namespace laundromat {

/// Messages: `file_server_actor` in `messages/cluster_interfaces.hpp`. Spawned detached by the engine, because disks and the Web may be slow;
/// ends with the engine. When it ends, the coordinator ends.
[[nodiscard]] file_server_actor spawn_file_server(caf::local_actor* parent, environment_ptr env);

}  // namespace laundromat
