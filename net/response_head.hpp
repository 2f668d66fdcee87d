// Reads a response head line by line, as servers really send it, into a hop record of bounded size.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/records/records.hpp"

namespace laundromat {

/// What is kept of a head, and what is too much of one (R22).
struct head_limits {
  std::uint32_t stored_headers = 200;
  std::uint64_t stored_bytes = 65'536;    ///< names and values together
  std::uint64_t location_bytes = 65'536;  ///< the first Location is kept up to this, whatever else there is
  std::uint32_t lines = 4'000;            ///< above: the answer is refused
  std::uint64_t line_bytes = 256 * 1024;  ///< of all lines together; above: the answer is refused
};

/// What the transfer itself needs of a head, whether or not it was stored.
struct head_facts {
  std::vector<std::string> content_lengths,
      transfer_encodings;                 ///< as sent, a value for each field; see `judge_body_length`
  std::vector<std::string> encodings;     ///< of Content-Encoding, lower case, in the order of application
  std::uint64_t long_location_bytes = 0;  ///< of the first Location, if it was too long to be kept
  std::uint32_t dropped_headers = 0;      ///< not stored: over a limit, or the name is no token
};

/// Fills version, status and headers of an `http_hop` from the lines of a head. Behind an informational answer (1xx) a status line starts
/// anew; within a head it is a line that is no field, and takes no length back.
class response_head {
 public:
  explicit response_head(head_limits limits = {}) : limits_(limits) {}

  /// Takes one line with or without its line end. Lines after the head's empty line are trailers and are
  /// ignored. Stored values hold no control characters: each becomes a space (no raw CR or LF reaches a log
  /// or a journal). Errors: `head_too_large` when the head floods (limits `lines` and `line_bytes`); `bad_response` for a Content-Length or
  /// Transfer-Encoding with a blank before its name or its colon or behind a bare CR, and for a folded Transfer-Encoding. Source:
  /// RFC 9112 sections 4 and 5; other obsolete folding (5.2) is joined with one space.
  [[nodiscard]] result<void> take_line(std::string_view line, http_hop& hop);

  /// True once the empty line of a final answer was seen.
  [[nodiscard]] bool is_complete() const { return complete_; }
  [[nodiscard]] const head_facts& facts() const { return facts_; }

 private:
  void take_status(std::string_view line, http_hop& hop);
  void take_field(std::string_view name, std::string_view value, http_hop& hop);
  void note_fact(std::string_view name, std::string_view value);

  head_limits limits_;
  head_facts facts_;
  std::uint32_t lines_ = 0;
  std::uint64_t line_bytes_ = 0;
  std::uint64_t stored_bytes_ = 0;
  bool awaits_status_ = true;
  bool informational_ = false;
  bool complete_ = false;
  bool last_was_stored_ = false;
  bool has_location_ = false;
  std::vector<std::string> head_facts::*last_fact_ = nullptr;  ///< what a folded line goes on with
};

}  // namespace laundromat
