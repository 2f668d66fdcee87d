// Forms WARC 1.1 records, each a gzip member of its own.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/digest.hpp"
#include "core/base/result.hpp"
#include "core/base/time.hpp"
#include "core/codec/warc/warc_fields.hpp"

namespace laundromat {

/// The two profiles of `revisit` (ISO 28500:2017 section 6.7).
inline constexpr std::string_view warc_identical_payload =
    "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest";
inline constexpr std::string_view warc_not_modified =
    "http://netpreserve.org/warc/1.1/revisit/server-not-modified";

/// A record to write. An empty text or absent value leaves its field out. The views live until `append` returns.
/// The block is `head` followed by `body`.
struct warc_record {
  warc_record_type type = warc_record_type::resource;
  timestamp date{};
  std::string_view target_uri, content_type, ip_address;
  /// `WARC-Truncated`: `length`, `time`, `disconnect` or `unspecified`.
  std::string_view truncated;
  /// Of a `warcinfo`: the name of the segment.
  std::string_view filename;
  /// Record ids as `warc_written::id` gives them.
  std::string_view concurrent_to, warcinfo_id, refers_to;
  /// Of a `revisit`: one of the profiles above, and which capture has the payload.
  std::string_view profile, refers_to_target_uri;
  std::optional<timestamp> refers_to_date;
  /// The HTTP head with its empty line; empty in records that are no HTTP message.
  std::string_view head;
  /// The payload: transfer coding undone, content coding kept.
  std::string_view body;
  /// Of a `revisit`, which has no body: the digest of the payload that it points to. Other records compute theirs.
  std::optional<content_digest> payload_digest;
  /// Distinguishes records that are otherwise equal, such as two requests in one millisecond: enters the id only.
  std::uint64_t serial = 0;
  /// The body is known to be compressed (its Content-Encoding says so): it is stored without trying.
  bool is_compressed = false;
};

/// What a segment index keeps of a record.
struct warc_written {
  std::string id;  ///< `<urn:uuid:…>`
  content_digest block_digest, payload_digest;
  std::uint64_t length_bytes = 0;  ///< of the gzip member
};

/// The id of a record: a UUID version 8 of the SHA-256 of type, date, target URI, block digest and serial.
[[nodiscard]] std::string warc_record_id(const warc_record& record, const content_digest& block);

/// Forms records. Keeps its buffers and the states of deflate and SHA-256, so that a record of usual size allocates little.
/// Not to be used by two threads at once.
class warc_record_writer {
 public:
  warc_record_writer();
  ~warc_record_writer();
  warc_record_writer(warc_record_writer&&) noexcept;
  warc_record_writer& operator=(warc_record_writer&&) noexcept;

  /// Appends one record to `out` as a gzip member (ISO 28500:2017 annex D). A body that does not compress is in stored blocks.
  /// The id is a UUID version 8 of the SHA-256 of type, date, target URI, block digest and serial. Digests are `sha256:` and
  /// lower-case hexadecimal. Payload digests are written for `response`, `resource` and `revisit`.
  /// Memory: two and a half times the block. Errors: `invalid_argument` for a field with a control character, which would end its line, and
  /// for a block of more than 1 GiB; `out` is then unchanged.
  [[nodiscard]] result<warc_written> append(const warc_record& record, std::string& out);

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace laundromat
