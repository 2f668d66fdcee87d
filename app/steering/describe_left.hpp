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
  std::string out;
  const auto add = [&](std::uint64_t count, const std::string& what) {
    if (count > 0) out += (out.empty() ? "" : ", ") + what;
  };
  add(left.files, number_of(left.files, "file"));
  add(left.segments, "parts of " + number_of(left.segments, "segment"));
  add(left.takedowns, number_of(left.takedowns, "takedown that was stopped", "takedowns that were stopped"));
  add(left.seeds, "what " + number_of(left.seeds, "crawl") + " that is not finished");
  out.insert(0, "of what was taken down are left: ");
  return out + (has_engine ? "; the running engine removes them, `laundromat status` says when it has"
                : left.seeds > 0
                    ? "; the next run removes them"
                    : "; the next run or `laundromat compact` removes them; run `laundromat verify` "
                      "if they stay, because a segment may be damaged");
}

}  // namespace laundromat
