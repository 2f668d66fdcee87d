// How damage of a compressed stream is handled: one table for all codecs, in files, in archives and as Content-Encoding.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "core/base/errc.hpp"

namespace laundromat {

/// The kinds of damage.
enum class stream_damage : std::uint8_t {
  no_stream,  ///< the first bytes are not a stream of this codec
  cut,        ///< the bytes end within a stream
  broken,  ///< bytes that no encoder writes, or a block with a wrong checksum after which nothing can be read
  wrong_checksum,    ///< a stream that could be read to its end does not match its checksum
  trailing_garbage,  ///< the bytes after a whole stream are not a stream
};

struct damage_rule {
  stream_damage what{};
  errc defect{};
  bool reads_on = false;  ///< the next stream is read as well
};

/// Text before the damage is kept, and the defect is reported as the first one of the document. Where nothing could be read, the
/// defect is the cause of a failure.
inline constexpr std::array damage_rules{
    damage_rule{stream_damage::no_stream, errc::archive_damaged, false},
    damage_rule{stream_damage::cut, errc::truncated_stream, false},
    damage_rule{stream_damage::broken, errc::archive_damaged, false},
    damage_rule{stream_damage::wrong_checksum, errc::archive_damaged, true},
    damage_rule{stream_damage::trailing_garbage, errc::trailing_garbage, false},
};

[[nodiscard]] constexpr const damage_rule& rule_of(stream_damage what) {
  return damage_rules[static_cast<std::size_t>(what)];
}

/// The damage of records in web archives, see `list_records`.
inline constexpr std::array record_damage{errc::warc_record_truncated, errc::warc_length_wrong,
                                          errc::warc_digest_wrong,     errc::warc_chunks_wrong,
                                          errc::warc_head_broken,      errc::warc_original_missing};

/// Whether a defect means that a compressed stream or an archive is damaged.
[[nodiscard]] constexpr bool is_stream_damage(errc code) {
  for (const auto damage : record_damage)
    if (damage == code) return true;
  for (const auto& rule : damage_rules)
    if (rule.defect == code) return true;
  return false;
}

static_assert([] {
  for (std::size_t i = 0; i < damage_rules.size(); ++i)
    if (static_cast<std::size_t>(damage_rules[i].what) != i) return false;
  return true;
}());

}  // namespace laundromat
