// The settings with which an engine runs, for other processes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "app/campaign/campaign_keys.hpp"
#include "app/terminal/json.hpp"

namespace laundromat {

/// Replaces `settings.json` of a data folder; it stays when the engine ends. A failed write affects only the display.
void write_settings(const std::filesystem::path& data, const campaign& settings);

/// One object of each key, in the order of `campaign_keys`; empty when no campaign has run on the data folder.
[[nodiscard]] std::vector<json_fact> read_settings(const std::filesystem::path& data);

}  // namespace laundromat
