// From attribute values and text to terms: IRIs against the base in scope, blank node labels, literals, language tags.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/rdf/model/reader.hpp"
#include "core/rdf/model/term_check.hpp"
#include "core/rdf/rdfxml/emission/defect_log.hpp"
#include "core/rdf/rdfxml/emission/refusal.hpp"
#include "core/rdf/rdfxml/terms/base_scope.hpp"
#include "core/rdf/rdfxml/terms/seen_ids.hpp"

namespace laundromat::rdfxml {

/// A decoded value, and where its bytes are in the document.
struct located_text {
  std::string_view text;
  std::uint64_t begin = 0, end = 0;
};

/// One for a file, which may hold several documents. Each `read_…` reports what it notes and repairs; when it returns false, the term
/// must be skipped and `problem` says why. `options` and `log` outlive it.
/// Source: RDF/XML sections 5.3, 6.1 and 7.2; resolution as in RFC 3986 section 5.
class rdf_xml_term_reader {
 public:
  rdf_xml_term_reader(const reader_options& options, defect_log& log);

  /// A document begins: its base is that of the options, no rdf:ID has been used, and its labels are its own.
  void begin_document();
  /// The same within the elements that are open, whose bases stay.
  void begin_inner_document() {
    ++documents_;
    ids_.clear();
  }
  /// Labels that follow belong to another document. Its rdf:ID are still compared with those before.
  void separate_labels() { ++documents_; }

  /// The value of rdf:about, rdf:resource, rdf:datatype or rdf:type.
  [[nodiscard]] bool read_iri(const located_text& value, std::string& out);
  /// The value of rdf:ID: a fragment of the base in scope, which must be new.
  [[nodiscard]] bool read_id(const located_text& value, std::string& out);
  /// The value of rdf:nodeID. Labels of the first document stay as they are. Labels that `make_label` makes begin with a digit, which those
  /// of a document never do; neither do those that are no XML names, which are written in hexadecimal, nor those of a later document.
  [[nodiscard]] bool read_label(const located_text& value, std::string& out);
  /// A label that no other blank node has.
  void make_label(std::string& out) { out = std::to_string(++blanks_); }
  /// The IRI of an element or attribute, at `begin` to `end`. A relative namespace makes it relative; the grammar does not resolve it, so it
  /// is repaired or refused.
  [[nodiscard]] bool check_name(std::string& iri, std::uint64_t begin, std::uint64_t end);
  /// The tag that xml:lang declares, which is checked once for all literals in its scope. Returns `ok`, or why those literals are refused.
  [[nodiscard]] errc read_language(const located_text& value, std::string& out);
  /// Declares what xml:base says, without its fragment.
  [[nodiscard]] bool read_base(const located_text& value);
  /// Checks a literal with a datatype, at `begin` to `end`; faults are reported as noticed at `noticed`. May replace its datatype.
  [[nodiscard]] bool check_literal(term_view& literal, std::uint64_t begin, std::uint64_t end,
                                   std::uint64_t noticed);

  /// Where directions are dropped: reports the literal at `begin` to `end`, with a base direction in scope, as repaired to its language alone.
  void drop_direction(std::string_view language, std::uint64_t begin, std::uint64_t end,
                      std::uint64_t noticed);

  [[nodiscard]] base_scope& bases() { return bases_; }
  [[nodiscard]] const refusal& problem() const { return problem_; }

 private:
  [[nodiscard]] std::string resolve_base(std::string_view reference) const;
  /// What is no part of the reference at its ends is removed. False: `problem` says why the reference is none.
  [[nodiscard]] bool trim(const located_text& value, std::string_view& reference);
  bool lack_base(std::uint64_t at);
  [[nodiscard]] bool check_iri(std::string& iri, std::uint64_t begin, std::uint64_t end);
  [[nodiscard]] bool report_faults(bool is_kept, std::uint64_t begin, std::uint64_t end,
                                   std::uint64_t noticed, std::string_view after);
  [[nodiscard]] bool tolerate(errc rule, std::uint64_t begin, std::uint64_t end);

  const reader_options& options_;
  defect_log& log_;
  term_checker checker_;
  base_scope bases_;
  seen_ids ids_;
  std::uint64_t blanks_ = 0, documents_ = 0;
  refusal problem_;
};

}  // namespace laundromat::rdfxml
