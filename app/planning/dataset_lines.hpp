// Reads announced datasets from lines of JSON.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/discovery/announcement.hpp"

namespace laundromat {

/// One dataset per line, an object with the names of `announced_dataset`; empty lines are skipped. `dumps`, `samples` and `descriptions` are lists
/// of URIs; `prefixes` and `endpoints` lists of URIs or objects (`prefix`, `slicing`; `uri`, `graph`, `slicing`); `modified` is `YYYY-MM-DD`, with
/// or without a time in UTC; `change_interval_s` is in seconds. A dataset without `key` has its `iri`, its `label`, or `#1`, `#2`, … as key.
/// Errors: `announcement_syntax` with the line, for text that is not JSON, an unknown name, or a value of another kind.
[[nodiscard]] result<std::vector<announced_dataset>> read_datasets(std::string_view text);

/// `YYYY-MM-DD`, or with `THH:MM:SS` and an optional fraction and `Z`. Errors: `announcement_value`.
[[nodiscard]] result<timestamp> read_date(std::string_view text);

}  // namespace laundromat
