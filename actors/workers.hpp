// The workers of the three washing stages: each takes one job, calls `core/`, answers, and asks for the next.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "actors/dispatcher.hpp"
#include "actors/environment.hpp"

namespace laundromat {

/// Factories for the pools: each spawns a detached worker. A worker dies of what escapes from a job, and is replaced by
/// its dispatcher; the entry then loses a lease.
[[nodiscard]] worker_factory make_unpacker(environment_ptr env);
[[nodiscard]] worker_factory make_guesser(environment_ptr env);
[[nodiscard]] worker_factory make_parser(environment_ptr env);

}  // namespace laundromat
