// Reads announced datasets from lines of JSON.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/terminal/json.hpp"
#include "core/base/result.hpp"
#include "core/discovery/announcement.hpp"

namespace laundromat {

/// One dataset per line, an object with the names of `announced_dataset`; empty lines are skipped. `dumps`, `samples` and `descriptions` are lists
/// of URIs; `prefixes` and `endpoints` lists of URIs or objects (`prefix`, `slicing`; `uri`, `graph`, `slicing`); `modified` is `YYYY-MM-DD`, with
/// or without a time in UTC; `change_interval_s` is in seconds. A dataset without `key` has its `iri`, its `label`, or `#1`, `#2`, … as key.
/// An object with the name `dataset` has the dataset in it, and its other names are not read: so `laundromat datasets --json` prints them.
/// Errors: `announcement_syntax` with the line, for text that is not JSON, an unknown name, or a value of another kind.
[[nodiscard]] result<std::vector<announced_dataset>> read_datasets(std::string_view text);

/// The object that `read_datasets` reads as this dataset; values that are not announced are left out.
[[nodiscard]] json_fact dataset_fact(const announced_dataset& dataset);

/// `YYYY-MM-DD`, or with `THH:MM:SS` and an optional fraction and `Z`. Errors: `announcement_value`.
[[nodiscard]] result<timestamp> read_date(std::string_view text);

}  // namespace laundromat
