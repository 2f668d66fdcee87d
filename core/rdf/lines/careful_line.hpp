// The careful half of the line reader: what a line says that is not as the grammar wants it, and what is wrong with it.
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

/// What ends at one dot: a statement as a rule; more where dots are missing, or Turtle's `;` and `,` occur; none for a second dot.
struct line_group {
  std::size_t begin = 0, end = 0;
  std::vector<statement_view> statements;
  std::vector<line_fault> faults;  ///< in the order of `noticed`
};

enum class line_kind : std::uint8_t {
  nothing,     ///< space, or a comment
  statements,  ///< `read_group` gives them
  broken,      ///< no part of it can be trusted: `failure_found` says why
  open,        ///< a literal is open at its end, and may go on in the next line
};

/// Reads one line at a time. Source: RDF 1.1 N-Triples section 7, N-Quads section 4; the treatments of `taxonomy.hpp`.
///
/// The whole line is judged before anything of it is handed out: text behind a statement that cannot be read shows that the statement is
/// not what it seems. A missing dot is repaired when nothing of the last term can be missing, which only `>` shows; a triple without dot
/// in N-Quads may have lost its graph. Under max_recall other last terms are believed, too, but never where the document is cut.
class careful_line {
 public:
  /// `options` outlives this object.
  careful_line(rdf_format format, const reader_options& options)
      : lexer_(options), profile_(options.profile), has_graphs_(format == rdf_format::n_quads) {}

  /// Looks at a line without its end. `is_cut`: the document ends here without a line end.
  [[nodiscard]] line_kind judge(std::string_view line, bool is_cut);
  /// Looks at several lines that are one statement if a literal holds their ends. True when they are, and nothing is lost.
  [[nodiscard]] bool judge_joined(std::string_view lines, bool is_cut);
  /// The next group of a line that was judged to have statements; false behind the last. Views live until the next call.
  [[nodiscard]] bool read_group(line_group& out);
  /// Where the comment begins, or the end of the line, once all groups are read.
  [[nodiscard]] std::size_t content_end() const { return content_end_; }
  [[nodiscard]] const line_fault& failure_found() const { return failure_; }
  /// Whether the broken line may be the beginning of a quad whose other terms stand on the next line: a term, or a part of an IRI.
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
  std::string_view line_;
  bool is_cut_ = false;
  std::size_t at_ = 0, content_end_ = 0, groups_ = 0;
  std::vector<item> items_;
  line_group first_;  ///< kept, because most lines have no other
  bool has_first_ = false, is_beginning_ = false;
  line_fault failure_;
};

}  // namespace laundromat
