// Implements the fast path of the grammar: statements of usual terms, which need no token.
// SPDX-License-Identifier: Apache-2.0
#include <string_view>

#include "core/rdf/turtle/grammar/parser.hpp"
#include "core/rdf/turtle/tokens/gap.hpp"
#include "core/rdf/turtle/tokens/turtle_characters.hpp"

namespace laundromat::turtle {

/// Takes the fast path from the cursor as far as it leads; false when the token at the cursor must be read.
bool parser::read_usual() {
  using outcome = usual_pairs::outcome;
  const bool may_begin = state_ == state::statement || state_ == state::predicate || state_ == state::object;
  if (!may_begin || recovery_.is_on_trial() || region_.is_open()) return false;
  bool has_read = false;
  for (;; has_read = true) {
    if (state_ == state::statement) {
      const auto begun = begin_usual();
      if (begun == read_progress::none) return has_read;
      if (begun == read_progress::done) continue;
    }
    const auto next = state_ == state::object     ? outcome::object
                      : place_ == place::repeated ? outcome::predicate
                                                  : outcome::first;
    const auto found = usual_.read(next, graphs_.is_open(), all_, strings_, nested_);
    if (found == outcome::none) return has_read;
    if (!usual_pairs::ends_statement(found)) {
      follow_usual(found);
      return true;
    }
    merger_.flush();
    if (found == outcome::graph_end) graphs_.close(all_.tokens.last_end());
    state_ = state::statement;
    if (all_.out.has_failed()) return true;
  }
}

/// What is next where the fast path ended within a statement.
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

/// Between statements. `done`: a directive, or a brace; `more`: the subject of a statement.
read_progress parser::begin_usual() {
  const auto& tokens = all_.tokens;
  if (tokens.is_within_string()) return read_progress::none;
  const char* at = tokens.at();
  if (*at == '@') return declare_usual(at);
  if (*at == '}') return close_usual_graph(at);
  constexpr std::string_view keyword = "GRAPH";
  const bool is_graph =
      *at == 'G' && std::string_view(at, keyword.size()) == keyword && has_class(at[5], is_gap);
  const char* line = nullptr;
  if (is_graph) at = skip_space(at + keyword.size(), line);
  auto& found = usual_subject_;
  if (!usual_.read_subject(all_, at, found)) return read_progress::none;
  if (found.line == nullptr) found.line = line;
  if (*found.next == '{') return open_usual_graph(is_graph);
  const bool is_pair = has_class(*found.next, is_letter) || *found.next == '<' || *found.next == ':';
  if (is_graph || !is_pair) return read_progress::none;
  begin_usual_statement();
  return read_progress::more;
}

/// As `begin_subject` does.
void parser::begin_usual_statement() {
  auto& tokens = all_.tokens;
  const auto& found = usual_subject_;
  start_statement(tokens.offset());
  all_.now.frames.statement().subject_kind = found.term.kind;
  all_.now.may_label_graph = true;
  usual_.begin_statement(found);
  place_ = place::first;
  state_ = state::predicate;
  const auto kind = found.term.kind == term_kind::blank ? token_kind::blank
                    : *tokens.at() == '<'               ? token_kind::iri
                                                        : token_kind::name;
  tokens.move_behind(kind, found.end - 1, found.next, found.line);
}

/// `@prefix` outside of graphs.
read_progress parser::declare_usual(const char* at) {
  auto& tokens = all_.tokens;
  constexpr std::string_view keyword = "@prefix";
  if (std::string_view(at, keyword.size()) != keyword || graphs_.is_open() || graphs_.is_unopened())
    return read_progress::none;
  std::string_view prefix, iri;
  const auto* const end = usual_.terms().read_declaration(at + keyword.size(), prefix, iri);
  if (end == nullptr) return read_progress::none;
  const char* line = nullptr;
  const auto* const dot = skip_space(end, line);
  if (*dot != '.' || !has_class(dot[1], is_gap)) return read_progress::none;
  const auto* const next = skip_space(dot + 1, line);
  if (next >= all_.text.end()) return read_progress::none;
  const auto begin = tokens.offset();
  start_statement(begin);
  directives_.declare_usual(prefix, iri, begin, all_.text.offset_of(dot) + 1);
  tokens.move_behind(token_kind::dot, dot, next, line);
  return read_progress::done;
}

/// The brace behind a term that names a graph.
read_progress parser::open_usual_graph(bool is_behind_keyword) {
  auto& tokens = all_.tokens;
  const auto& found = usual_subject_;
  const char* line = nullptr;
  const auto* const next = skip_space(found.next + 1, line);
  if (found.next[1] == '|' || next >= all_.text.end()) return read_progress::none;
  if (!blocks_.is_certain(is_behind_keyword, line != nullptr)) return read_progress::none;
  start_statement(tokens.offset());
  blocks_.open_certain(found.term, found.next);
  tokens.move_behind(token_kind::open_brace, found.next, next, line != nullptr ? line : found.line);
  return read_progress::done;
}

read_progress parser::close_usual_graph(const char* at) {
  const char* line = nullptr;
  const auto* const next = skip_space(at + 1, line);
  if (!graphs_.is_open() || next >= all_.text.end()) return read_progress::none;
  start_statement(all_.tokens.offset(), true);
  graphs_.close(all_.text.offset_of(at) + 1);
  all_.tokens.move_behind(token_kind::close_brace, at, next, line);
  return read_progress::done;
}

}  // namespace laundromat::turtle
