// Decides which records of a WARC segment live.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/base/byte_source.hpp"
#include "core/codec/warc/member_scan.hpp"
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

/// Records that follow each other are one part, up to this size; a larger record is a part of its own.
inline constexpr std::uint64_t most_kept_bytes = std::uint64_t{64} << 20;

/// Reads a segment up to its committed end. `names` are sorted. A body of a document lives while it is named, as a capture or as the payload of
/// one; so a `revisit` never loses its original. A request lives as long as its answer, and everything else always: redirects, errors, 304,
/// robots.txt, and why there was no answer. A `warcinfo` lives when a record of its own does.
/// Memory: that of `member_scan`. Errors: `archive_damaged` for a damaged record, and for a name that no record has; those of the file.
[[nodiscard]] result<warc_examination> examine_warc(byte_source_ptr segment, const segment_end& end,
                                                    const std::vector<named_record>& names);

/// Tells the URIs of which nothing is kept without a name, also no error and no body that was cut.
using dropped_uris = std::function<bool(std::string_view uri)>;

/// The same in steps. Parts have at most `most_part_bytes`.
class warc_examiner {
 public:
  warc_examiner(byte_source_ptr segment, const segment_end& end, std::vector<named_record> names,
                std::uint64_t most_part_bytes = most_kept_bytes, dropped_uris dropped = {});
  ~warc_examiner();

  /// Reads records of about so many bytes; false when the segment was read. Errors: as above.
  [[nodiscard]] result<bool> step(std::uint64_t bytes);
  /// Complete when the segment was read.
  [[nodiscard]] warc_examination& found();

 private:
  class records;

  member_scan scan_;
  segment_end end_;
  std::uint64_t at_ = 0;
  std::unique_ptr<records> records_;
};

}  // namespace laundromat
