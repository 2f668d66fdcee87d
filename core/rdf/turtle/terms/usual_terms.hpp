// The short way to terms that are short, of a usual kind, and whole in the window: no token is made of them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/rdf/model/reader.hpp"
#include "core/rdf/model/term_check.hpp"
#include "core/rdf/turtle/terms/held_term.hpp"
#include "core/rdf/turtle/terms/known_terms.hpp"
#include "core/rdf/turtle/tokens/text_window.hpp"

namespace laundromat::turtle {

/// Reads what needs neither report nor repair, as `term_reader` would. Names are usual when their prefix is declared, datatypes and tags
/// when they were read before.
class usual_terms {
 public:
  usual_terms(const text_window& text, const reader_options& options, known_terms& known)
      : text_(&text),
        known_(&known),
        term_bytes_(options.limits.term_bytes),
        iri_bytes_(options.limits.iri_bytes),
        checker_(options.profile, options.limits.iri_bytes, options.directions == direction_form::dropped) {}

  /// The object that begins at `at`, with its tag or datatype: where it ends, else null. The views of `object` point into the window or
  /// `known`, and are valid until either changes, or the next call.
  [[nodiscard]] const char* read(const char* at, held_term& object);

 private:
  [[nodiscard]] const char* read_string(const char* at, held_term& literal);
  [[nodiscard]] const char* read_tag(const char* at, held_term& literal) const;
  [[nodiscard]] const char* read_datatype(const char* at, held_term& literal);
  [[nodiscard]] const char* read_name(const char* at, held_term& iri);
  [[nodiscard]] const char* read_iri(const char* at, held_term& iri) const;

  const text_window* text_;
  known_terms* known_;
  std::uint64_t term_bytes_, iri_bytes_;
  term_checker checker_;
};

}  // namespace laundromat::turtle
