// Describes a URI that was announced and is no seed: who announced it, why it is not followed, and what to change.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "app/records/record_view.hpp"
#include "storage/journal/journal.hpp"

namespace laundromat {

/// Nothing for a URI of which no announcement is kept: see `announcement_reader::refused`. Errors: those of the journal.
[[nodiscard]] result<std::optional<record_view>> describe_refused(journal& from, std::string_view uri);

}  // namespace laundromat
