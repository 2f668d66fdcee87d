// The fast path through what nearly all text consists of: statements of usual terms, with nothing odd about them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/rdf/turtle/recovery/string_watch.hpp"
#include "core/rdf/turtle/state/nested_writer.hpp"
#include "core/rdf/turtle/state/parser_context.hpp"
#include "core/rdf/turtle/terms/usual_terms.hpp"

namespace laundromat::turtle {

/// Reads predicates and objects, and the brackets `[…]` among them, as long as these are usual. Anything else is left to the states of the
/// grammar, which give the same outcome, only slower: a term and the delimiter behind it are read both or not at all.
///
///     first ─► objects ─┬─ , ─► objects         bracket ── ] ─► after_object ─┬─ , ─► objects
///     predicate ─┘      ├─ ; ─► predicate                                     ├─ ; ─► predicate
///                       ├─ [ ─► first                                         └─ . ─► statement
///                       └─ . ─► statement, or } ─► graph_end
class usual_pairs {
 public:
  usual_pairs(const text_window& text, const reader_options& options, known_terms& known)
      : terms_(text, options, known) {}

  /// What is next at the cursor.
  enum class outcome : std::uint8_t {
    none,          ///< what it was: nothing was read
    first,         ///< the first predicate of a statement or bracket
    predicate,     ///< a predicate behind a semicolon, or the end of the statement or bracket
    object,        ///< an object behind a comma
    after_object,  ///< what follows a bracket
    statement,     ///< the statement has ended with its dot
    graph_end,     ///< the statement has ended before the brace that closes the graph, which was read, too
    bracket,       ///< the innermost bracket must be closed: it is in a list, or a subject
  };

  [[nodiscard]] static constexpr bool ends_statement(outcome found) {
    return found == outcome::statement || found == outcome::graph_end;
  }

  struct subject {
    term_view term;
    const char* end = nullptr;   ///< of the term
    const char* next = nullptr;  ///< the predicate
    const char* line = nullptr;  ///< the start of its line, if a line ends between them
  };
  /// Reads the usual term at `at` that may be a subject, with the gap behind it; what follows has arrived.
  [[nodiscard]] bool read_subject(const parser_context& all, const char* at, subject& found);
  /// The subject of the statement that is read next; what it refers to does not change until then.
  void begin_statement(const subject& found) { subject_ = found.term.value; }
  [[nodiscard]] usual_terms& terms() { return terms_; }

  /// Reads from the cursor of `all`, where `next` is expected, of a statement that is not on trial and of which nothing is left out.
  /// `is_in_graph`: a brace may end the statement.
  /// The parts are parameters, not members, so that their places are known to the compiler where this is inlined.
  [[nodiscard]] outcome read(outcome next, bool is_in_graph, parser_context& all, string_watch& strings,
                             nested_writer& nested);

 private:
  [[nodiscard]] bool may_end_graph(char c, bool is_statement) const {
    return c == '}' && is_statement && is_in_graph_;
  }
  [[nodiscard]] outcome read_pair(outcome next, parser_context& all, string_watch& strings,
                                  nested_writer& nested);
  [[nodiscard]] outcome read_end(parser_context& all, nested_writer& nested, const char* at);
  [[nodiscard]] outcome read_object(parser_context& all, string_watch& strings, nested_writer& nested,
                                    const char* at, const char* line, bool is_first);
  [[nodiscard]] outcome read_behind_bracket(parser_context& all, string_watch& strings,
                                            nested_writer& nested);
  [[nodiscard]] outcome open_bracket(parser_context& all, nested_writer& nested, const char* at,
                                     const char* line, bool is_first);
  [[nodiscard]] outcome close_bracket(parser_context& all, nested_writer& nested);
  [[nodiscard]] const char* read_term(parser_context& all, string_watch& strings, const char* at);
  [[nodiscard]] const char* read_token(parser_context& all, string_watch& strings, const char* at);
  void begin_objects(parser_context& all, const char* at, const char* line, bool is_first) const;
  void leave(parser_context& all, outcome next);
  void keep_subject(parser_context& all);
  void begin_frame(parser_context& all) const;

  usual_terms terms_;
  std::string_view predicate_;  ///< of the objects that are read
  std::string_view subject_;    ///< of the statement, until it is kept in its frame; else null
  bool is_in_graph_ = false;
};

}  // namespace laundromat::turtle
