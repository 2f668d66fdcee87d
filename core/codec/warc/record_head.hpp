// The head of a stored record: the named fields of WARC, or the one line of ARC.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/base/time.hpp"
#include "core/codec/warc/warc_fields.hpp"

namespace laundromat {

/// Limits of a head, of a record or of the HTTP message in it. Most have some hundred bytes; those that our own fetcher accepts have up to 256 KiB,
/// and the address in a record as much.
inline constexpr std::size_t most_record_head_bytes = std::size_t{512} * 1024;
inline constexpr std::size_t most_record_fields = 256;
inline constexpr std::size_t most_arc_line_bytes = std::size_t{8} * 1024;

struct record_field {
  std::string name, value;  ///< as written; folded lines are joined by a space

  friend bool operator==(const record_field&, const record_field&) = default;
};

/// What stands before the block of a record.
struct record_head {
  std::string version;               ///< `WARC/1.0`, `WARC/1.1` …; `ARC/1`, `ARC/2`
  std::vector<record_field> fields;  ///< all, in their order; none of ARC
  warc_record_type type = warc_record_type::other;
  std::string record_id;  ///< without its angle brackets
  /// Without angle brackets, which the grammar of WARC 1.0 has and `wget` writes in files of both versions.
  std::string target_uri;
  timestamp date{};                          ///< of the capture; the epoch when it is missing or unreadable
  std::string content_type;                  ///< of the block
  std::string block_digest, payload_digest;  ///< `algorithm:value`
  std::string truncated;                     ///< the reason that the crawler stated
  std::string profile;                       ///< of a `revisit`
  /// Of a `revisit`, where stated: the record with its payload.
  std::string refers_to, refers_to_target_uri;
  timestamp refers_to_date{};
  std::uint32_t segment = 0;                   ///< `WARC-Segment-Number`; 0: the record is not segmented
  std::string segment_origin;                  ///< of a continuation: the id of the first segment
  std::optional<std::uint64_t> segment_total;  ///< of the last segment: the length of all blocks
  /// Of the block; nothing when it is missing, is no number, or is stated twice with different values.
  std::optional<std::uint64_t> content_length;

  [[nodiscard]] bool is_arc() const { return version.starts_with("ARC/"); }
};

/// Whether `text` begins with the version line of a WARC record, or may once more bytes follow: `WARC/1.1`.
[[nodiscard]] bool begins_warc_record(std::string_view text);

/// The length of a head with the empty line that ends it; 0 when it has no end in `text`.
[[nodiscard]] std::size_t head_length(std::string_view text);

/// Reads a head: the version line and the fields, up to and without the empty line. Lines end in CRLF or LF; a line without a colon is
/// skipped. Source: ISO 28500:2017 section 4. Errors: `warc_head_broken` for a text that does not begin with a version line, or has
/// more than `most_record_fields`.
[[nodiscard]] result<record_head> parse_record_head(std::string_view text);

/// Reads the line before a record of an ARC file, of version 1 (five words) or 2 (ten), without its line feed. The address may
/// contain spaces, as in files of old crawlers. A length that is no number leaves `content_length` empty; `filedesc:` is a `warcinfo`,
/// every other address a `response`. Source: the ARC file format of the Internet Archive, 1996. Nothing for another text.
[[nodiscard]] std::optional<record_head> parse_arc_line(std::string_view line);

/// Reads `2017-03-06T04:02:06.123Z`, any shorter form of it, and `20170306040206`; later digits than milliseconds are dropped. The
/// epoch for a text that is no date.
[[nodiscard]] timestamp parse_capture_date(std::string_view text);
/// The date to the second as 14 digits, as index lines and names of segments have it: `20170306040206`.
[[nodiscard]] std::string date_digits(timestamp date);

}  // namespace laundromat
