// The careful half of the line reader: reads lines that violate the grammar, and reports their defects.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/rdf/lines/line_fault.hpp"
#include "core/rdf/lines/line_lexer.hpp"
#include "core/rdf/model/reader.hpp"

namespace laundromat {

/// The text up to one dot: usually one statement; more where dots are missing, or Turtle's `;` and `,` occur; none for a second dot.
struct line_group {
  std::size_t begin = 0, end = 0;
  std::vector<statement_view> statements;
  std::vector<line_fault> faults;  ///< in the order of `noticed`
};

enum class line_kind : std::uint8_t {
  nothing,     ///< space, or a comment
  statements,  ///< `read_group` returns them
  broken,      ///< nothing is read from it; `failure_found` has the reason
  open,        ///< a literal is open at its end, and may continue on the next line
};

/// Reads one line at a time. Source: RDF 1.1 N-Triples section 7, N-Quads section 4; the treatments of `taxonomy.hpp`.
///
/// The whole line is examined before anything is read from it: text after a statement that cannot be read shows that the statement may be
/// misread. A missing dot is repaired when the last term is complete, which only `>` shows; a triple without dot
/// in N-Quads may have lost its graph. Under max_recall other last terms are accepted, too, but never where the document is cut off.
class careful_line {
 public:
  /// `options` outlives this object.
  careful_line(rdf_format format, const reader_options& options)
      : lexer_(options), profile_(options.profile), has_graphs_(format == rdf_format::n_quads) {}

  /// Examines a line without its end. `is_cut`: the document ends here without a line end.
  [[nodiscard]] line_kind judge(std::string_view line, bool is_cut);
  /// Examines several lines that are one statement if a literal contains their ends. True when they are, and nothing is lost.
  [[nodiscard]] bool judge_joined(std::string_view lines, bool is_cut);
  /// The next group of a line with statements; false after the last. Views are valid until the next call.
  [[nodiscard]] bool read_group(line_group& out);
  /// Where the comment begins, or the end of the line, once all groups are read.
  [[nodiscard]] std::size_t content_end() const { return content_end_; }
  /// The version of RDF that the last line judged announces; empty when it does not.
  [[nodiscard]] std::string_view version() const { return version_; }
  [[nodiscard]] const line_fault& failure_found() const { return failure_; }
  /// Whether the broken line may be the beginning of a quad whose other terms are on the next line: a term, or a part of an IRI.
  [[nodiscard]] bool is_beginning() const { return is_beginning_; }
  /// Whether the line that has statements may be the rest of such a quad: predicate, object and graph.
  [[nodiscard]] bool may_be_rest() const {
    return has_first_ && first_.statements.size() == 1 &&
           first_.statements[0].subject.kind == term_kind::iri &&
           first_.statements[0].graph.kind == term_kind::none &&
           first_.statements[0].object.kind != term_kind::literal;
  }

 private:
  enum class step : std::uint8_t { group, end, broken, open };
  enum class item_kind : std::uint8_t { term, semicolon, comma };
  struct item {
    item_kind kind = item_kind::term;
    line_term term = {};
  };

  line_kind judge_as(std::string_view line, bool is_cut, line_lexer::quotes mode);
  [[nodiscard]] bool may_have_inner_quotes(std::string_view line) const;
  step parse_group(line_group& out);
  step parse_items(std::size_t& at, bool& has_dot);
  step parse_term(std::size_t& at);
  [[nodiscard]] bool is_one_term() const;
  bool repair_dot(line_group& out);
  bool assemble(line_group& out);
  bool assemble_turtle(line_group& out);
  bool split(line_group& out);
  bool add(line_group& out, std::size_t subject, std::size_t predicate, std::size_t object,
           std::size_t graph);
  bool repair(errc rule, std::size_t at, std::size_t length, std::string after);
  step broken_at(errc rule, std::size_t at, std::string message = {});
  bool fail_at(errc rule, std::size_t at, std::string message = {});
  [[nodiscard]] bool takes(std::size_t from, std::size_t count) const;
  [[nodiscard]] const line_term& term(std::size_t i) const { return items_[i].term; }
  [[nodiscard]] std::size_t skip_space(std::size_t at) const;

  line_lexer lexer_;
  wash_profile profile_;
  bool has_graphs_;
  std::string_view line_, version_;
  bool is_cut_ = false;
  std::size_t at_ = 0, content_end_ = 0, groups_ = 0;
  std::vector<item> items_;
  line_group first_;  ///< stored, because most lines have only one
  bool has_first_ = false, is_beginning_ = false;
  line_fault failure_;
};

}  // namespace laundromat
