// HTML as plain text, and text as HTML.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/rdf/rdfa/markup/html_tags.hpp"

namespace laundromat {

/// Appends texts with their white space joined to one space, and without any at both ends.
class joined_text {
 public:
  /// Appends to `out`, which outlives it.
  explicit joined_text(std::string& out) : out_(&out), begin_(out.size()) {}

  void add(std::string_view text);
  /// What follows is another word.
  void separate() { has_space_ = true; }

 private:
  std::string* out_;
  std::size_t begin_;
  bool has_space_ = false;
};

/// Whether a browser begins a new line or cell at this element.
[[nodiscard]] bool separates_words(rdfa::html_tag tag);

/// Appends the text of a piece of HTML: without tags, comments, scripts and styles; references are characters.
void append_html_text(std::string_view html, std::string& out);
/// Appends a text with `<`, `>`, `&` and `"` as references.
void append_escaped(std::string_view text, std::string& out);
/// Appends a text with references as characters: `&lt;` is `<`. What is no reference stays as it is.
void append_unescaped(std::string_view text, std::string& out);

}  // namespace laundromat
