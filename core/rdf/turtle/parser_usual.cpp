// The short way through what nearly all text consists of: `predicate object ;` with nothing odd about it.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/characters.hpp"
#include "core/rdf/turtle/parser.hpp"
#include "core/rdf/turtle/vocabulary.hpp"

namespace laundromat::turtle {

/// Reads pairs as long as they are usual, and stops before the first that is not, which then goes the long way: the outcome is the same.
/// A name of a predicate is usual when it was read before.
void parser::read_usual_pairs() {
  auto& f = top();
  const bool is_statement = depth_ == 0;
  if (f.skips_subject || f.is_muted || lost_.on_trial || region_.is_open || lexer_.is_within_string()) return;
  if (is_statement ? out_.held_count() > 0 : !out_.is_holding() || out_.is_full()) return;
  const auto* at = text_->at(cursor_);
  for (;;) {
    if (!has_class(*at, is_letter)) return;
    const auto predicate = lexer_.next_name(at);
    const bool is_type =
        predicate.kind == token_kind::word && predicate.end == predicate.begin + 1 && *predicate.begin == 'a';
    if (predicate.kind != token_kind::name && !is_type) return;
    const auto iri = is_type ? rdf_type : terms_.find_repeated(predicate);
    if (iri.empty() || *predicate.end != ' ') return;
    const auto object = lexer_.next(predicate.end + 1);
    token tag;
    const char* end = object.end;
    switch (object.kind) {
      case token_kind::name:
      case token_kind::iri:
        if (!terms_.read_clean_iri(object, object_)) return;
        break;
      case token_kind::string:
        if (*end == '@') {
          tag = lexer_.next(end);
          if (tag.kind != token_kind::tag) return;
          end = tag.end;
        } else if (*end == '^') {
          tag = end[1] == '^' ? lexer_.next(end + 2) : token{};
          if (tag.kind != token_kind::name) return;
          end = tag.end;
        }
        [[fallthrough]];
      case token_kind::integer:
      case token_kind::decimal:
        if (!terms_.read_clean_literal(object, tag, object_)) return;
        break;
      default:
        return;
    }
    const char* line = nullptr;
    const auto* const semicolon = lexer::skip_space(end, line);
    if (*semicolon != ';') return;
    const auto* const next = lexer::skip_space(semicolon + 1, line);
    if (next >= text_->end() || !has_class(*next, is_letter)) return;
    predicate_begin_ = text_->offset_of(predicate.begin);
    f.predicate = iri;
    out_.write({f.subject_kind, f.subject, {}, {}}, {term_kind::iri, iri, {}, {}}, object_.view);
    if (out_.has_failed()) return;
    last_end_ = text_->offset_of(semicolon) + 1;
    if (is_statement) out_.reach(last_end_, span_kind::statement);
    has_written_ = has_written_ || is_statement;
    has_predicate_ = true;
    f.is_empty = false;
    place_ = place::repeated;
    last_kind_ = token_kind::semicolon;
    cursor_ = text_->offset_of(next);
    has_gap_ = next != semicolon + 1;
    is_first_on_line_ = line > semicolon;
    if (line != nullptr) line_begin_ = text_->offset_of(line);
    indent_ = cursor_ - line_begin_;
    at = next;
  }
}

}  // namespace laundromat::turtle
