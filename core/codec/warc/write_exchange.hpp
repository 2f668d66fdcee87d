// Writes an HTTP exchange as WARC records: the response, and the request that it answers.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/codec/warc/write_record.hpp"

namespace laundromat {

/// An earlier record with the same payload.
struct warc_original {
  std::string_view id, uri;
  timestamp date{};
};

/// One request with what came back. The views live until the function returns.
struct warc_exchange {
  std::string_view uri, address;
  timestamp begun{};
  std::string_view request_head;   ///< empty: no request record is written
  std::string_view response_head;  ///< as received, with its empty line
  std::string_view body;           ///< transfer coding undone, content coding kept
  std::string_view truncated;      ///< see `warc_record::truncated`
  bool is_compressed = false;      ///< the body has a Content-Encoding
  /// Of the body, where it is known already.
  std::optional<content_digest> payload_digest = {};
  /// Set: the body is not written again.
  std::optional<warc_original> original = {};
  std::uint64_t serial = 0;  ///< distinguishes records that are otherwise equal
  /// For `append_failure`: the range of the body that this request brought, as in Content-Range; the record of the first answer has the whole body.
  std::string_view part = {};
};

/// Appends the response, or a `revisit` without a body for a 304 and for a body with an original, and then the request, which names it in WARC-Concurrent-To.
/// Returns what was written of the response, which begins at the old end of `out`.
/// Errors: those of `warc_record_writer::append`; `out` is then unchanged.
[[nodiscard]] result<warc_written> append_exchange(warc_record_writer& writer, const warc_exchange& exchange,
                                                   std::string& out);

/// Appends the request alone; `answer` is the id of the record that has the answer. Writes nothing without a request head.
[[nodiscard]] result<void> append_request(warc_record_writer& writer, const warc_exchange& exchange,
                                          std::string_view answer, std::string& out);

/// Appends a `metadata` record about a request that got no answer, its cause and its detail; or about one that brought a further part of a body
/// (`received-part`), with the cause if that was cut as well.
[[nodiscard]] result<warc_written> append_failure(warc_record_writer& writer, const warc_exchange& exchange,
                                                  std::string_view cause, std::string_view detail,
                                                  std::string& out);

/// What every segment says of itself (ISO 28500:2017 section 6.3.2): `NAME: VALUE` lines.
[[nodiscard]] std::string warcinfo_text(std::string_view software, std::string_view robots_agent,
                                        std::string_view part_of);

/// Where the HTTP head at the begin of a block ends: after its first line that consists of blanks only. 0: it does not end.
[[nodiscard]] std::size_t end_of_http_head(std::string_view block);

}  // namespace laundromat
