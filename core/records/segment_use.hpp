// How much of a segment is still in use, and whether it is worth rewriting.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/segment_place.hpp"

namespace laundromat {

/// Bytes that the journal names live; the others are dead.
struct segment_use {
  segment_kind kind = segment_kind::clean;
  segment_end end;
  std::uint64_t live_bytes = 0;
  std::uint64_t live_files = 0;  ///< documents, ledgers or deltas; of a WARC segment records

  [[nodiscard]] std::uint64_t dead_bytes() const {
    return end.bytes > live_bytes ? end.bytes - live_bytes : 0;
  }
};

/// Which segments are rewritten.
struct compaction_rule {
  static constexpr std::uint32_t usual_percent = 50, every = 101;

  /// Segments of which a smaller share lives: 100 for those with dead bytes, `every` for all.
  std::uint32_t below_percent = usual_percent;
  bool takes_last = false;  ///< also the last one, when nothing else appends to it
  bool takes_large =
      false;  ///< also a WARC segment with bodies that cost more to copy than their neighbours are worth
};

/// `is_last`: later files are appended to it. A segment without bytes is never rewritten.
[[nodiscard]] constexpr bool is_worth_rewriting(const segment_use& use, const compaction_rule& rule,
                                                bool is_last) {
  if (use.end.bytes == 0 || (is_last && !rule.takes_last)) return false;
  return use.live_bytes * 100 < use.end.bytes * rule.below_percent;
}

}  // namespace laundromat
