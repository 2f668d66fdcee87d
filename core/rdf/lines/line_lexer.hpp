// The terms of a line that is not as it should be: reads one, with its repairs, or says why it cannot be read.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "core/rdf/lines/line_fault.hpp"
#include "core/rdf/model/reader.hpp"
#include "core/rdf/model/term_check.hpp"

namespace laundromat {

/// A term and where it stands in its line.
struct line_term {
  term_view view;
  std::size_t begin = 0, end = 0;
  bool is_closed = false;  ///< ends with `>`, so that nothing of it can be missing
};

/// Whether a term was read: `open` is a literal that the end of the line cuts.
enum class lexed : std::uint8_t { term, open, failed };

/// Reads terms as RDF 1.1 N-Triples section 7 has them, and what occurs in their place. A rule has one fault in a term at most, from the
/// first to the last place where it is broken. Views of terms live until `begin` is called again.
class line_lexer {
 public:
  /// `options` outlives this object.
  explicit line_lexer(const reader_options& options)
      : options_(&options), checker_(options.profile, options.limits.iri_bytes) {}

  /// How the ends of literals are found.
  enum class quotes : std::uint8_t {
    first,   ///< the first quote without backslash closes, and no line ends before it
    joined,  ///< the text is several lines, and line ends are part of the literal
    last,    ///< the last quote of the line closes, others before it are part of the literal
  };
  void begin(std::string_view line, quotes mode);
  /// Forgets faults and terms.
  void forget();

  /// The term at `at`, which is no space; `is_predicate` lets `a` be rdf:type.
  [[nodiscard]] lexed read(std::size_t at, bool is_predicate, line_term& out);

  [[nodiscard]] std::string_view line() const { return line_; }
  [[nodiscard]] wash_profile profile() const { return options_->profile; }
  /// Repairs and notes of the terms since `forget`.
  [[nodiscard]] std::vector<line_fault>& faults() { return faults_; }
  /// Why the last term failed; its span is the term's.
  [[nodiscard]] const line_fault& failure_found() const { return failure_; }

 private:
  lexed read_iri(std::size_t at, line_term& out);
  lexed read_iri_text(std::size_t& at, std::string_view& value);
  bool read_iri_escape(std::size_t& at, std::string& value);
  bool resolve(std::size_t begin, std::size_t end, std::string_view& iri);
  bool check(std::size_t begin, std::size_t end, std::string_view& iri);
  lexed read_label(std::size_t at, line_term& out);
  lexed read_literal(std::size_t at, line_term& out);
  lexed read_text(std::size_t& at, std::string_view& value);
  bool read_text_special(std::size_t& at, std::size_t begin, std::string& value);
  bool read_text_escape(std::size_t& at, std::size_t begin, std::string& value);
  bool read_unicode_escape(std::size_t& at, std::size_t begin, std::string& value);
  bool read_suffix(std::size_t& at, line_term& out);
  bool read_tag(std::size_t& at, line_term& out);
  bool read_datatype(std::size_t& at, line_term& out);
  bool check_literal(const line_term& before, line_term& out);
  lexed read_bare(std::size_t at, bool is_predicate, line_term& out);

  [[nodiscard]] std::size_t skip_space(std::size_t at) const;
  [[nodiscard]] std::string_view keep(std::string text);
  /// Where a character of a value stands in the line, given where the value begins there.
  [[nodiscard]] std::size_t place_of(std::size_t begin, std::size_t end, std::size_t value_offset) const;
  /// Records a repair or note, or fails, as the profile treats the rule; joins it to the last one of its kind in the term at `begin`.
  bool treat(errc rule, std::size_t at, std::size_t length, std::string_view after, std::size_t begin);
  lexed fail_at(errc rule, std::size_t at, std::string message = {});

  const reader_options* options_;
  term_checker checker_;
  std::string_view line_;
  quotes mode_ = quotes::first;
  std::size_t last_quote_ = std::string_view::npos;
  std::vector<line_fault> faults_;
  line_fault failure_;
  std::deque<std::string> texts_;
  std::size_t tag_at_ = 0, datatype_at_ = 0, datatype_end_ = 0;  ///< of the literal that is being read
};

}  // namespace laundromat
