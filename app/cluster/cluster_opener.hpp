// Opens an engine for other machines.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "actors/engine.hpp"

namespace laundromat {

/// For `engine_parts::open_cluster`: spawns the lender and its freight, and publishes the lender where the campaign says. Errors:
/// `configuration` when that address is not to be had.
[[nodiscard]] std::function<result<std::vector<caf::actor>>(caf::local_actor*, const colleagues&)>
cluster_opener(environment_ptr env);

}  // namespace laundromat
