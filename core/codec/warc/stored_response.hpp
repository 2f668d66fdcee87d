// The head of an HTTP response that is stored in a record.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace laundromat {

/// What a stored head says about the bytes behind it.
struct stored_response {
  std::size_t head_bytes = 0;       ///< with its empty line
  int status = 0;                   ///< 0 when it is no number
  std::string media_type, charset;  ///< the former with its `version`, see `media_type_with_version`
  bool is_chunked = false;
  /// In the order of application, lower case, without `identity`.
  std::vector<std::string> encodings;
};

/// How many of the encodings, from the last one on, are undone when the record is opened: all from the first `deflate` on, because the layers of a
/// view know the other encodings by their magic numbers.
[[nodiscard]] std::size_t encodings_undone(const stored_response& response);

/// Reads the head at the front of a block: lines end in CRLF or LF, folded lines and unreadable ones are skipped. A length that it
/// states is ignored: crawlers keep it when they store the body decoded. Nothing for a block that does not begin with `HTTP/`, or whose
/// head has no end.
[[nodiscard]] std::optional<stored_response> parse_stored_response(std::string_view block);

}  // namespace laundromat
