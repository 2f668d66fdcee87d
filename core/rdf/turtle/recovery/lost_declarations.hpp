// Prefixes and the base after text was skipped: what the text may have declared anew is no longer known.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/rdf/turtle/recovery/lost_directive.hpp"
#include "core/rdf/turtle/recovery/lost_text.hpp"
#include "core/rdf/turtle/state/open_statement.hpp"
#include "core/rdf/turtle/terms/term_reader.hpp"
#include "core/rdf/turtle/tokens/text_window.hpp"

namespace laundromat::turtle {

/// Searches skipped text for directives and removes what they may have declared from the prefixes and the base of `terms`, so that
/// a name is never resolved with a declaration that its author had replaced. Text is searched before the window drops it.
/// Before prefixes change, the terms of the statement that is being read are copied out of the caches of `terms`.
/// Memory: that of two `lost_text`.
class lost_declarations {
 public:
  lost_declarations(const text_window& text, term_reader& terms, open_statement& now)
      : text_(&text), terms_(&terms), now_(&now) {}

  void forget_prefix(std::string_view name);
  void forget_base() { terms_->base().lose(); }
  /// Forgets what `found` may have declared.
  void forget(const lost_directive& found);
  /// Forgets what directives anywhere in `text` may have declared: a skipped string of which a quote may be missing.
  void forget_in(std::string_view text);
  /// The same for the text of a token, as far as it is kept.
  void forget_in(const token& t) {
    if (!t.has(is_too_long)) forget_in(t.text());
  }
  /// Forgets what directives between the offsets `begin_bytes` and `end_bytes` may have declared. `kept_bytes` is where the text begins
  /// that belongs to no span yet.
  void forget_skipped(std::uint64_t begin_bytes, std::uint64_t end_bytes, std::uint64_t kept_bytes);
  /// The window will drop the text before `end_bytes`: it is searched, because it may be skipped later. A gap behind
  /// `last_end_bytes`, the end of the last token, is skipped only together with the token that follows it.
  void keep(std::uint64_t end_bytes, std::uint64_t last_end_bytes, std::uint64_t kept_bytes);

 private:
  void search(std::uint64_t end_bytes, std::uint64_t kept_bytes);
  void search(lost_text& in, std::uint64_t end_bytes, std::uint64_t kept_bytes) const;

  const text_window* text_;
  term_reader* terms_;
  open_statement* now_;
  lost_text found_;
  std::optional<lost_text> with_gap_;  ///< `found_`, and the directives in the gap behind the last token
  std::uint64_t gap_begin_ = 0;
};

}  // namespace laundromat::turtle
