// Reads campaign files and reports all problems, each with file, line and remedy.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "app/campaign/file_problem.hpp"
#include "core/campaign/campaign.hpp"

namespace laundromat {

/// Reads the text of a campaign; `file` is used only in messages. Paths are not resolved; seed files and the bundle of
/// `listen` are not opened. Errors: every unknown key, wrong type, value out of range and broken rule, ordered by line; or
/// those of `read_yaml`.
[[nodiscard]] read_from_file<campaign> read_campaign(std::string_view text, std::string_view file);

/// Reads a campaign, ready to run: paths except `data` are resolved against the folder of the file, and every line of the seed files is
/// checked. Their seeds stay in the files, except those of files that can be read only once. `data` replaces the campaign's. Errors: those of
/// `read_campaign`, `seed_file`, `cluster_bundle` and `campaign_place`, and files that cannot be read.
[[nodiscard]] read_from_file<campaign> load_campaign(const std::filesystem::path& file,
                                                     const std::optional<std::string>& data = {});

}  // namespace laundromat
