// A defect: what was wrong in a document, where, and what was done about it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "core/base/errc.hpp"
#include "core/rdf/model/taxonomy.hpp"

namespace laundromat {

struct defect {
  errc rule{};
  std::uint64_t offset_bytes = 0;  ///< of the span, from the start of the decoded document
  /// Of the span that was noted, repaired or skipped; 0 when something is missing.
  std::uint64_t length_bytes = 0;
  std::uint64_t line = 1;    ///< of the token that offends, counted from 1; LF, CRLF and CR each end a line
  std::uint64_t column = 1;  ///< in characters, counted from 1
  std::string message;       ///< details that the rule's meaning does not contain; often empty
  treatment done = treatment::skip;
  std::string before = {};  ///< the bytes of the span, up to `reader_limits::excerpt_bytes`; not always UTF-8
  std::string after = {};   ///< what a repair replaced them by
  std::uint64_t token_offset_bytes =
      0;  ///< offset of the token that offends, in the span or behind it; 0: that of the span itself

  friend bool operator==(const defect&, const defect&) = default;
};

/// Moves a defect by the bytes before the text that it was found in.
inline void move_by(defect& found, std::uint64_t bytes) {
  found.offset_bytes += bytes;
  if (found.token_offset_bytes > 0) found.token_offset_bytes += bytes;
}

/// Whether bytes of the document or archive were changed or lost: all that is more than a note.
[[nodiscard]] inline bool loses_bytes(const defect& found) {
  return found.done != treatment::note;
}

/// How often a rule was violated. Counts are exact, details may be sampled.
struct defect_count {
  errc rule{};
  std::uint64_t count = 0;

  friend bool operator==(const defect_count&, const defect_count&) = default;
};

}  // namespace laundromat
