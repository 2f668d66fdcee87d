// Implements the fast path: reads predicates and objects from the text, without tokens where possible.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/grammar/usual_pairs.hpp"

#include "core/rdf/turtle/tokens/gap.hpp"
#include "core/rdf/turtle/tokens/turtle_characters.hpp"

namespace laundromat::turtle {

namespace {

/// Behind the closing quote of a string that ends, perhaps with a tag or datatype, at `end`.
const char* end_of_string(const char* end, char quote) {
  while (end[-1] != quote) --end;
  return end;
}

bool may_begin(usual_pairs::outcome next, const parser_context& all, const nested_writer& nested) {
  const auto& f = all.now.frames.top();
  const auto& out = all.out;
  if (f.skips_objects() || all.tokens.is_within_string()) return false;
  if (f.kind == frame::property_list ? all.now.frames.around().is_triple() : f.kind != frame::statement)
    return false;
  if (next == usual_pairs::outcome::object && f.predicate.empty()) return false;
  const bool has_flushed = !out.is_holding() && !nested.is_spilling() && out.held().count == 0;
  return all.now.depth() == 0 ? has_flushed : out.is_holding() && !out.is_full();
}

token_kind kind_of(char delimiter) {
  if (delimiter == ',') return token_kind::comma;
  if (delimiter == ';') return token_kind::semicolon;
  if (delimiter == ']') return token_kind::close_bracket;
  return delimiter == '}' ? token_kind::close_brace : token_kind::dot;
}

bool ends_object(char c, bool is_statement) {
  return c == ';' || c == ',' || c == (is_statement ? '.' : ']');
}

}  // namespace

bool usual_pairs::read_subject(const parser_context& all, const char* at, subject& found) {
  found.end = terms_.read_subject(at, found.term);
  if (found.end == nullptr || !has_class(*found.end, is_gap)) return false;
  found.line = nullptr;
  found.next = skip_space(found.end, found.line);
  return found.next < all.text.end();
}

/// Copies the subject, where it is needed longer than the text and the memory of prefixes stay as they are.
void usual_pairs::keep_subject(parser_context& all) {
  if (subject_.data() == nullptr) return;
  all.now.frames.statement().subject.assign(subject_);
  subject_ = {};
}

void usual_pairs::begin_frame(parser_context& all) const {
  const auto& f = all.now.frames.top();
  all.out.begin_pairs(f.subject_kind, subject_.data() != nullptr ? subject_ : std::string_view(f.subject));
}

usual_pairs::outcome usual_pairs::read(outcome next, bool is_in_graph, parser_context& all,
                                       string_watch& strings, nested_writer& nested) {
  if (!may_begin(next, all, nested)) {
    keep_subject(all);
    return outcome::none;
  }
  const auto begin = all.tokens.offset();
  if (next == outcome::object)
    predicate_ = all.now.frames.top().predicate;
  else
    all.now.begin_pairs(all.tokens.is_first_on_line());
  begin_frame(all);
  is_in_graph_ = is_in_graph;
  auto found = next;
  while (found != outcome::none) {
    next = found;
    if (ends_statement(next) || next == outcome::bracket) break;
    if (all.out.has_failed() || nested.is_spilling()) break;
    if (next == outcome::object)
      found = read_object(all, strings, nested, all.tokens.at(), nullptr, false);
    else if (next == outcome::after_object)
      found = read_behind_bracket(all, strings, nested);
    else
      found = read_pair(next, all, strings, nested);
  }
  if (ends_statement(next)) {
    subject_ = {};
    return next;
  }
  keep_subject(all);
  if (all.tokens.offset() == begin) return outcome::none;
  leave(all, next);
  return next;
}

/// The predicate of objects that follow is copied; that of those before may be a view of the text.
void usual_pairs::leave(parser_context& all, outcome next) {
  auto& f = all.now.frames.top();
  if (next == outcome::object) {
    f.predicate = predicate_;
    f.pin_predicate();
  } else if (next != outcome::after_object) {
    f.predicate = {};
  }
}

usual_pairs::outcome usual_pairs::read_pair(outcome next, parser_context& all, string_watch& strings,
                                            nested_writer& nested) {
  const char* const at = all.tokens.at();
  if (!has_class(*at, is_letter) && *at != '<' && *at != ':')
    return next == outcome::predicate || all.now.depth() > 0 ? read_end(all, nested, at) : outcome::none;
  const char* const end = terms_.read_predicate(at, all.now.frames.top().predicate_memory, predicate_);
  if (end == nullptr) return outcome::none;
  const char* line = nullptr;
  const char* const object = skip_space(end, line);
  return read_object(all, strings, nested, object, line, true);
}

/// The end of a statement or bracket behind a semicolon, or of an empty bracket.
usual_pairs::outcome usual_pairs::read_end(parser_context& all, nested_writer& nested, const char* at) {
  const bool is_statement = all.now.depth() == 0;
  const bool ends_graph = may_end_graph(*at, is_statement);
  if (!ends_graph && *at != (is_statement ? '.' : ']')) return outcome::none;
  if (is_statement && !all.now.has_written) return outcome::none;
  const char* line = nullptr;
  const auto* const next = skip_space(at + 1, line);
  if (next >= all.text.end() || (*at == '.' && next == at + 1)) return outcome::none;
  const auto last_end = all.tokens.last_end();
  all.tokens.move_behind(kind_of(*at), at, next, line);
  if (!is_statement) return close_bracket(all, nested);
  all.out.reach(ends_graph ? last_end : all.tokens.last_end(), span_kind::statement);
  return ends_graph ? outcome::graph_end : outcome::statement;
}

/// The state of the grammar behind a predicate and an object at `at`, whose line begins at `line` if one has begun behind the predicate.
/// Of the first object, the predicate is at the cursor.
void usual_pairs::begin_objects(parser_context& all, const char* at, const char* line, bool is_first) const {
  const auto begin = all.text.offset_of(at);
  if (!is_first) return all.begin_object(begin);
  all.begin_predicate(all.tokens.offset());
  const auto indent = line != nullptr ? static_cast<std::uint64_t>(at - line) : 0;
  all.now.begin_object(begin, all.is_margin(line != nullptr, indent), false);
}

/// The object at `at`, with the delimiter behind it. Of the first one of a predicate, the predicate is at the cursor.
usual_pairs::outcome usual_pairs::read_object(parser_context& all, string_watch& strings,
                                              nested_writer& nested, const char* at, const char* line,
                                              bool is_first) {
  if (*at == '[') return open_bracket(all, nested, at, line, is_first);
  const char* const end = read_term(all, strings, at);
  if (end == nullptr) return outcome::none;
  auto& now = all.now;
  auto& out = all.out;
  const bool is_statement = now.depth() == 0;
  const char* last_line = line;
  const auto* const delimiter = skip_space(end, last_line);
  // Right behind a term the brace may be a part of it.
  const bool ends_graph = may_end_graph(*delimiter, is_statement) && delimiter != end;
  if (!ends_graph && !ends_object(*delimiter, is_statement)) return outcome::none;
  const auto* const next = skip_space(delimiter + 1, last_line);
  if (next >= all.text.end()) return outcome::none;
  if (next == delimiter + 1 && (*delimiter == '.' || delimiter == end)) return outcome::none;
  // Where nothing else is on the line, no quote is.
  const bool is_string = *at == '"' || *at == '\'';
  if (is_string && !(last_line > end) &&
      all.lookahead.has_even_quotes(end_of_string(end, *at)) != decision::yes)
    return outcome::none;
  now.frames.top().is_empty = false;
  if (*delimiter == ',') begin_objects(all, at, line, is_first);
  out.write_pair(predicate_);
  all.tokens.move_behind(kind_of(*delimiter), delimiter, next, last_line);
  now.end_pair();
  if (is_statement) {
    now.has_written = true;
    out.reach(ends_graph ? all.text.offset_of(end) : all.tokens.last_end(), span_kind::statement);
  } else if (out.is_full()) {
    nested.spill();
    out.reach(all.tokens.last_end(), span_kind::statement);
  }
  switch (*delimiter) {
    case ';':
      return outcome::predicate;
    case ',':
      return outcome::object;
    case '.':
      return outcome::statement;
    case '}':
      return outcome::graph_end;
    default:
      return close_bracket(all, nested);
  }
}

/// A bracket as an object. What the grammar remembers of a term at the margin is not needed behind a pair that was kept.
usual_pairs::outcome usual_pairs::open_bracket(parser_context& all, nested_writer& nested, const char* at,
                                               const char* line, bool is_first) {
  auto& now = all.now;
  const char* last_line = line;
  const auto* const next = skip_space(at + 1, last_line);
  if (next >= all.text.end() || now.depth() >= all.limits.nesting) return outcome::none;
  if ((all.is_at_margin() || line != nullptr) && all.may_be_next_subject()) return outcome::none;
  keep_subject(all);
  begin_objects(all, at, line, is_first);
  auto& f = now.frames.top();
  f.predicate = predicate_;
  f.is_empty = false;
  all.tokens.move_behind(token_kind::open_bracket, at, next, last_line);
  nested.open(frame::property_list, all.text.offset_of(at), false);
  begin_frame(all);
  return outcome::first;
}

usual_pairs::outcome usual_pairs::close_bracket(parser_context& all, nested_writer& nested) {
  const auto& f = all.now.frames.top();
  const auto around = all.now.frames.around().kind;
  if (f.is_subject || nested.is_spilling() || (around != frame::statement && around != frame::property_list))
    return outcome::bracket;
  static_cast<void>(nested.close());
  all.tokens.tokens().set_in_triple(false);
  return outcome::after_object;
}

/// The delimiter behind a bracket, which is the object.
usual_pairs::outcome usual_pairs::read_behind_bracket(parser_context& all, string_watch& strings,
                                                      nested_writer& nested) {
  auto& now = all.now;
  const bool is_statement = now.depth() == 0;
  const char* const at = all.tokens.at();
  const char c = *at;
  if (!ends_object(c, is_statement)) return outcome::none;
  const char* line = nullptr;
  const auto* const next = skip_space(at + 1, line);
  if (next >= all.text.end()) return outcome::none;
  if (next == at + 1 && c != ']' && (c == '.' || !all.tokens.has_gap())) return outcome::none;
  const token delimiter{kind_of(c), 0, at, at + 1, at};
  if (is_statement && c != '.' &&
      all.lookahead.fits_brackets(delimiter, 0, now.indent, decision::yes) != decision::yes)
    return outcome::none;
  predicate_ = now.frames.top().predicate;
  if (is_statement) nested.flush();
  nested.write_object();
  now.end_object();
  strings.end_object();
  all.tokens.move_behind(delimiter.kind, at, next, line);
  if (is_statement || nested.is_spilling()) {
    now.has_written = true;
    all.out.reach(all.tokens.last_end(), span_kind::statement);
  }
  if (c == ']') return close_bracket(all, nested);
  begin_frame(all);
  return c == ';' ? outcome::predicate : c == ',' ? outcome::object : outcome::statement;
}

const char* usual_pairs::read_term(parser_context& all, string_watch& strings, const char* at) {
  auto& held = all.now.object;
  auto& object = all.out.next_object();
  if (const auto* const end = terms_.read(at, object, held.text)) return end;
  const auto* const end = read_token(all, strings, at);
  if (end != nullptr) object = held.view;
  return end;
}

/// The same for a term that is longer, or of a less usual kind.
const char* usual_pairs::read_token(parser_context& all, string_watch& strings, const char* at) {
  auto& terms = all.terms;
  auto& held = all.now.object;
  auto& tokens = all.tokens.tokens();
  const auto object = tokens.next(at);
  token suffix;
  const char* end = object.end;
  switch (object.kind) {
    case token_kind::name:
    case token_kind::iri:
      return terms.read_clean_iri(object, held) ? end : nullptr;
    case token_kind::string:
      strings.watch_long_string(object);
      if (*end == '@') {
        suffix = tokens.next(end);
        if (suffix.kind != token_kind::tag) return nullptr;
        end = suffix.end;
      } else if (*end == '^') {
        suffix = end[1] == '^' ? tokens.next(end + 2) : token{};
        if (suffix.kind != token_kind::name) return nullptr;
        end = suffix.end;
      }
      [[fallthrough]];
    case token_kind::integer:
    case token_kind::decimal:
      return terms.read_clean_literal(object, suffix, held) ? end : nullptr;
    default:
      return nullptr;
  }
}

}  // namespace laundromat::turtle
