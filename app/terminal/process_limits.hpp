// Fits a campaign to what this process may use.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.hpp"
#include "core/campaign/campaign.hpp"

namespace laundromat {

/// How many files an engine may have open at the same time.
struct descriptor_needs {
  std::uint64_t least = 0;  ///< with one worker a stage and one download
  std::uint64_t whole = 0;  ///< with all that the campaign asks for
};
[[nodiscard]] descriptor_needs descriptors_for(const campaign& c);

/// Pools and transfers of the campaign, made smaller until `descriptors` are enough. Errors: `no_descriptors`, with the number that is
/// needed and what to type.
[[nodiscard]] result<campaign::pool_sizes> fit_pools(const campaign& c, std::uint64_t descriptors);

/// Raises what this process may raise for itself, makes the pools of `c` smaller where it may open fewer files than they want, and says so.
/// Errors: `no_descriptors`; `configuration` when it may not write files as large as the campaign allows; `out_of_memory` when the
/// address space is too small to start in. Each says how much is needed and what to type.
[[nodiscard]] result<void> fit_to_process(campaign& c);

}  // namespace laundromat
