// The state of a statistics meter between two lines.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/rdf/metrics/length_counts.hpp"
#include "core/rdf/metrics/node_counts.hpp"
#include "core/rdf/metrics/scan_term.hpp"
#include "core/rdf/metrics/statistics_meter.hpp"
#include "core/rdf/metrics/term_counts.hpp"
#include "core/rdf/values/datatype.hpp"

namespace laundromat {

/// An IRI or a literal in a line: its text without delimiters.
struct scanned_text {
  std::string_view text;
  scanned_term scanned;

  [[nodiscard]] std::uint64_t characters() const { return count_characters(text, scanned); }
  /// Of an IRI: whether it is a Skolem IRI.
  [[nodiscard]] bool is_blank() const;
  /// Of an IRI: up to the last `#` or `/`; empty when that belongs to `://`, or is missing.
  [[nodiscard]] std::string_view space() const;
};

/// The parts of a line, as views into it. One object serves all lines, because making one is slow compared with its use.
struct scanned_line {
  scanned_text subject;    ///< empty: the same as on the line before
  scanned_text predicate;  ///< empty: `known_predicate`
  std::uint32_t known_predicate = term_counts::none;
  bool is_literal = false, is_triple = false;
  scanned_text inside;                  ///< of the object; of a literal with escapes, unescaped
  std::string_view object;              ///< with its delimiters
  std::string_view datatype, language;  ///< of a literal
  std::string_view graph;

  /// Clears the optional parts.
  void clear() { subject.text = predicate.text = datatype = language = graph = {}; }
};

class statistics_meter::state {
 public:
  explicit state(const statistics_limits& limits);

  void add(std::string_view lines);
  [[nodiscard]] document_statistics finish();

 private:
  static constexpr auto none = term_counts::none;

  /// What is known about a predicate, and its last line: the next one is often similar.
  struct predicate_memo {
    std::uint64_t subjects = 0;
    std::uint32_t next = none;  ///< the predicate that followed it last time
    std::uint32_t space = none, datatype = none, language = none;  ///< of its object
  };
  struct datatype_memo {
    laundromat::datatype known{};
    std::uint64_t ill_typed = 0, non_canonical = 0;
  };
  /// The current subject, with its lines.
  struct subject_group {
    std::string term;  ///< as it is in a line, with the space after it; empty before the first
    std::uint64_t hash = 0, characters = 0, statements = 0;
    std::size_t space_bytes = 0;  ///< of its namespace, counted from after the `<`
    bool is_blank = false, is_typed = false, is_class = false, is_property = false;
  };

  const char* split(const char* at, const char* end, scanned_line& line) const;
  const char* split_object(const char* at, const char* end, scanned_line& line) const;
  [[nodiscard]] std::uint32_t guess_predicate(const char* at, const char* end, bool is_new_subject) const;
  void count(const scanned_line& line);
  void begin_subject(const scanned_text& subject);
  void end_subject();
  std::uint32_t count_predicate(const scanned_line& line);
  void count_predicate_iri(const scanned_text& predicate, std::uint64_t times);
  void count_iri(const scanned_line& line, predicate_memo& memo);
  void count_literal(const scanned_line& line, predicate_memo& memo);
  void count_triple_term(const scanned_line& line);
  void count_quality(const scanned_line& line, datatype_memo& memo);
  void count_type(const scanned_line& line);
  void count_graph(std::string_view graph);
  /// Counts the term with this number if it is the right one; else finds its number.
  static void count_again(term_counts& in, std::uint32_t& number, std::string_view term);
  void add_name(std::string_view iri);

  void summarise_predicates(document_statistics& out);
  void summarise_literals(document_statistics& out);
  void count_unwritten_datatypes();

  statistics_limits limits_;
  document_statistics sums_;  ///< plain sums
  node_counts nodes_;
  term_counts predicates_, classes_, datatypes_, languages_, spaces_, graphs_;
  std::vector<predicate_memo> predicate_memos_;
  std::vector<datatype_memo> datatype_memos_;
  length_counts subject_lengths_, predicate_lengths_, object_lengths_, literal_lengths_, out_degrees_;
  subject_group subject_;
  std::uint32_t last_predicate_ = none, last_graph_ = none;
  bool is_new_pair_ = true;  ///< a new pair of subject and predicate
  std::string last_type_, unescaped_;
};

}  // namespace laundromat
