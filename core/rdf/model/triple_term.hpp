// Triple terms as text: one spelling for every triple term, in which only blank nodes have labels of their document.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/rdf/model/statement.hpp"

namespace laundromat {

// The value of a `term_view` of the kind `triple` is `<<( subject predicate object )>>`: terms in their canonical form, blank nodes as
// `_:label`, one space between all parts. The object may be a triple term again.
// Source: RDF 1.2 Concepts section 3.1; RDF 1.2 N-Triples sections 2.4 and 4, canonical form.

inline constexpr std::string_view triple_term_begin = "<<(", triple_term_end = ")>>";

/// One part of a triple term, as it is spelled.
struct triple_term_part {
  term_kind kind = term_kind::none;
  std::string_view text;  ///< with delimiters; a blank node as `_:label`
};

/// The end of the term that begins at `at`, before the space behind it; `text.size()` when it has no end.
[[nodiscard]] std::size_t end_of_spelled_term(std::string_view text, std::size_t at);
/// Subject, predicate and object.
[[nodiscard]] std::array<triple_term_part, 3> parts_of_triple_term(std::string_view text);

/// The place of the next blank node at or behind `at`, also in nested terms: the offset of its `_:`, and its end.
struct label_place {
  std::size_t begin = std::string_view::npos, end = std::string_view::npos;
  [[nodiscard]] bool is_there() const { return begin != std::string_view::npos; }
};
[[nodiscard]] label_place next_label(std::string_view text, std::size_t at = 0);
[[nodiscard]] inline bool mentions_blank(const term_view& term) {
  return term.kind == term_kind::blank ||
         (term.kind == term_kind::triple && next_label(term.value).is_there());
}

/// Appends the text with `append_name(out, label)` in place of each `_:label`.
template <class AppendName>
void append_named_triple_term(std::string& out, std::string_view text, AppendName append_name) {
  std::size_t done = 0;
  for (auto place = next_label(text); place.is_there(); place = next_label(text, done)) {
    out.append(text.substr(done, place.begin - done));
    append_name(out, text.substr(place.begin + 2, place.end - place.begin - 2));
    done = place.end;
  }
  out.append(text.substr(done));
}

}  // namespace laundromat
