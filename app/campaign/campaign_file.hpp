// Reads campaign files: every problem at once, each with file, line, and what to write instead.
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

/// What is wrong in a file that the user wrote.
struct file_problem {
  std::string file;
  std::size_t line = 1;  ///< counted from 1
  std::string message;

  friend bool operator==(const file_problem&, const file_problem&) = default;
};

/// `file:line: message`, as editors and people understand it.
[[nodiscard]] std::string to_string(const file_problem& problem);

template <class T>
using read_from_file = tl::expected<T, std::vector<file_problem>>;

/// Reads the text of a campaign; `file` only names it in problems. Paths stay as written, seed files are not
/// opened, nor is the bundle of `listen`. Errors: every unknown key, wrong type, value out of range and broken rule, ordered by line; or
/// what `read_yaml` refuses.
[[nodiscard]] read_from_file<campaign> read_campaign(std::string_view text, std::string_view file);

/// Reads one URI a line, with an interval in seconds and a priority after tabs. Lines that are blank or begin
/// with `#` are comments; any line ending. Errors: every line that is none of these.
[[nodiscard]] read_from_file<std::vector<campaign_seed>> read_seed_file(std::string_view text,
                                                                        std::string_view file);

/// Reads a file of such lines. Errors: as above, and a file that cannot be read.
[[nodiscard]] read_from_file<std::vector<campaign_seed>> load_seed_file(const std::filesystem::path& file);

/// Reads a campaign and the seed files that it names, ready to run: paths except `data` are resolved against
/// the folder of the file, the seeds of the files stand behind those of the campaign, and no interval is 0. Errors: those of
/// `read_campaign` and `read_seed_file`, files that cannot be read, what `cluster_bundle` says of the bundle, and what `campaign_place`
/// refuses. `data` takes the place of the campaign's.
[[nodiscard]] read_from_file<campaign> load_campaign(const std::filesystem::path& file,
                                                     const std::optional<std::string>& data = {});

}  // namespace laundromat
