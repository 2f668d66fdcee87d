// Looks ahead at quotes: whether a literal ends at a place, and whether a place is within a long string that contains its own quotes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/rdf/model/decision.hpp"
#include "core/rdf/turtle/tokens/text_window.hpp"

namespace laundromat::turtle {

/// Whether a place is within a long string, and where the text of the string ends; if that is not certain, it may go on.
struct long_text {
  decision is_text = decision::no;
  const char* end = nullptr;
  bool is_certain = false;
};

/// Reads the window, but no tokens. Answers are the same however the text is cut, but for `undecided`. It remembers a range in which no place is
/// within a long string, so that no text is looked at more than twice.
class quote_lookahead {
 public:
  explicit quote_lookahead(const text_window& text) : text_(&text) {}

  /// Whether a term that ends at `at` is followed by a delimiter, perhaps after a tag or datatype, and the quotes behind it on the line come
  /// in pairs.
  [[nodiscard]] decision fits_after(const char* at) const;
  /// Whether what follows quotes that end at `at` may follow a literal by the grammar, in a list also another item: then nothing is wrong
  /// with the string, whatever is in it.
  [[nodiscard]] decision may_go_on(const char* at, bool is_in_list) const;
  /// Whether `from` is within a long string in these quotes. Outside of strings quotes come in pairs where an object may be, and the second
  /// is followed by a delimiter. Where they do not, the text goes on up to the last that do not; many pairs in a row show that it has ended.
  [[nodiscard]] long_text find_text(const char* from, char quote);
  /// Whether quotes at `at` are where an object may be. Nothing is known about the text before `from`.
  [[nodiscard]] static bool may_open_string(const char* at, const char* from);

 private:
  enum class closing : std::uint8_t { unknown, none, likely, certain };

  [[nodiscard]] closing closes_string(const char* at, const char* limit) const;
  [[nodiscard]] decision begins_item(const char* at, bool has_gap) const;
  [[nodiscard]] decision is_line_balanced(const char* at, bool is_plain_end) const;
  [[nodiscard]] const char* end() const { return text_->end(); }

  const text_window* text_;
  /// No place there is within a long string in these quotes.
  struct {
    std::uint64_t begin = 0, end = 0;
    char quote = 0;
  } clear_;
};

}  // namespace laundromat::turtle
