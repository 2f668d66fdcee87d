// The washing stages in child processes of the engine.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "actors/workers.hpp"

namespace laundromat {

/// Each worker has its own process, `program` started as `laundromat washer`, so that a document that crashes its washer affects no other
/// document.
[[nodiscard]] stages_factory wash_in_children(environment_ptr env, std::string program);

}  // namespace laundromat
