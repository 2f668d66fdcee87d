// Implements the short way: reads a predicate and its object from the text, without tokens where possible.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/grammar/usual_pairs.hpp"

#include "core/rdf/model/rdf_vocabulary.hpp"
#include "core/rdf/turtle/tokens/gap.hpp"
#include "core/rdf/turtle/tokens/turtle_characters.hpp"

namespace laundromat::turtle {

namespace {

bool is_type(const token& t) {
  return t.kind == token_kind::word && t.end == t.begin + 1 && *t.begin == 'a';
}

/// Behind the closing quote of a string that ends, perhaps with a tag or datatype, at `end`.
const char* end_of_string(const char* end, char quote) {
  while (end[-1] != quote) --end;
  return end;
}

/// The IRI of the predicate at `at` and the length of its name, or nothing.
std::string_view find_usual_predicate(parser_context& all, const char* at, std::size_t& length) {
  if (const auto expected = all.terms.guess_repeated(at, length); !expected.empty()) return expected;
  const auto predicate = all.tokens.tokens().next_name(at);
  length = static_cast<std::size_t>(predicate.end - predicate.begin);
  if (is_type(predicate)) return iris::rdf_type;
  return predicate.kind == token_kind::name ? all.terms.find_repeated(predicate) : std::string_view();
}

bool may_begin_pairs(const parser_context& all, const nested_writer& nested) {
  const auto& f = all.now.frames.top();
  const auto& out = all.out;
  if (f.skips_subject || f.is_muted || all.tokens.is_within_string()) return false;
  if (f.kind != frame::statement && f.kind != frame::property_list) return false;
  const bool has_flushed = !out.is_holding() && !nested.is_spilling() && out.held().count == 0;
  return all.now.depth() == 0 ? has_flushed : out.is_holding() && !out.is_full();
}

}  // namespace

usual_pairs::outcome usual_pairs::read(parser_context& all, string_watch& strings, nested_writer& nested) {
  if (!may_begin_pairs(all, nested)) return outcome::none;
  const auto begin = all.tokens.offset();
  all.now.begin_pairs(all.tokens.is_first_on_line());
  const auto& f = all.now.frames.top();
  all.out.begin_pairs(f.subject_kind, f.subject);
  auto found = outcome::some;
  while (found == outcome::some && !all.out.has_failed() && !nested.is_spilling())
    found = read_pair(all, strings, nested);
  if (found == outcome::last) return found;
  return all.tokens.offset() != begin ? outcome::some : outcome::none;
}

/// `none` when the predicate at the cursor or its object is not usual, or no predicate follows: then nothing was read.
usual_pairs::outcome usual_pairs::read_pair(parser_context& all, string_watch& strings,
                                            nested_writer& nested) {
  const char* const at = all.tokens.at();
  if (!has_class(*at, is_letter)) return outcome::none;
  auto& now = all.now;
  auto& out = all.out;
  std::size_t length = 0;
  const auto iri = find_usual_predicate(all, at, length);
  if (iri.empty() || at[length] != ' ') return outcome::none;
  const char* const end = read_object(all, strings, at + length + 1);
  if (end == nullptr) return outcome::none;
  const char* line = nullptr;
  const auto* const delimiter = skip_space(end, line);
  const bool is_statement = now.depth() == 0;
  const bool is_last = *delimiter == (is_statement ? '.' : ']');
  if (*delimiter != ';' && !is_last) return outcome::none;
  const auto* const next = skip_space(delimiter + 1, line);
  if (next >= all.text.end()) return outcome::none;
  if (next == delimiter + 1 && (*delimiter == '.' || delimiter == end)) return outcome::none;
  const char first = at[length + 1];
  if ((first == '"' || first == '\'') &&
      all.lookahead.has_even_quotes(end_of_string(end, first)) != decision::yes)
    return outcome::none;
  auto& f = now.frames.top();
  now.predicate_begin = all.text.offset_of(at);
  f.predicate = iri;
  f.is_empty = false;
  out.write_pair(iri, now.object.view);
  all.tokens.move_behind(!is_last       ? token_kind::semicolon
                         : is_statement ? token_kind::dot
                                        : token_kind::close_bracket,
                         delimiter, next, line);
  now.end_pair();
  if (is_statement) {
    now.has_written = true;
    out.reach(all.tokens.last_end(), span_kind::statement);
  } else if (out.is_full()) {
    nested.spill();
    out.reach(all.tokens.last_end(), span_kind::statement);
  }
  return is_last ? outcome::last : outcome::some;
}

/// Where the object ends with its tag or datatype, or null.
const char* usual_pairs::read_object(parser_context& all, string_watch& strings, const char* at) {
  auto& terms = all.terms;
  auto& held = all.now.object;
  if (const auto* const short_end = terms_.read(at, held)) return short_end;
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
