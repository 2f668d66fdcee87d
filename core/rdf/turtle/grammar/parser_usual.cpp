// The short way through what nearly all text consists of: predicates with one object each, and nothing odd about them.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/grammar/parser.hpp"
#include "core/rdf/turtle/terms/turtle_vocabulary.hpp"
#include "core/rdf/turtle/tokens/turtle_characters.hpp"

namespace laundromat::turtle {

namespace {

bool is_type(const token& t) {
  return t.kind == token_kind::word && t.end == t.begin + 1 && *t.begin == 'a';
}

/// Behind the string that ends, perhaps with a tag or datatype, at `end`.
const char* end_of_string(const char* end, char quote) {
  while (end[-1] != quote) --end;
  return end;
}

}  // namespace

/// Reads `predicate object ;` as long as that is usual, and a last one before `.` or `]`. What is not goes the long way; the outcome is
/// the same. Returns whether there were any. A name of a predicate is usual when it was read before.
bool parser::read_usual_pairs() {
  if (frames_.top().skips_subject || frames_.top().is_muted || lost_.on_trial || region_.is_open ||
      tokens_.is_within_string())
    return false;
  const bool is_statement = frames_.depth() == 0;
  const bool has_flushed = !out_.is_holding() && !is_spilling_ && out_.held().count == 0;
  if (is_statement ? !has_flushed : !out_.is_holding() || out_.is_full()) return false;
  const auto begin = tokens_.offset();
  out_.begin_pairs(frames_.top().subject_kind, frames_.top().subject);
  while (read_usual_pair(tokens_.at())) {
  }
  return tokens_.offset() != begin;
}

/// False when the predicate at `at` is not usual, or its object is not, which is read next, or there is no predicate to follow.
bool parser::read_usual_pair(const char* at) {
  if (!has_class(*at, is_letter)) return false;
  std::size_t length = 0;
  const auto iri = find_usual_predicate(at, length);
  if (iri.empty() || at[length] != ' ') return false;
  const char* const end = read_usual_object(at + length + 1);
  if (end == nullptr) return false;
  const char* line = nullptr;
  const auto* const delimiter = lexer::skip_space(end, line);
  const bool is_last = *delimiter == (frames_.depth() == 0 ? '.' : ']');
  if (*delimiter != ';' && !is_last) return false;
  const auto* const next = lexer::skip_space(delimiter + 1, line);
  if (next >= text_->end()) return false;
  if (next == delimiter + 1 && (*delimiter == '.' || delimiter == end)) return false;
  const char first = at[length + 1];
  if ((first == '"' || first == '\'') && lookahead_.has_even_quotes(end_of_string(end, first)) != belief::yes)
    return false;
  auto& f = frames_.top();
  predicate_begin_ = text_->offset_of(at);
  f.predicate = iri;
  f.is_empty = false;
  out_.write_pair(iri, object_.view);
  tokens_.move_behind(!is_last               ? token_kind::semicolon
                      : frames_.depth() == 0 ? token_kind::dot
                                             : token_kind::close_bracket,
                      delimiter, next, line);
  has_predicate_ = true;
  has_object_ = skips_object_ = false;
  place_ = place::repeated;
  if (frames_.depth() == 0) {
    has_written_ = true;
    out_.reach(tokens_.last_end(), span_kind::statement);
  } else if (out_.is_full()) {
    spill();
    out_.reach(tokens_.last_end(), span_kind::statement);
  }
  if (is_last) end_usual_pairs();
  return !is_last && !out_.has_failed() && !is_spilling_;
}

/// The IRI of the predicate at `at` and the length of its name, or nothing.
std::string_view parser::find_usual_predicate(const char* at, std::size_t& length) {
  if (const auto expected = terms_.guess_repeated(at, length); !expected.empty()) return expected;
  const auto predicate = tokens_.tokens().next_name(at);
  length = static_cast<std::size_t>(predicate.end - predicate.begin);
  if (is_type(predicate)) return rdf_type;
  return predicate.kind == token_kind::name ? terms_.find_repeated(predicate) : std::string_view();
}

/// Behind the dot of the statement, or the bracket.
void parser::end_usual_pairs() {
  if (frames_.depth() > 0) return close_frame();
  if (echo_.is_open) report_echo();
  state_ = state::statement;
}

/// Where the object ends with its tag or datatype, or null.
const char* parser::read_usual_object(const char* at) {
  if (const auto* const short_end = terms_.read_usual_object(at, object_)) return short_end;
  const auto object = tokens_.tokens().next(at);
  token suffix;
  const char* end = object.end;
  switch (object.kind) {
    case token_kind::name:
    case token_kind::iri:
      return terms_.read_clean_iri(object, object_) ? end : nullptr;
    case token_kind::string:
      watch_long_string(object);
      if (*end == '@') {
        suffix = tokens_.tokens().next(end);
        if (suffix.kind != token_kind::tag) return nullptr;
        end = suffix.end;
      } else if (*end == '^') {
        suffix = end[1] == '^' ? tokens_.tokens().next(end + 2) : token{};
        if (suffix.kind != token_kind::name) return nullptr;
        end = suffix.end;
      }
      [[fallthrough]];
    case token_kind::integer:
    case token_kind::decimal:
      return terms_.read_clean_literal(object, suffix, object_) ? end : nullptr;
    default:
      return nullptr;
  }
}

}  // namespace laundromat::turtle
