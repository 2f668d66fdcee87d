// Decides which records of a WARC segment live.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/base/byte_source.hpp"
#include "core/records/segment_use.hpp"

namespace laundromat {

/// A place in a segment that a download names: the beginning of its capture, or of the record with its payload, or both.
struct named_record {
  std::uint64_t offset_bytes = 0;
  std::int64_t entry = 0;  ///< the row of the download

  friend auto operator<=>(const named_record&, const named_record&) = default;
};

/// A part of a segment to keep: records that follow one another, or a `warcinfo`, which is written anew because it names its file.
struct kept_records {
  std::string info;  ///< the block of a `warcinfo`; empty for other records
  std::uint64_t begin_bytes = 0, end_bytes = 0;
};

struct warc_examination {
  segment_use use;
  std::vector<kept_records> kept;
};

/// Reads a segment up to its committed end. `names` are sorted. A body of a document lives while it is named, as a capture or as the payload of
/// one; so a `revisit` never loses its original. A request lives as long as its answer, and everything else always: redirects, errors, 304,
/// robots.txt, and why there was no answer. A `warcinfo` lives when a record of its own does.
/// Memory: that of `member_scan`. Errors: `archive_damaged` for a damaged record, and for a name that no record has; those of the file.
[[nodiscard]] result<warc_examination> examine_warc(byte_source_ptr segment, const segment_end& end,
                                                    const std::vector<named_record>& names);

}  // namespace laundromat
