// Compares the segments of a data folder with the journal.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "storage/segments/segment_files.hpp"

namespace laundromat {

struct segments_check {
  /// Segments that are missing or shorter than the journal says, by their paths in the data folder, and what is wrong.
  std::vector<std::pair<std::filesystem::path, std::string>> problems;
  /// Segments with bytes behind the end that the journal names, and how many: a running engine has appended them, or the next run cuts them.
  std::vector<std::pair<std::filesystem::path, std::uint64_t>> leftovers;
  /// Files in the folders of segments that the journal does not name.
  std::vector<std::filesystem::path> unknown;
  /// WARC segments that `set_aside_unknown_warc` renamed.
  std::vector<std::filesystem::path> set_aside;
};

/// `ends` are those of all segments of the kind, in their order. Errors: those of `safe_folder`.
[[nodiscard]] result<segments_check> check_segments(const safe_folder& data, segment_kind kind,
                                                    const std::vector<segment_end>& ends);

/// The same for the WARC segments in the raw folder, whose names have more than a number; other files there are not looked at.
[[nodiscard]] result<segments_check> check_warc_segments(const safe_folder& data,
                                                         const std::vector<segment_end>& ends);

/// After an older journal was accepted: renames the WARC segments that it does not name, which the next run would remove. Their new
/// names end in `set_aside_ending`, and each is still a readable web archive. Returns the new paths in the data folder. No engine may run.
/// Errors: those of `safe_folder`.
[[nodiscard]] result<std::vector<std::filesystem::path>> set_aside_unknown_warc(
    const safe_folder& data, const std::vector<segment_end>& ends);

}  // namespace laundromat
