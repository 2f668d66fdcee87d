// Reads and writes terms as hypermedia clients do.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/fragments/quad_pattern.hpp"
#include "core/rdf/model/triple_term.hpp"
#include "core/rdf/model/unescape.hpp"
#include "core/rdf/write/canonical.hpp"

namespace laundromat {

namespace {

constexpr std::string_view string_type = "http://www.w3.org/2001/XMLSchema#string";

tl::unexpected<failure> wrong_position(std::string_view name, std::string_view why) {
  return fail(errc::invalid_argument, "`" + std::string{name} + "` " + std::string{why});
}

std::string_view without_brackets(std::string_view iri) {
  return iri.size() > 2 && iri.front() == '<' && iri.back() == '>' ? iri.substr(1, iri.size() - 2) : iri;
}

bool is_absolute(std::string_view iri) {
  const auto scheme = iri.substr(0, iri.find(':'));
  return !scheme.empty() && scheme.size() < iri.size() && std::ranges::all_of(scheme, [](unsigned char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+' ||
           c == '-' || c == '.';
  });
}

std::string canonical(const term_view& term) {
  std::string text;
  append_canonical_term(text, term);
  return text;
}

std::string unescaped(std::string_view inside) {
  std::string room;
  return std::string{unescape(inside, room)};
}

result<std::string> read_iri(std::string_view name, std::string_view text) {
  const auto iri = without_brackets(text);
  if (!is_absolute(iri)) return wrong_position(name, "is no absolute IRI, and no literal in quotes");
  return canonical({term_kind::iri, iri, {}, {}});
}

result<std::string> read_literal(std::string_view name, std::string_view text) {
  const auto end = text.rfind('"');
  if (end == 0) return wrong_position(name, "has a literal without its second quotation mark");
  const auto value = text.substr(1, end - 1), rest = text.substr(end + 1);
  if (rest.empty()) return canonical({term_kind::literal, value, {}, {}});
  if (rest.starts_with('@') && rest.size() > 1)
    return canonical({term_kind::literal, value, {}, rest.substr(1)});
  if (!rest.starts_with("^^"))
    return wrong_position(name, "has something behind its literal that is no `@tag` and no `^^type`");
  const auto type = without_brackets(rest.substr(2));
  if (!is_absolute(type)) return wrong_position(name, "has a literal whose type is no absolute IRI");
  return canonical({term_kind::literal, value, type == string_type ? std::string_view{} : type, {}});
}

result<std::string> read_triple_term(std::string_view name, std::string_view text) {
  auto term = read_term(text, position::object);
  if (!term || !term->starts_with(triple_term_begin))
    return wrong_position(name, "is no triple term of Turtle");
  return term;
}

result<std::string> read_position(std::string_view name, std::string_view text, position at) {
  if (text.empty() || text.front() == '?' || text.front() == '$') return std::string{};
  if (text.starts_with("_:"))
    return wrong_position(name, "is a blank node: documents have IRIs in their place");
  if (at == position::graph && without_brackets(text) == requested_default_graph)
    return std::string{no_named_graph};
  if (text.front() == '"' && at == position::object) return read_literal(name, text);
  if (text.starts_with(triple_term_begin) && at == position::object) return read_triple_term(name, text);
  return read_iri(name, text);
}

}  // namespace

result<quad_pattern> read_requested(const requested_pattern& from) {
  quad_pattern pattern;
  const auto texts = {std::pair{"subject", &from.subject}, std::pair{"predicate", &from.predicate},
                      std::pair{"object", &from.object}, std::pair{"graph", &from.graph}};
  std::size_t i = 0;
  for (const auto& [name, text] : texts) {
    auto term = read_position(name, *text, static_cast<position>(i));
    if (!term) return tl::unexpected(term.error());
    pattern.terms[i++] = *std::move(term);
  }
  return pattern;
}

std::string requested_text(std::string_view term) {
  if (term == no_named_graph) return std::string{requested_default_graph};
  if (term.starts_with(triple_term_begin)) return std::string{term};
  if (term.starts_with('<')) return unescaped(term.substr(1, term.size() - 2));
  if (!term.starts_with('"')) return {};
  const auto end = term.rfind('"');
  auto rest = term.substr(end + 1);
  std::string text = '"' + unescaped(term.substr(1, end - 1)) + '"';
  if (rest.starts_with("^^<")) return text + "^^" + unescaped(rest.substr(3, rest.size() - 4));
  return text + std::string{rest};
}

}  // namespace laundromat
