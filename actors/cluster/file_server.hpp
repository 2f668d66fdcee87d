// The file server: files between this engine and the machines that joined it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "actors/environment.hpp"
#include "messages/cluster_interfaces.hpp"

namespace laundromat {

/// In:  grant and finalise of the coordinator; chunks asked for, or brought, by joined machines.
/// Out: nothing but answers.
/// Spawned detached by the engine: disks and the Web may be slow.
[[nodiscard]] file_server_actor spawn_file_server(caf::local_actor* parent, environment_ptr env);

}  // namespace laundromat
