// The file of all repairs of a document, by which they can be taken back.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/digest.hpp"
#include "core/base/result.hpp"
#include "core/extraction/repair/text_edit.hpp"

namespace laundromat {

/// All that turns the original into its repaired copy: first its encoding becomes UTF-8, and then the text is changed.
struct repair_list {
  std::string document, encoding;
  std::uint64_t original_bytes = 0, repaired_bytes = 0;
  content_digest original, repaired;
  std::vector<text_edit> encoding_edits;  ///< offsets are in the original
  std::vector<text_edit> text_edits;      ///< offsets are in the text in UTF-8, before the repairs

  friend bool operator==(const repair_list&, const repair_list&) = default;
};

/// JSON lines. The first one is about the document: `document`, `encoding`, `original_bytes`, `original_sha256`, `repaired_bytes`,
/// `repaired_sha256`. Then one for each repair: `layer` (`encoding` or `text`), `offset`, `length`, `before` and `after`, `rule`, and `line`
/// where it is known. Bytes that are not UTF-8 are written in hexadecimal, as `before_hex`.
[[nodiscard]] std::string write_repair_list(const repair_list& list);
/// Errors: `syntax_error` with the line, also for repairs that overlap or are not in order.
[[nodiscard]] result<repair_list> read_repair_list(std::string_view text);

}  // namespace laundromat
