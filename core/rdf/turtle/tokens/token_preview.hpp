// The tokens ahead, read with a copy of the lexer.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rdf/turtle/tokens/gap.hpp"
#include "core/rdf/turtle/tokens/lexer.hpp"
#include "core/rdf/turtle/tokens/lexer_limits.hpp"
#include "core/rdf/turtle/tokens/text_window.hpp"

namespace laundromat::turtle {

/// Reads tokens up to `limit` with a copy of the lexer, so that reading the same place again gives the same tokens.
class token_preview {
 public:
  token_preview(const lexer& tokens, const text_window& text, const char* limit)
      : lexer_(tokens), text_(&text), limit_(limit) {
    lexer_.set_in_list(true);  // any string ahead may be an item of one
  }

  /// Reads the token behind `at`. False when more text is needed, or when `is_too_far()`.
  [[nodiscard]] bool next(const char* at, token& found) {
    const auto gap = skip_gap(*text_, at, false, false);
    line_ = gap.line;
    found = gap.end > limit_ || (gap.in_comment && !text_->is_closed()) ? token{} : lexer_.next(gap.end);
    is_too_far_ = gap.end > limit_ || found.has(is_too_long) || lexer_.is_within_string(found.end) ||
                  (found.kind == token_kind::need_more ? text_->end() - limit_ > token_lookahead_bytes
                                                       : found.end > limit_);
    return found.kind != token_kind::need_more && !is_too_far_;
  }
  /// Whether the last token ends behind the limit: more text does not help.
  [[nodiscard]] bool is_too_far() const { return is_too_far_; }
  /// The start of the line of the last token, if it is the first on it; else null.
  [[nodiscard]] const char* line() const { return line_; }

 private:
  lexer lexer_;
  const text_window* text_;
  const char* limit_;
  const char* line_ = nullptr;
  bool is_too_far_ = false;
};

}  // namespace laundromat::turtle
