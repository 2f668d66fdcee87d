// Washing in child processes of the engine.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "actors/workers.hpp"

namespace laundromat {

/// Each worker gets a process of its own, `program` started as `laundromat washer`, so that a document that kills its washer takes
/// along nothing else.
[[nodiscard]] stages_factory wash_in_children(environment_ptr env, std::string program);

}  // namespace laundromat
