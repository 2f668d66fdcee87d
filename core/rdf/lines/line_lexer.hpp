// Reads terms of lines that violate the grammar, with repairs, or reports why they cannot be read.
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
#include "core/rdf/model/triple_term.hpp"

namespace laundromat {

struct unicode_escape;

/// A term and its position in the line.
struct line_term {
  term_view view;
  std::size_t begin = 0, end = 0;
  bool is_closed = false;  ///< ends with `>`, so that it is complete
};

/// Whether a term was read: `open` is a literal that is not closed at the end of the line.
enum class lexed : std::uint8_t { term, open, failed };

/// Reads terms of RDF 1.2 N-Triples section 6, and what occurs in their place. A rule has at most one fault per term, from the
/// first to the last place where it is violated. Views of terms are valid until `begin` is called again.
class line_lexer {
 public:
  /// `options` outlives this object.
  explicit line_lexer(const reader_options& options)
      : options_(&options),
        checker_(options.profile, options.limits.iri_bytes, options.directions == direction_form::dropped) {}

  /// How the ends of literals are found.
  enum class quotes : std::uint8_t {
    first,   ///< the first quote without backslash closes, and no line ends before it
    joined,  ///< the text is several lines, and line ends are part of the literal
    last,    ///< the last quote of the line closes, others before it are part of the literal
  };
  void begin(std::string_view line, quotes mode);
  /// Clears faults and terms.
  void forget();

  /// The term at `at`, which is not space; `is_predicate` means that `a` is rdf:type.
  [[nodiscard]] lexed read(std::size_t at, bool is_predicate, line_term& out);

  [[nodiscard]] std::string_view line() const { return line_; }
  [[nodiscard]] wash_profile profile() const { return options_->profile; }
  /// Repairs and notes of the terms since `forget`.
  [[nodiscard]] std::vector<line_fault>& faults() { return faults_; }
  /// Why the last term failed; its span is that of the term.
  [[nodiscard]] const line_fault& failure_found() const { return failure_; }

 private:
  lexed read_triple(std::size_t at, line_term& out);
  lexed append_triple(std::size_t& at, std::string& text);
  lexed append_part(std::size_t& at, std::size_t place, std::string& text);
  bool may_be_part(std::size_t place, const line_term& part);
  lexed read_iri(std::size_t at, line_term& out);
  bool strip_marks(std::size_t begin, std::size_t end, std::size_t iri_at);
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
  bool join_pair(const unicode_escape& pair, std::size_t& at, std::size_t begin, std::string& value);
  bool read_suffix(std::size_t& at, line_term& out);
  bool read_tag(std::size_t& at, line_term& out);
  bool read_datatype(std::size_t& at, line_term& out);
  bool check_literal(const line_term& before, line_term& out);
  lexed read_bare(std::size_t at, bool is_predicate, line_term& out);

  [[nodiscard]] std::size_t skip_space(std::size_t at) const;
  [[nodiscard]] bool is_end_of_triple(std::size_t at) const {
    return depth_ > 0 && line_.substr(at).starts_with(triple_term_end);
  }
  [[nodiscard]] std::string_view keep(std::string text);
  /// The position in the line of a character of a value, given the position of the value.
  [[nodiscard]] std::size_t place_of(std::size_t begin, std::size_t end, std::size_t value_offset) const;
  /// Records a repair or note, or fails, according to the treatment of the rule; joins it to the last one of the rule in the term at `begin`.
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
  std::uint32_t depth_ = 0;                                      ///< of triple terms
  std::size_t tag_at_ = 0, datatype_at_ = 0, datatype_end_ = 0;  ///< of the current literal
};

}  // namespace laundromat
