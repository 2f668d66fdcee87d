// Reads indexes of web archives elsewhere, CDX and CDXJ, and names the part of a WARC file in which a record is.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/byte_source.hpp"
#include "core/discovery/announcement.hpp"

namespace laundromat {

/// A record of a web archive, as an index states it.
struct archived_record {
  std::string uri;   ///< that was captured
  timestamp date{};  ///< of the capture
  std::string
      media_type;  ///< as detected by the archive, else as the server stated it; `warc/revisit` for a revisit
  int status = 0;  ///< of HTTP; 0: not stated
  std::string digest;        ///< of the payload, without the name of the algorithm; mostly SHA-1 in base 32
  std::string file;          ///< a path or URI, as written
  std::uint64_t offset = 0;  ///< of the gzip member in `file`, in bytes
  std::uint64_t length_bytes = 0;  ///< of the gzip member; 0: not stated, as in CDX of 9 fields

  friend bool operator==(const archived_record&, const archived_record&) = default;
};

/// Reads lines of an index, in any of the forms
/// ```
///  CDX N b a m s k r M S V g                                   the legend of the lines that follow; its first byte separates the fields
/// org,example)/ 20240502102030 http://example.org/ text/turtle 200 ABC… - - 1234 5678 x.warc.gz        11 fields
/// org,example)/ 20240502102030 http://example.org/ text/turtle 200 ABC… - 5678 x.warc.gz               9 fields
/// org,example)/ 20240502102030 {"url": "http://example.org/", "mime": "text/turtle", "offset": "5678", …}
/// {"urlkey": …, "timestamp": …, "url": …, …}                  an answer of an index server
/// ```
/// Source: CDX file format 2006 and 2015; the CDXJ files and the index server of Common Crawl; OpenWayback CDXJ 1.0.
class cdx_reader {
 public:
  /// Nothing for an empty line, a legend, and a line that begins with `!`. Errors: `announcement_syntax` for any other line that does not state
  /// a URI, a file and an offset.
  [[nodiscard]] result<std::optional<archived_record>> read(std::string_view line);

 private:
  std::string legend_;  ///< a letter for each field; empty: decided by the number of fields
  char separator_ = ' ';
};

/// The URI of the record: that of the WARC file, resolved against `base`, with its bytes and what the index states of it as a fragment:
/// `https://h/x.warc.gz#bytes=5678-6911&uri=http://example.org/&digest=ABC…`. Without length the fragment begins with `#bytes=5678-`.
[[nodiscard]] std::string uri_of(const archived_record& record, std::string_view base);

/// A part of a file, which is a record of a web archive.
struct byte_part {
  std::string file;                            ///< its URI, without fragment
  std::uint64_t offset = 0, length_bytes = 0;  ///< length 0: not known
  std::string record_uri = {};                 ///< that was captured; empty: not stated
  std::string digest = {};                     ///< of the payload, as in `archived_record`; empty: not stated

  friend bool operator==(const byte_part&, const byte_part&) = default;
};
/// The part that `uri_of` names; nothing for another URI.
[[nodiscard]] std::optional<byte_part> part_of(std::string_view uri);

/// The value of the Range field for a part: `bytes=5678-6911`. Of a part without length the first `most_bytes`.
[[nodiscard]] std::string range_of(const byte_part& part, std::uint64_t most_bytes = std::uint64_t{16} << 20);

/// Checks the answer to a request with `range_of`, before its body is used: 206, and a Content-Range that begins at the offset and is not
/// longer than what was requested. Errors: `part_mismatch`. Source: RFC 9110 section 15.3.7.
[[nodiscard]] result<void> check_part(int status, std::string_view content_range, const byte_part& part);

/// Checks that a received part begins with the record that it is to be: a WARC or ARC record of the same URI (by its SURT), whose payload digest,
/// where both state one, is the same. Of a part that states neither, only that it begins with a record. `bytes` is seekable. Errors:
/// `part_mismatch`, and those of `bytes`.
[[nodiscard]] result<void> check_record(byte_source& bytes, const byte_part& part);

/// Reads an index as a list of records: each is announced as `archived`, with its original URI as `context`, the time of the capture as
/// `modified`, and the length as size. Left out: revisits, which have no content; answers that are no 2xx. A line that cannot be read is a defect.
/// `base`: what names of files are resolved against. Memory: the announcements. Errors: those of `index`.
[[nodiscard]] result<announcements> read_archive_index(byte_source& index, std::string_view base,
                                                       const announcement_limits& limits = {});

}  // namespace laundromat
