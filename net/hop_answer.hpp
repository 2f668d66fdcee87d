// Reads the answer of one hop: checks its head, decodes its body and writes it to the sink. Internal to net.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "core/web/body_length.hpp"
#include "core/web/chunk_syntax.hpp"
#include "net/transfer.hpp"

namespace laundromat {

/// The answer to one request. It does not depend on how the bytes are received. It stores its results in `outcome`. Request and outcome must
/// outlive it.
class hop_answer {
 public:
  hop_answer(const transfer_request& request, transfer_outcome& outcome);

  /// A line of the head, or a trailer. Errors: those of `response_head` and of `judge_body_length`; `bad_response` for a 304 to an
  /// unconditional request, `location_too_long`, `body_too_large` for an announced length, `content_encoding` for an unknown encoding.
  [[nodiscard]] result<void> take_line(std::string_view line);
  /// Takes bytes after the head as they were received, with their chunk syntax. `take_body` is called with the same bytes afterwards.
  void take_wire(std::string_view wire);
  /// Takes bytes of the body, without chunk syntax. Errors: `truncated_body` when the chunk syntax is wrong; `body_too_large`; those of the
  /// decoder and of the sink; `cancelled` when no more bytes are wanted.
  [[nodiscard]] result<void> take_body(std::string_view wire);
  /// Ends the answer after its last byte. Returns its fault, or nothing.
  [[nodiscard]] std::optional<failure> end();
  /// Completes the outcome, however the hop ended.
  void close();

  [[nodiscard]] bool has_head() const { return head_.is_complete(); }
  /// True when no more bytes are wanted. Then the transfer is cut, which is no fault.
  [[nodiscard]] bool has_enough() const { return has_enough_; }
  /// True when the end of this answer is uncertain, so that the connection must not be used again.
  [[nodiscard]] bool has_doubtful_end() const { return !length_.note.empty(); }

 private:
  [[nodiscard]] result<void> take_head();
  [[nodiscard]] result<void> check_status() const;
  [[nodiscard]] result<void> check_length() const;
  [[nodiscard]] result<void> take_part_head();
  [[nodiscard]] result<void> check_wanted_part();
  [[nodiscard]] std::uint64_t received_bytes() const;
  [[nodiscard]] result<void> take_document(std::string_view decoded);
  void take_excerpt(std::string_view decoded);

  const transfer_request& request_;
  transfer_outcome& outcome_;
  response_head head_;
  body_length length_;
  chunk_syntax chunks_;
  std::optional<content_decoder> decoder_;
  byte_sink* sink_ = nullptr;
  bool is_success_ = false, has_enough_ = false;
};

}  // namespace laundromat
