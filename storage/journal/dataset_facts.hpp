// An announced dataset as JSON, as the journal stores it and commands print it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "core/discovery/announcement.hpp"
#include "core/planning/taken_ways.hpp"

namespace laundromat {

/// One JSON object with the members of `announced_dataset`, and `way` and `why` of the way that is taken; those with no value are left out. Bytes
/// that are no UTF-8 are replaced.
[[nodiscard]] std::string facts_of(const announced_dataset& dataset,
                                   const std::optional<taken_way>& taken = {});
/// Errors: `journal_damaged` for a text that `facts_of` does not write.
[[nodiscard]] result<announced_dataset> dataset_of(std::string_view facts);
/// The way in such a text; nothing when none was chosen. Errors: `journal_damaged`.
[[nodiscard]] result<std::optional<taken_way>> taken_way_of(std::string_view facts);

}  // namespace laundromat
