// The seed list of a campaign as the engine reads it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "actors/enlister.hpp"
#include "core/campaign/campaign.hpp"

namespace laundromat {

/// Reads the seeds of the campaign, then those of its seed files. With a path it leaves out what that journal has, which it asks by a
/// connection of its own, so that the engine's is free for the crawl. Errors: those of `listed_seeds` as `invalid_argument`, and those of the
/// journal.
[[nodiscard]] result<seed_source> seeds_of(const campaign& c, const std::filesystem::path& known_by = {});

}  // namespace laundromat
