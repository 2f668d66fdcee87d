// What a record of our own segments is needed for, which decides whether it is kept when its segment is rewritten.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "core/codec/warc/warc_fields.hpp"

namespace laundromat {

/// True for the answer to a request for a document: its status is 2xx, and its URI is not that of a robots.txt. Such an answer is needed while
/// the journal names its body; redirects, errors, 304 and robots.txt are no document and are always kept.
[[nodiscard]] bool is_document_answer(std::string_view target_uri, std::string_view response_head);

/// What a record is, by its first bytes.
struct capture_role {
  warc_record_type type = warc_record_type::other;
  std::string id, concurrent_to;  ///< without angle brackets
  std::string uri;                ///< of the target; empty for none
  /// A whole body of a document: a response, a resource, or a revisit with the same payload. A body that was cut is kept like an error.
  bool is_body = false;
  std::string info;  ///< the block of a `warcinfo`
};

/// `front` is the beginning of a record with its heads, see `member_scan`. Errors: `warc_head_broken`, `archive_damaged`.
[[nodiscard]] result<capture_role> read_capture_role(std::string_view front);

}  // namespace laundromat
