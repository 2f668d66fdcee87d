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
  /// Files in the folders of segments that the journal does not name. What lies behind the end of a segment is none of them: the next run
  /// cuts it.
  std::vector<std::filesystem::path> unknown;
};

/// `ends` are those of all segments of the kind, in their order. Errors: those of `safe_folder`.
[[nodiscard]] result<segments_check> check_segments(const safe_folder& data, segment_kind kind,
                                                    const std::vector<segment_end>& ends);

/// The same for the WARC segments in the raw folder, whose names have more than a number; other files there are not looked at.
[[nodiscard]] result<segments_check> check_warc_segments(const safe_folder& data,
                                                         const std::vector<segment_end>& ends);

}  // namespace laundromat
