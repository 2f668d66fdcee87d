// Checks the records of exchanges that another machine formed, before they become a part of our own segments.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/base/byte_source.hpp"
#include "core/base/digest.hpp"
#include "core/base/time.hpp"
#include "core/codec/warc/own_record.hpp"

namespace laundromat {

/// One exchange: an answer, a file that came by FTP, or what is known of a request without one, and then the request, where it was kept. Each is a gzip member.
struct checked_exchange {
  std::uint64_t offset = 0;        ///< of its first record
  std::uint64_t answer_bytes = 0;  ///< of the first member
  std::uint64_t all_bytes = 0;     ///< of both
  record_head head;                ///< of the first record
  std::string request_head, response_head;
  std::uint64_t body_bytes = 0;
  content_digest payload = {};  ///< of the body

  [[nodiscard]] bool has_answer() const { return !response_head.empty(); }
};

inline constexpr std::size_t most_checked_exchanges = 256;

/// Opens the same bytes from their begin; the source is seekable and knows its size.
using reopen_source = std::function<result<byte_source_ptr>()>;

/// Reads a sequence of records that `append_exchange`, `append_failure` and `warc_stream_record` formed, and accepts no others: each member is
/// whole and has one record, with the fields that these write and no others, its length and its digests are right, a request names the answer
/// before it, and a record larger than `most_record_bytes` is in stored blocks. A `revisit` of a payload is refused: what it refers to is not
/// there. Memory: the heads. Time: bounded by the size of the source. Errors: `archive_damaged`, with what is wrong; those of the source.
[[nodiscard]] result<std::vector<checked_exchange>> check_exchanges(const reopen_source& open);

}  // namespace laundromat
