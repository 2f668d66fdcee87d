// From tokens to terms: escapes, prefixes, the base, and the checks of values.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/rdf/model/term_check.hpp"
#include "core/rdf/turtle/emission/defect_reporter.hpp"
#include "core/rdf/turtle/terms/escape_reader.hpp"
#include "core/rdf/turtle/terms/held_term.hpp"
#include "core/rdf/turtle/terms/known_terms.hpp"
#include "core/rdf/turtle/terms/token_fault.hpp"
#include "core/rdf/turtle/tokens/token.hpp"

namespace laundromat::turtle {

/// Each `read_…` reports what it notes and repairs; when it returns false, the term must be skipped and `fault` says why.
class term_reader {
 public:
  term_reader(text_window& text, defect_reporter& reports, const reader_options& options);

  /// An IRI, prefixed name or IRI without brackets. `value` points into the window or `memory`.
  [[nodiscard]] bool read_iri(const token& from, std::string& memory, std::string_view& value);
  /// Like `read_iri`, for IRIs that repeat. `value` may also point into a cache: it is valid until the next call.
  [[nodiscard]] bool read_repeated_iri(const token& from, std::string& memory, std::string_view& value);
  /// Leaves out the brackets behind the one that closes an IRI, with nothing between them. False when that is not repaired.
  [[nodiscard]] bool trim_iri(token& iri);
  /// The text between the brackets of an IRI, resolved but not checked.
  [[nodiscard]] bool read_reference(const token& from, std::string& out);
  /// Whether what `read_reference` gave may be declared. Characters that no IRI may contain are noted where the profile repairs them.
  [[nodiscard]] bool check_reference(const token& from, std::string_view iri);
  /// The label, changed so that no other label becomes the same.
  [[nodiscard]] bool read_blank(const token& from, std::string& label);
  /// The lexical form of a string; `finish_literal` must follow.
  [[nodiscard]] bool read_string(const token& from, held_term& literal);
  /// The text between quotes that Turtle does not have.
  [[nodiscard]] bool read_quoted(const token& from, held_term& literal);
  /// Sets the fault of a token that is no term; always false.
  bool refuse_token(const token& from);
  void read_number(const token& from, held_term& literal);
  void read_boolean(const token& from, held_term& literal);
  [[nodiscard]] bool read_tag(const token& from, held_term& literal);
  [[nodiscard]] bool read_datatype(const token& from, held_term& literal);
  /// Checks lexical form, datatype and tag of the literal from `begin` to `end`.
  [[nodiscard]] bool finish_literal(held_term& literal, const char* begin, const char* end);
  /// The literal as documents write it, as much of it as a defect shows.
  [[nodiscard]] std::string spell(const term_view& literal) const;

  /// Fast paths for what needs neither report nor repair; they are false for all else and then have changed nothing.
  [[nodiscard]] bool read_clean_iri(const token& from, held_term& iri);
  [[nodiscard]] bool read_clean_literal(const token& from, const token& tag, held_term& literal);
  /// The IRI of a name that `read_repeated_iri` has read, or nothing.
  [[nodiscard]] std::string_view find_repeated(const token& name) {
    return known_.predicates.find_next(name.text());
  }
  /// The same for the name that is expected at `at`, with a space behind it.
  [[nodiscard]] std::string_view guess_repeated(const char* at, std::size_t& length) {
    return known_.predicates.guess(at, length);
  }

  [[nodiscard]] const token_fault& fault() const { return fault_; }
  /// False when there are too many prefixes. `is_plain`: the IRI is known to be a `is_plain_iri`.
  [[nodiscard]] bool declare(std::string_view prefix, std::string_view iri, bool is_plain = false) {
    if (declared_ != nullptr) declared_->add(prefix, iri);
    return known_.declare(prefix, iri, is_plain);
  }
  void forget(std::string_view prefix) { known_.forget(prefix); }
  /// Forgets all prefixes and the base.
  void forget_all() {
    known_.forget_all();
    known_.base.lose();
  }
  [[nodiscard]] bool is_declared(std::string_view prefix) { return known_.prefixes.find(prefix) != nullptr; }
  [[nodiscard]] bool is_declared(std::string_view prefix, std::string_view iri) {
    const auto* const entry = known_.prefixes.find(prefix);
    return entry != nullptr && entry->iri() == iri;
  }
  [[nodiscard]] base_iri& base() { return known_.base; }
  [[nodiscard]] known_terms& known() { return known_; }

 private:
  [[nodiscard]] bool read_cached_iri(name_cache& cache, const token& from, std::string& memory,
                                     std::string_view& value);
  [[nodiscard]] bool read_name(const token& from, std::string& memory);
  [[nodiscard]] bool find_namespace(const token& from, std::string& memory, bool& is_plain);
  [[nodiscard]] bool strip_marks(const char* begin, const char* end, const char* term_at);
  [[nodiscard]] bool strip_marks_before(token& term);
  [[nodiscard]] bool read_bracketed(const token& from, std::string& memory, std::string_view& value);
  [[nodiscard]] bool check_iri(const token& from, std::string& memory, std::string_view& value);
  [[nodiscard]] bool repair_string(const token& from, errc rule);
  [[nodiscard]] bool report_faults(const char* begin, const char* end, std::string_view after,
                                   const char* suffix = nullptr);
  [[nodiscard]] static bool is_of_suffix(errc rule);
  [[nodiscard]] bool is_clean(const term_view& view) const;
  bool refuse(errc rule, const char* at, std::string message = {});
  bool refuse(const token_fault& fault) { return refuse(fault.rule, fault.at, fault.message); }

  text_window* text_;
  defect_reporter* reports_;
  reader_limits limits_;
  declared_prefixes* declared_;  ///< of the reader's options; may be null
  known_terms known_;
  bool is_repeatable_ = false;  ///< the last name had nothing to report
  term_checker checker_;
  escape_reader escapes_;
  token_fault fault_;
  std::string scratch_;
  bool is_odd_ = false;  ///< the last literal contains what `term_checker` looks for in plain ones, too
};

}  // namespace laundromat::turtle
