// The fast path to terms that are short, of a usual kind, and whole in the window: no token is made of them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/rdf/model/reader.hpp"
#include "core/rdf/model/term_check.hpp"
#include "core/rdf/turtle/terms/known_heads.hpp"
#include "core/rdf/turtle/terms/known_terms.hpp"
#include "core/rdf/turtle/tokens/text_window.hpp"

namespace laundromat::turtle {

/// Reads what needs neither report nor repair, as `term_reader` would. Names are usual when their prefix is declared. Each function
/// returns where the term ends, or null for any other text, which then has had no effect. A view that it sets points into the window,
/// `known` or the term, and is valid until one of these changes, or the next call.
class usual_terms {
 public:
  usual_terms(const text_window& text, const reader_options& options, known_terms& known)
      : text_(&text),
        known_(&known),
        string_limit_(std::min(lookahead_bytes, options.limits.term_bytes)),
        iri_limit_(std::min(string_limit_, options.limits.iri_bytes)),
        iri_bytes_(options.limits.iri_bytes),
        checker_(options.profile, options.limits.iri_bytes, options.directions == direction_form::dropped) {}

  /// A prefix and its IRI, in order and absolute, behind the keyword `@prefix`.
  [[nodiscard]] const char* read_declaration(const char* at, std::string_view& prefix, std::string_view& iri);
  /// The subject that begins at `at`: an IRI, a name or a label. Its view is valid until the next subject is read, or the text changes.
  [[nodiscard]] const char* read_subject(const char* at, term_view& subject);
  /// The predicate that begins at `at`, with a space behind it. `memory` is used for a name that is too long to be remembered, and for a
  /// relative IRI.
  [[nodiscard]] const char* read_predicate(const char* at, std::string& memory, std::string_view& predicate);
  /// The object that begins at `at`, with its tag or datatype. `memory` is used for a string with escapes, and for a relative IRI.
  [[nodiscard]] const char* read(const char* at, term_view& object, std::string& memory);

 private:
  /// Longer terms are read as tokens, which can go on where the text was cut.
  static constexpr std::uint64_t lookahead_bytes = 1024;

  [[nodiscard]] const char* read_string(const char* at, term_view& literal, std::string& memory);
  [[nodiscard]] const char* read_escapes(const char* at, const char* escape, std::string& memory) const;
  [[nodiscard]] const char* read_tag(const char* at, term_view& literal, bool is_plain);
  [[nodiscard]] const char* read_datatype(const char* at, term_view& literal, bool is_plain);
  [[nodiscard]] prefix_entry* find_prefix(const char* at, const char* colon);
  [[nodiscard]] const char* find_name(const char* at, const char*& local, prefix_entry*& prefix);
  [[nodiscard]] bool spell_name(const char* at, const char* colon, const char* to, std::string_view& iri);
  [[nodiscard]] const char* read_name(const char* at, std::string_view& iri);
  [[nodiscard]] const char* read_name_or_word(const char* at, term_view& term);
  [[nodiscard]] const char* read_iri(const char* at, std::string_view& iri, std::string* memory = nullptr);
  [[nodiscard]] const char* read_label(const char* at, term_view& blank) const;
  [[nodiscard]] bool is_clean(term_view& literal);

  const text_window* text_;
  known_terms* known_;
  std::uint64_t string_limit_, iri_limit_, iri_bytes_;
  term_checker checker_;
  known_heads heads_;
  std::string resolved_subject_;  ///< the last subject that was a relative IRI
  prefix_entry subject_;          ///< a copy of the prefix of the last subject, in which subjects are spelled
};

}  // namespace laundromat::turtle
