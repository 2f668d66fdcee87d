// Words for what takedowns have left on the disk.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/count_words.hpp"
#include "storage/journal/erasures.hpp"

namespace laundromat {

/// One line: that nothing is left, or what, and who removes it.
[[nodiscard]] inline std::string describe_left(const erasures_left& left, bool has_engine) {
  if (left.total() == 0) return "nothing of what was taken down is left in the data folder";
  std::string out = "of what was taken down are left: " + number_of(left.files, "file") + ", and parts of " +
                    number_of(left.segments, "segment");
  if (left.seeds > 0) out += ", and what " + number_of(left.seeds, "crawl") + " in progress will bring";
  return out + (has_engine ? "; the running engine removes them, `laundromat status` says when it has"
                           : "; the next run or `laundromat compact` removes them; run `laundromat verify` "
                             "if they stay, because a "
                             "segment may be damaged");
}

}  // namespace laundromat
