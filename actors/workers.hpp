// The workers of the three washing stages: each does one job, answers, and requests the next.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "actors/dispatcher.hpp"
#include "actors/environment.hpp"
#include "core/washing/stages.hpp"

namespace laundromat {

/// The stages of `core/washing/stages.hpp` for one worker, run in this process or in another one.
struct washing_stages {
  std::function<result<unpack_outcome>(const unpack_job&)> unpack;
  std::function<result<guess_outcome>(const guess_job&)> guess;
  std::function<result<parse_outcome>(const parse_job&)> parse;
  /// Several small jobs, which cost less together. Errors: nothing is known of any of them.
  std::function<result<unpack_answers>(const std::vector<unpack_job>&)> unpack_together = {};
};
/// Makes the stages of one worker; called in the actor that spawns it.
using stages_factory = std::function<washing_stages()>;

[[nodiscard]] parse_settings parse_settings_of(const campaign& c);

/// Washes in this process, with the stores of `env`.
[[nodiscard]] stages_factory wash_here(environment_ptr env);

/// Factories for the pools: each spawns a detached worker. An exception that leaves a job ends the worker; its dispatcher replaces it, and the
/// entry loses its lease.
[[nodiscard]] worker_factory make_unpacker(environment_ptr env, stages_factory make_stages);
[[nodiscard]] worker_factory make_guesser(environment_ptr env, stages_factory make_stages);
[[nodiscard]] worker_factory make_parser(environment_ptr env, stages_factory make_stages);

}  // namespace laundromat
