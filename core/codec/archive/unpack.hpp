// Inspects an entry: it is a leaf with a decode chain, or an archive with a listing.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/codec/archive/archive.hpp"
#include "core/codec/archive/budget.hpp"
#include "core/codec/compression/stream_warning.hpp"
#include "core/codec/stores.hpp"
#include "core/codec/view.hpp"

namespace laundromat {

/// The result of `inspect`.
struct inspection {
  static constexpr std::size_t head_bytes = std::size_t{64} * 1024;
  static constexpr std::size_t sample_bytes = std::size_t{1024} * 1024;

  view content;                         ///< the entry's own bytes, with the compression layers around them
  std::optional<layer_kind> archive;    ///< of an archive: the kind of its members; nothing for a leaf
  std::vector<archive_member> members;  ///< of an archive: every member, the skipped ones with their reason
  std::string sample;                   ///< of a leaf: its first decoded bytes, at most `sample_bytes`
  bool sample_is_whole = false;         ///< of a leaf: the sample is the whole content
  std::uint64_t spent_bytes = 0;        ///< decoded for the sample, or written to scratch

  /// Of a leaf: the bytes for the format guesser.
  [[nodiscard]] std::string_view head() const { return std::string_view(sample).substr(0, head_bytes); }
};

/// Detects the compression layers of `start` by their magic bytes and lists the archive below them, if there
/// is one. File names are ignored: a `.gz` that is not gzip is a leaf. Members that cannot be reached again
/// cheaply (of a tar within another layer, of any 7zip) are written to scratch in the same pass, where
/// `open_view` finds them; so are small members of a tar and small records of a web archive, if scratch has memory for them. `start` is a downloaded body (empty chain) or a member; `budget` is what is
/// left for all entries of the download. Opening `start` may cost `of_start` (default: `budget`): what is around a member was paid for when it
/// was listed, and is read again. Errors: `too_many_filters`, `too_many_entries`, `too_deep_archive`,
/// `too_large_unpacked`, `ratio_exceeded`, `unsupported_archive`, `archive_damaged`, `archive_encrypted`,
/// `truncated_stream` (nothing can be read), and those of the ports. After an error nothing that this call
/// wrote is left on scratch.
[[nodiscard]] result<inspection> inspect(const view& start, raw_port& raw, scratch_port& scratch,
                                         const unpack_budget& budget, warning_log& warnings,
                                         std::optional<unpack_budget> of_start = {});

}  // namespace laundromat
