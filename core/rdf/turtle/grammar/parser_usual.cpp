// Implements the short way of the grammar: statements of usual terms, which need no token.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/grammar/parser.hpp"

namespace laundromat::turtle {

/// Takes the short way from the cursor as far as it leads; false when the token at the cursor must be read.
bool parser::read_usual() {
  using outcome = usual_pairs::outcome;
  const bool may_begin = state_ == state::statement || state_ == state::predicate || state_ == state::object;
  if (!may_begin || recovery_.is_on_trial() || region_.is_open()) return false;
  bool has_read = false;
  for (;; has_read = true) {
    if (state_ == state::statement && !begin_usual_statement()) return has_read;
    const auto next = state_ == state::object     ? outcome::object
                      : place_ == place::repeated ? outcome::predicate
                                                  : outcome::first;
    const auto found = usual_.read(next, all_, strings_, nested_);
    if (found == outcome::none) return has_read;
    if (found != outcome::statement) {
      follow_usual(found);
      return true;
    }
    merger_.flush();
    state_ = state::statement;
    if (all_.out.has_failed()) return true;
  }
}

/// What is next where the short way ended within a statement.
void parser::follow_usual(usual_pairs::outcome next) {
  using outcome = usual_pairs::outcome;
  switch (next) {
    case outcome::first:
    case outcome::predicate:
      place_ = next == outcome::first ? place::optional : place::repeated;
      state_ = state::predicate;
      return;
    case outcome::object:
      state_ = state::object;
      return;
    case outcome::after_object:
      state_ = state::after_object;
      return;
    default:
      return close_bracket();
  }
}

/// Reads a usual subject as `begin_statement` would.
bool parser::begin_usual_statement() {
  auto& tokens = all_.tokens;
  auto& found = usual_subject_;
  if (tokens.is_within_string() || !usual_.read_subject(all_, found)) return false;
  start_statement(tokens.offset());
  graphs_.begin_statement(tokens.is_first_on_line(), tokens.indent());
  auto& f = all_.now.frames.statement();
  f.subject_kind = found.term.kind;
  all_.now.may_label_graph = true;
  place_ = place::first;
  state_ = state::predicate;
  const auto kind = found.term.kind == term_kind::blank ? token_kind::blank
                    : *tokens.at() == '<'               ? token_kind::iri
                                                        : token_kind::name;
  tokens.move_behind(kind, found.end - 1, found.next, found.line);
  return true;
}

}  // namespace laundromat::turtle
