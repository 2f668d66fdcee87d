// Prefixed names, blank node labels, words and tags; and names with characters that should have been escaped.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/rdf/turtle/tokens/text_window.hpp"
#include "core/rdf/turtle/tokens/token.hpp"

namespace laundromat::turtle {

/// Finds where a name ends. It keeps no state: the same text gives the same token.
/// What is no name, but begins like one, is a `word`, a `bare_iri` or a `stray`; a name with characters that must be escaped has the flag
/// `is_bad_name`. Names longer than `name_limit_bytes` are cut into strays.
/// Source: RDF 1.1 Turtle, productions 139s to 142s and 163s to 172s.
class name_scanner {
 public:
  explicit name_scanner(const text_window& text) : text_(&text) {}

  /// The token at a letter, `_`, `:` or a character above ASCII that may begin a name.
  [[nodiscard]] token scan(const char* at) const;
  /// The token at an `@`: a language tag or the keyword of a directive.
  [[nodiscard]] token scan_tag(const char* at) const;

 private:
  [[nodiscard]] token scan_local(const char* at, const char* colon) const;
  [[nodiscard]] token scan_blank(const char* at) const;
  [[nodiscard]] token scan_word(const char* at, const char* to) const;
  [[nodiscard]] token extend_bad_name(token name) const;
  [[nodiscard]] token end_name(token name) const;
  [[nodiscard]] token end_name_at_dots(token name) const;
  [[nodiscard]] token end_name_at_list(token name) const;
  /// Null when more text may change the answer.
  [[nodiscard]] const char* skip_name(const char* at, bool is_local, std::uint8_t& flags) const;
  [[nodiscard]] const char* end() const { return text_->end(); }

  const text_window* text_;
};

}  // namespace laundromat::turtle
