// Lets worker nodes join an engine.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "actors/engine.hpp"

namespace laundromat {

/// For `engine_parts::open_cluster`: spawns the coordinator and its file server, and publishes the coordinator at the campaign's address through
/// a `cluster_proxy`, which runs `program` and reads `bundle`, an open file that outlives the engine. Errors: `configuration` when
/// the address is not available; `io_failed`.
[[nodiscard]] std::function<result<std::vector<caf::actor>>(caf::local_actor*, const engine_services&)>
cluster_opener(environment_ptr env, int bundle, std::string program);

}  // namespace laundromat
