// Triple terms, blank node labels, and other text in the place of a term.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/lines/line_lexer.hpp"

#include <algorithm>

#include "core/rdf/model/bidi_mark.hpp"
#include "core/rdf/model/blank_label.hpp"
#include "core/rdf/model/false_bracket.hpp"
#include "core/rdf/model/rdf_vocabulary.hpp"
#include "core/rdf/model/triple_term.hpp"
#include "core/rdf/model/utf8.hpp"
#include "core/rdf/model/white_space.hpp"
#include "core/rdf/write/canonical.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

/// A literal that Turtle allows without quotes.
struct bare_literal {
  std::size_t length = 0;  ///< 0: none
  std::string_view datatype;
};

std::size_t skip_digits(std::string_view text, std::size_t at) {
  while (at < text.size() && is_digit(text[at])) ++at;
  return at;
}

/// A number at the front of `text` (RDF 1.1 Turtle, productions 19 to 21).
bare_literal number_at(std::string_view text) {
  const std::size_t begin = text.starts_with('+') || text.starts_with('-') ? 1 : 0;
  auto at = skip_digits(text, begin);
  auto digits = at - begin;
  auto datatype = iris::xsd_integer;
  if (const auto end = at < text.size() && text[at] == '.' ? skip_digits(text, at + 1) : 0; end > at + 1) {
    digits += end - at - 1;
    at = end;
    datatype = iris::xsd_decimal;
  }
  if (digits == 0) return {};
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    const bool has_sign = at + 1 < text.size() && (text[at + 1] == '+' || text[at + 1] == '-');
    const auto first = at + (has_sign ? 2 : 1);
    const auto end = skip_digits(text, first);
    if (end == first) return {};
    return {end, iris::xsd_double};
  }
  return {at, datatype};
}

/// A number or boolean that ends where a term may end.
bare_literal bare_literal_at(std::string_view text) {
  auto found = number_at(text);
  for (const std::string_view word : {"true", "false"})
    if (text.starts_with(word)) found = {word.size(), iris::xsd_boolean};
  const auto rest = text.substr(found.length);
  const bool ends = rest.empty() || is_white_space(rest[0]) || rest[0] == ',' || rest[0] == ';' ||
                    (rest[0] == '.' && (rest.size() == 1 || is_white_space(rest[1])));
  return ends ? found : bare_literal{};
}

bool looks_like_name(std::string_view token) {
  const auto colon = token.find(':');
  return token == "a" || token == "true" || token == "false" || token == "[" || token == "(" ||
         token == "]" || token == ")" || is_digit(token[0]) ||
         (colon != token.npos && (colon == 0 || is_alpha(token[0])));
}

}  // namespace

void line_lexer::begin(std::string_view line, quotes mode) {
  line_ = line;
  mode_ = mode;
  last_quote_ = mode == quotes::last ? line.rfind('"') : line.npos;
  forget();
}

void line_lexer::forget() {
  depth_ = 0;
  faults_.clear();
  texts_.clear();
}

lexed line_lexer::read(std::size_t at, bool is_predicate, line_term& out) {
  out = {};
  out.begin = at;
  const char c = line_[at];
  if (line_.substr(at).starts_with("<<")) return read_triple(at, out);
  if (const auto why = why_false_triple_term(line_.substr(at)); !why.empty())
    return fail_at(errc::syntax_error, at + 1, std::string(why));
  if (line_.substr(at + leading_bidi_bytes(line_.substr(at))).starts_with('<')) return read_iri(at, out);
  if (c == '_' && line_.substr(at).starts_with("_:")) return read_label(at, out);
  if (c == '"' || c == '\'') return read_literal(at, out);
  return read_bare(at, is_predicate, out);
}

std::size_t line_lexer::skip_space(std::size_t at) const {
  while (at < line_.size() && (line_[at] == ' ' || line_[at] == '\t')) ++at;
  return at;
}

std::string_view line_lexer::keep(std::string text) {
  return texts_.emplace_back(std::move(text));
}

lexed line_lexer::fail_at(errc rule, std::size_t at, std::string message) {
  failure_ = {rule, treatment::skip, at, 0, at, std::move(message)};
  return lexed::failed;
}

bool line_lexer::treat(errc rule, std::size_t at, std::size_t length, std::string_view after,
                       std::size_t begin) {
  const auto done = treatment_of(rule, profile());
  if (done == treatment::skip) {
    fail_at(rule, at);
    return false;
  }
  for (auto& known : faults_)
    if (known.rule == rule && known.noticed >= begin) {
      // The text between two repairs is shown unchanged in a joined repair.
      if (done == treatment::repair && known.after.size() < options_->limits.excerpt_bytes) {
        const auto end = known.offset + known.length;
        known.after.append(
            line_.substr(end, std::min<std::size_t>(at - end, options_->limits.excerpt_bytes)));
        known.after.append(after);
      }
      known.length = at + length - known.offset;
      return true;
    }
  faults_.push_back(
      {rule, done, at, length, at, {}, done == treatment::repair ? std::string(after) : std::string()});
  return true;
}

/// A triple term, which is kept as a whole or not at all.
lexed line_lexer::read_triple(std::size_t at, line_term& out) {
  std::string text;
  auto end = at;
  depth_ = 0;
  const auto done = append_triple(end, text);
  depth_ = 0;
  if (done != lexed::term) return done;
  if (text.size() > options_->limits.term_bytes) return fail_at(errc::term_too_long, at);
  out.view = {term_kind::triple, keep(std::move(text)), {}, {}};
  out.begin = at;
  out.end = end;
  out.is_closed = true;
  return lexed::term;
}

/// Appends the text of the triple term at `at`, and leads behind it. Nested ones are appended in their place, so that none is copied.
lexed line_lexer::append_triple(std::size_t& at, std::string& text) {
  if (!line_.substr(at).starts_with(triple_term_begin))
    return fail_at(errc::turtle_in_lines, at, "a reified triple of Turtle");
  if (depth_ == options_->limits.nesting) return fail_at(errc::too_deep_nesting, at);
  at += triple_term_begin.size();
  ++depth_;
  text.append(triple_term_begin).push_back(' ');
  for (std::size_t place = 0; place < 3; ++place) {
    at = skip_space(at);
    if (at == line_.size() || is_end_of_triple(at))
      return fail_at(errc::syntax_error, at, "a triple term has three terms");
    const bool is_nested = place == 2 && line_.substr(at).starts_with("<<");
    const auto done = is_nested ? append_triple(at, text) : append_part(at, place, text);
    if (done != lexed::term) return done;
    text.push_back(' ');
  }
  at = skip_space(at);
  if (!is_end_of_triple(at)) return fail_at(errc::syntax_error, at, "a triple term without its end");
  --depth_;
  at += triple_term_end.size();
  text.append(triple_term_end);
  return lexed::term;
}

lexed line_lexer::append_part(std::size_t& at, std::size_t place, std::string& text) {
  if (line_.substr(at).starts_with("<<")) return fail_at(errc::triple_term_out_of_place, at);
  line_term part;
  if (const auto done = read(at, place == 1, part); done != lexed::term) return done;
  if (!may_be_part(place, part)) return lexed::failed;
  append_spelled_term(text, part.view);
  at = part.end;
  return lexed::term;
}

/// Whether the term may be subject, predicate or object of a triple.
bool line_lexer::may_be_part(std::size_t place, const line_term& part) {
  const auto kind = part.view.kind;
  if (place == 2 || kind == term_kind::iri || (place == 0 && kind == term_kind::blank)) return true;
  return fail_at(kind == term_kind::literal ? errc::literal_out_of_place : errc::blank_predicate,
                 part.begin) == lexed::term;
}

lexed line_lexer::read_label(std::size_t at, line_term& out) {
  const auto text = line_.substr(at + 2);
  auto length = label_length(text);
  const auto stop = at + 2 + length;
  const bool ends = stop == line_.size() ||
                    std::string_view(" \t\r\n<\".,;#").find(line_[stop]) != std::string_view::npos ||
                    is_end_of_triple(stop);
  if (length == 0 || !ends) {
    auto token = text.substr(0, std::min(text.find_first_of(" \t\r\n"), text.size()));
    while (token.ends_with('.')) token.remove_suffix(1);
    // Labels generated for Turtle begin with a tilde.
    const bool is_two = token.find("_:") != token.npos;
    if (token.empty() || token.front() == '~' || is_two || token.find_first_of("<>\"\\") != token.npos)
      return fail_at(errc::bad_blank_label, at);
    if (find_bad_utf8(token) != token.npos) return fail_at(errc::illegal_utf8, at);
    length = token.size();
    out.view.value = keep(repair_label(token));
    const auto after = "_:" + std::string(out.view.value);
    if (!treat(errc::bad_blank_label, at, length + 2, after, at)) return lexed::failed;
  } else {
    out.view.value = text.substr(0, length);
  }
  if (length > options_->limits.iri_bytes) return fail_at(errc::term_too_long, at);
  out.view.kind = term_kind::blank;
  out.end = at + 2 + length;
  return lexed::term;
}

/// Not an IRI, a label or a quoted literal: `a`, a number or boolean of Turtle, an IRI without brackets, or a name of Turtle.
lexed line_lexer::read_bare(std::size_t at, bool is_predicate, line_term& out) {
  auto token = line_.substr(at, std::min(line_.find_first_of(" \t\r\n", at), line_.size()) - at);
  if (token == "a" && is_predicate) {
    out.end = at + 1;
    out.is_closed = true;
    out.view = {term_kind::iri, iris::rdf_type, {}, {}};
    return treat(errc::turtle_in_lines, at, 1, "<" + std::string(iris::rdf_type) + ">", at) ? lexed::term
                                                                                            : lexed::failed;
  }
  if (const auto literal = bare_literal_at(line_.substr(at)); literal.length != 0) {
    const auto value = line_.substr(at, literal.length);
    const auto after = "\"" + std::string(value) + "\"^^<" + std::string(literal.datatype) + ">";
    if (!treat(errc::turtle_in_lines, at, literal.length, after, at)) return lexed::failed;
    out.view = {term_kind::literal, value, literal.datatype, {}};
    out.end = at + literal.length;
    return lexed::term;
  }
  if (token.starts_with("http://") || token.starts_with("https://")) {
    while (token.ends_with('.')) token.remove_suffix(1);
    if (token.find_first_of("<>\"\\") != token.npos) return fail_at(errc::bare_iri, at);
    if (find_bad_utf8(token) != token.npos) return fail_at(errc::illegal_utf8, at);
    if (token.size() > options_->limits.iri_bytes) return fail_at(errc::term_too_long, at);
    if (!treat(errc::bare_iri, at, token.size(), "<" + std::string(token) + ">", at)) return lexed::failed;
    out.view = {term_kind::iri, token, {}, {}};
    out.end = at + token.size();
    return check(at - 1, out.end + 1, out.view.value) ? lexed::term : lexed::failed;
  }
  if (find_bad_utf8(token) != token.npos) return fail_at(errc::illegal_utf8, at);
  if (const auto why = why_false_bracket(token); !why.empty())
    return fail_at(errc::syntax_error, at, std::string(why));
  return fail_at(looks_like_name(token) ? errc::turtle_in_lines : errc::syntax_error, at);
}

}  // namespace laundromat
