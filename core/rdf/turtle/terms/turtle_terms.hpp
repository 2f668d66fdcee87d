// From tokens to terms: escapes, prefixes, the base, and the checks of values.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/rdf/model/term_check.hpp"
#include "core/rdf/turtle/emission/defect_reporter.hpp"
#include "core/rdf/turtle/terms/known_tags.hpp"
#include "core/rdf/turtle/terms/name_cache.hpp"
#include "core/rdf/turtle/terms/turtle_prefixes.hpp"
#include "core/rdf/turtle/tokens/lexer.hpp"

namespace laundromat::turtle {

/// A term and the memory that its views may point into.
struct held_term {
  term_view view;
  std::string text, datatype, language;

  /// Makes the views independent of everything else.
  void pin();
};

/// The message of `missing_prefix` for a prefix that was declared in text that is lost.
inline constexpr std::string_view lost_declaration = "its declaration could not be read";

/// Why a term cannot be kept.
struct term_problem {
  errc rule{};
  const char* at = nullptr;
  std::string message;
};

/// Each `read_…` reports what it notes and repairs; when it returns false, the term must be skipped and `problem` says why.
class term_reader {
 public:
  term_reader(text_window& text, reporter& reports, const reader_options& options);

  /// An IRI, prefixed name or IRI without brackets. `value` points into the window or `memory`.
  [[nodiscard]] bool read_iri(const token& from, std::string& memory, std::string_view& value);
  /// Like `read_iri`, for what comes again and again. `value` may also point into a cache: it holds until the next call.
  [[nodiscard]] bool read_repeated_iri(const token& from, std::string& memory, std::string_view& value);
  /// Leaves out the brackets behind the one that closes an IRI, where nothing stands between. False when that is not repaired.
  [[nodiscard]] bool trim_iri(token& iri);
  /// What stands between the brackets of an IRI, resolved but not checked.
  [[nodiscard]] bool read_reference(const token& from, std::string& out);
  /// Whether what `read_reference` gave may be declared.
  [[nodiscard]] bool check_reference(const token& from, std::string_view iri);
  /// The label, changed so that no other label becomes the same.
  [[nodiscard]] bool read_blank(const token& from, std::string& label);
  /// The lexical form of a string; `finish_literal` must follow.
  [[nodiscard]] bool read_string(const token& from, held_term& literal);
  /// What stands between quotes that Turtle does not have.
  [[nodiscard]] bool read_quoted(const token& from, held_term& literal);
  /// Says why a token is no term; always false.
  bool refuse_token(const token& from);
  void read_number(const token& from, held_term& literal);
  void read_boolean(const token& from, held_term& literal);
  [[nodiscard]] bool read_tag(const token& from, held_term& literal);
  [[nodiscard]] bool read_datatype(const token& from, held_term& literal);
  /// Checks lexical form, datatype and tag of what stands from `begin` to `end`.
  [[nodiscard]] bool finish_literal(held_term& literal, const char* begin, const char* end);
  /// The literal as documents write it, as much of it as a defect shows.
  [[nodiscard]] std::string spell(const term_view& literal) const;

  /// Short ways for what needs neither report nor repair; they are false for all else and then have changed nothing.
  [[nodiscard]] bool read_clean_iri(const token& from, held_term& iri);
  [[nodiscard]] bool read_clean_literal(const token& from, const token& tag, held_term& literal);
  /// The object that begins at `at`, with its tag or datatype, when it is short and of a usual kind: where it ends, else null.
  [[nodiscard]] const char* read_usual_object(const char* at, held_term& object);
  /// The IRI of a name that `read_repeated_iri` has read, or nothing.
  [[nodiscard]] std::string_view find_repeated(const token& name) { return repeated_.find_next(name.text()); }
  /// The same for the name that is expected at `at`, with a space behind it.
  [[nodiscard]] std::string_view guess_repeated(const char* at, std::size_t& length) {
    return repeated_.guess(at, length);
  }

  [[nodiscard]] const term_problem& problem() const { return problem_; }
  /// False when there are too many prefixes.
  [[nodiscard]] bool declare(std::string_view prefix, std::string_view iri) {
    repeated_.clear();
    datatypes_.clear();
    if (declared_ != nullptr) declared_->add(prefix, iri);
    return prefixes_.declare(prefix, iri);
  }
  void forget(std::string_view prefix) {
    repeated_.clear();
    datatypes_.clear();
    prefixes_.forget(prefix);
  }
  /// The base, too.
  void forget_all() {
    repeated_.clear();
    datatypes_.clear();
    prefixes_.forget_all();
    base_.lose();
  }
  [[nodiscard]] bool is_declared(std::string_view prefix, std::string_view iri) {
    const auto* const entry = prefixes_.find(prefix);
    return entry != nullptr && entry->iri() == iri;
  }
  [[nodiscard]] base_iri& base() { return base_; }

 private:
  [[nodiscard]] bool read_cached_iri(name_cache& cache, const token& from, std::string& memory,
                                     std::string_view& value);
  [[nodiscard]] bool read_name(const token& from, std::string& memory);
  [[nodiscard]] bool find_namespace(const token& from, std::string& memory, bool& is_plain);
  [[nodiscard]] bool read_bracketed(const token& from, std::string& memory, std::string_view& value);
  [[nodiscard]] bool check_iri(const token& from, std::string& memory, std::string_view& value);
  [[nodiscard]] bool unescape_iri(const char* at, const char* end, std::string& out);
  [[nodiscard]] bool unescape_string(const token& from, const char* end, std::string& out);
  [[nodiscard]] const char* unescape(const char* at, const char* end, std::string& out);
  [[nodiscard]] const char* unescape_unicode(const char* at, const char* end, std::string& out);
  [[nodiscard]] const char* repair_surrogate(const char* at, const char* after, const char* end,
                                             char32_t code, std::string& out);
  [[nodiscard]] bool repair_string(const token& from, errc rule);
  [[nodiscard]] bool report_faults(const char* begin, const char* end, std::string_view after);
  [[nodiscard]] bool is_clean(const term_view& view) const;
  [[nodiscard]] const char* read_usual_string(const char* at, held_term& literal);
  [[nodiscard]] const char* read_usual_tag(const char* at, held_term& literal) const;
  [[nodiscard]] const char* read_usual_datatype(const char* at, held_term& literal);
  [[nodiscard]] const char* read_usual_name(const char* at, held_term& iri);
  [[nodiscard]] const char* read_usual_iri(const char* at, held_term& iri) const;
  bool refuse(errc rule, const char* at, std::string message = {});

  text_window* text_;
  reporter* reports_;
  reader_limits limits_;
  declared_prefixes* declared_;  ///< of the reader's options; may be null
  prefix_table prefixes_;
  name_cache repeated_;
  name_cache datatypes_;        ///< apart, so that a datatype never takes the slot of the predicate before it
  bool is_repeatable_ = false;  ///< the last name had nothing to report
  base_iri base_;
  term_checker checker_;
  term_problem problem_;
  std::string scratch_;
  known_tags clean_tags_;
  bool is_odd_ = false;  ///< of the literal: it holds what `term_checker` looks for in plain ones, too
};

}  // namespace laundromat::turtle
