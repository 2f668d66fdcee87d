// What comes in on one hop: its head is judged, its body decoded and handed on. Internal to net.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "core/web/body_length.hpp"
#include "core/web/chunk_syntax.hpp"
#include "net/transfer.hpp"

namespace laundromat {

/// The answer to one request, whatever brings its bytes. Request and outcome outlive it; what it learns goes into the outcome.
class hop_answer {
 public:
  hop_answer(const transfer_request& request, transfer_outcome& outcome);

  /// A line of the head, or a trailer. Errors: those of `response_head` and of `judge_body_length`; `bad_response` for a 304 that nobody asked
  /// for, `location_too_long`, `body_too_large` for an announced length, `content_encoding` for an encoding that nobody knows.
  [[nodiscard]] result<void> take_line(std::string_view line);
  /// Bytes behind the head as they came, before chunks are undone; then `take_body` of the same.
  void take_wire(std::string_view wire);
  /// Bytes of the body, without its chunks. Errors: `truncated_body` when its chunks cannot be followed; `body_too_large`; those of the
  /// decoder and of the sink; `cancelled` when that is enough.
  [[nodiscard]] result<void> take_body(std::string_view wire);
  /// All has come that will come. What is wrong with it, or nothing.
  [[nodiscard]] std::optional<failure> end();
  /// Puts what is left to say into the outcome, whatever ended the hop.
  void close();

  [[nodiscard]] bool has_head() const { return head_.is_complete(); }
  /// Nothing more is wanted: the transfer is cut, and that is no fault.
  [[nodiscard]] bool has_enough() const { return has_enough_; }
  /// Where this answer ends is in doubt, and so where another on the same connection would begin.
  [[nodiscard]] bool has_doubtful_end() const { return !length_.note.empty(); }

 private:
  [[nodiscard]] result<void> take_head();
  [[nodiscard]] result<void> check_status() const;
  [[nodiscard]] result<void> check_length() const;
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
