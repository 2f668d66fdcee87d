// Reads campaign files and reports all problems, each with file, line and remedy.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "core/campaign/campaign.hpp"

namespace laundromat {

/// A problem in a file that the user wrote.
struct file_problem {
  std::string file;
  std::size_t line = 1;  ///< counted from 1
  std::string message;
  bool hides_others = false;  ///< later checks did not run and may find more problems

  friend bool operator==(const file_problem&, const file_problem&) = default;
};

/// `file:line: message`, which editors can parse.
[[nodiscard]] std::string to_string(const file_problem& problem);

template <class T>
using read_from_file = tl::expected<T, std::vector<file_problem>>;

/// Reads the text of a campaign; `file` is used only in messages. Paths are not resolved; seed files and the bundle of
/// `listen` are not opened. Errors: every unknown key, wrong type, value out of range and broken rule, ordered by line; or
/// those of `read_yaml`.
[[nodiscard]] read_from_file<campaign> read_campaign(std::string_view text, std::string_view file);

/// Reads one URI per line, with an interval in seconds and a priority after tabs. Blank lines and lines that begin
/// with `#` are comments; any line ending is accepted. Errors: every other line.
[[nodiscard]] read_from_file<std::vector<campaign_seed>> read_seed_file(std::string_view text,
                                                                        std::string_view file);

/// Reads a file of such lines. Errors: those of `read_seed_lines`, and a file that cannot be read.
[[nodiscard]] read_from_file<std::vector<campaign_seed>> load_seed_file(const std::filesystem::path& file);

/// Reads a campaign and the seed files that it names, ready to run: paths except `data` are resolved against
/// the folder of the file, the seeds of the files follow those of the campaign, and no interval is 0. `data` replaces the
/// campaign's. Errors: those of `read_campaign`, `read_seed_file`, `cluster_bundle` and `campaign_place`, and files that cannot be read.
[[nodiscard]] read_from_file<campaign> load_campaign(const std::filesystem::path& file,
                                                     const std::optional<std::string>& data = {});

}  // namespace laundromat
