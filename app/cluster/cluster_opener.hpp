// Opens an engine for other machines.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "actors/engine.hpp"

namespace laundromat {

/// For `engine_parts::open_cluster`: spawns the coordinator and its file server, and publishes the coordinator where the campaign says, behind a
/// `cluster_proxy`, which is `program` started anew and reads `bundle`, an open file that outlives the engine. Errors: `configuration` when
/// that address is not to be had; `io_failed`.
[[nodiscard]] std::function<result<std::vector<caf::actor>>(caf::local_actor*, const engine_services&)>
cluster_opener(environment_ptr env, int bundle, std::string program);

}  // namespace laundromat
