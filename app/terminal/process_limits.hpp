// Fits a campaign to the resource limits of the process.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.hpp"
#include "core/campaign/campaign.hpp"

namespace laundromat {

/// The number of files that an engine may have open at once.
struct descriptor_needs {
  std::uint64_t least = 0;  ///< with one worker per stage and one download
  std::uint64_t whole = 0;  ///< with all workers and downloads of the campaign
};
[[nodiscard]] descriptor_needs descriptors_for(const campaign& c);

/// Reduces the pools and transfers of the campaign until `descriptors` are enough. Errors: `no_descriptors`, with the required
/// number and the command to type.
[[nodiscard]] result<campaign::pool_sizes> fit_pools(const campaign& c, std::uint64_t descriptors);

/// Lets this process have as many files open as the system allows it. Returns that number; the largest there is: no limit.
std::uint64_t raise_descriptors();
/// Raises the soft limits of this process, and reduces the pools of `c`, with a warning, when it may open too few files.
/// Errors: `no_descriptors`; `configuration` when it may not write files as large as the campaign allows; `out_of_memory` when the
/// address space is too small. Each names the required amount and the command to type.
[[nodiscard]] result<void> fit_to_process(campaign& c);

}  // namespace laundromat
