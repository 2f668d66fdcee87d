// Reads a response head line by line into a hop record of bounded size, and tolerates common errors of servers.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/records/records.hpp"

namespace laundromat {

/// Limits on what is stored of a head and on its size (R22).
struct head_limits {
  std::uint32_t stored_headers = 200;
  std::uint64_t stored_bytes = 65'536;    ///< names and values together
  std::uint64_t location_bytes = 65'536;  ///< of the first Location, which has a limit of its own
  std::uint32_t lines = 4'000;            ///< above: the answer is refused
  std::uint64_t line_bytes =
      std::uint64_t{256} * 1024;  ///< of all lines together; above: the answer is refused
};

/// The fields of a head that the transfer needs, also when the record does not store them.
struct head_facts {
  std::vector<std::string> content_lengths,
      transfer_encodings;                 ///< as sent, one value per field; see `judge_body_length`
  std::vector<std::string> encodings;     ///< of Content-Encoding, lower case, in the order of application
  std::uint64_t long_location_bytes = 0;  ///< of the first Location, when it was too long to be stored
  std::uint32_t dropped_headers = 0;      ///< not stored: over a limit, or the name is no token
};

/// Fills version, status and headers of an `http_hop` from the lines of a head. A status line after an informational answer (1xx) begins a new
/// head. A status line within a head is ignored: it does not remove lengths that were read before.
class response_head {
 public:
  explicit response_head(head_limits limits = {}) : limits_(limits) {}

  /// Takes one line with or without its line end. Lines after the empty line are trailers and are ignored. In stored values each control
  /// character becomes a space, so that no CR or LF is in a log or journal. Errors: `head_too_large` when the head floods (limits `lines` and `line_bytes`); `bad_response` for a Content-Length or
  /// Transfer-Encoding with a space before its name or its colon or after a bare CR, and for a folded Transfer-Encoding. Source:
  /// RFC 9112 sections 4 and 5; other obsolete folding (5.2) is joined with one space.
  [[nodiscard]] result<void> take_line(std::string_view line, http_hop& hop);

  /// True after the empty line of a final answer.
  [[nodiscard]] bool is_complete() const { return complete_; }
  /// True before the first line of each head.
  [[nodiscard]] bool awaits_status() const { return awaits_status_ && !complete_; }
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
  std::vector<std::string> head_facts::*last_fact_ = nullptr;  ///< the values that a folded line continues
};

/// Reads a head that was stored as it was received, up to the first line that an answer may not have.
[[nodiscard]] http_hop read_stored_head(std::string_view head);

}  // namespace laundromat
