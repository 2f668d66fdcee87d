// Implements the encoder: opens triple terms from outside in, and says of each node what its term was.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/wash/rdf_1_1_encoder.hpp"

#include <array>

#include "core/base/digest.hpp"
#include "core/rdf/model/rdf_vocabulary.hpp"
#include "core/rdf/model/triple_term.hpp"
#include "core/rdf/model/unescape.hpp"
#include "core/rdf/values/language_tag.hpp"
#include "core/rdf/write/canonical.hpp"

namespace laundromat {

namespace {

constexpr std::string_view i18n_space = "https://www.w3.org/ns/i18n#";
constexpr std::size_t label_digits = 32;

constexpr term_view rdf_iri(std::string_view value) {
  return {term_kind::iri, value, {}, {}};
}
constexpr auto type = rdf_iri(iris::rdf_type);
constexpr auto proposition_form = rdf_iri("http://www.w3.org/1999/02/22-rdf-syntax-ns#PropositionForm");
constexpr std::array parts{rdf_iri("http://www.w3.org/1999/02/22-rdf-syntax-ns#propositionFormSubject"),
                           rdf_iri("http://www.w3.org/1999/02/22-rdf-syntax-ns#propositionFormPredicate"),
                           rdf_iri("http://www.w3.org/1999/02/22-rdf-syntax-ns#propositionFormObject")};
constexpr auto value_of = rdf_iri(iris::rdf_value);
constexpr auto language_of = rdf_iri(iris::rdf_language);
constexpr auto direction_of = rdf_iri(iris::rdf_direction);

bool is_directed(std::string_view language) {
  return !split_direction(language).direction.empty();
}

/// Whether a literal with a base direction is spelled somewhere in a triple term.
bool may_mention_direction(std::string_view triple) {
  return triple.find("--ltr ") != triple.npos || triple.find("--rtl ") != triple.npos;
}

}  // namespace

bool rdf_1_1_encoder::changes(const term_view& term) const {
  const bool changes_directions = forms_.directions == direction_form::compound_literal ||
                                  forms_.directions == direction_form::i18n_datatype;
  if (term.kind == term_kind::literal) return changes_directions && is_directed(term.language);
  if (term.kind != term_kind::triple) return false;
  return forms_.triple_terms != triple_term_form::kept ||
         (changes_directions && may_mention_direction(term.value));
}

result<void> rdf_1_1_encoder::on_statement(const statement_view& statement) {
  const auto& object = statement.object;
  if (!changes(object)) [[likely]]
    return sink_->on_statement(statement);
  own_term term{object.kind, std::string(object.value), std::string(object.datatype),
                std::string(object.language)};
  if (auto done = encode(term, statement.graph); !done) return done;
  return sink_->on_statement({statement.subject, statement.predicate, term.view(), statement.graph});
}

/// Recursion is as deep as triple terms are nested, which the reader limits.
result<void> rdf_1_1_encoder::encode(own_term& term, const term_view& graph) {
  if (!changes(term.view())) return {};
  return term.kind == term_kind::triple ? encode_triple(term, graph) : encode_direction(term, graph);
}

result<void> rdf_1_1_encoder::encode_triple(own_term& term, const term_view& graph) {
  std::array<own_term, 3> terms;
  const auto spelled = parts_of_triple_term(term.value);
  for (std::size_t i = 0; i < terms.size(); ++i) {
    terms[i] = read_spelled(spelled[i].kind, spelled[i].text);
    if (auto done = encode(terms[i], graph); !done) return done;
  }
  if (forms_.triple_terms == triple_term_form::kept) {
    term.value.clear();
    append_triple_term(term.value, terms[0].view(), terms[1].view(), terms[2].view());
    return {};
  }
  const auto label = label_of("~t", term.view(), graph);
  const term_view node{term_kind::blank, label, {}, {}};
  if (auto done = sink_->on_statement({node, type, proposition_form, graph}); !done) return done;
  for (std::size_t i = 0; i < terms.size(); ++i)
    if (auto done = sink_->on_statement({node, parts[i], terms[i].view(), graph}); !done) return done;
  term = {term_kind::blank, label, {}, {}};
  return {};
}

result<void> rdf_1_1_encoder::encode_direction(own_term& literal, const term_view& graph) {
  const auto tag = split_direction(literal.language);
  if (forms_.directions == direction_form::i18n_datatype) {
    literal.datatype = std::string(i18n_space) + std::string(tag.language) + "_" + std::string(tag.direction);
    literal.language.clear();
    return {};
  }
  const auto label = label_of("~d", literal.view(), graph);
  const term_view node{term_kind::blank, label, {}, {}};
  const auto say = [&](const term_view& predicate, std::string_view text) {
    return sink_->on_statement({node, predicate, {term_kind::literal, text, {}, {}}, graph});
  };
  if (auto done = say(value_of, literal.value); !done) return done;
  if (auto done = say(language_of, tag.language); !done) return done;
  if (auto done = say(direction_of, tag.direction); !done) return done;
  literal = {term_kind::blank, label, {}, {}};
  return {};
}

/// The value of a term that is spelled in its canonical form.
rdf_1_1_encoder::own_term rdf_1_1_encoder::read_spelled(term_kind kind, std::string_view spelled) {
  std::string room;
  own_term term{kind, {}, {}, {}};
  switch (kind) {
    case term_kind::iri:
      term.value = unescape(spelled.substr(1, spelled.size() - 2), room);
      break;
    case term_kind::blank:
      term.value = spelled.substr(2);
      break;
    case term_kind::literal: {
      const auto close = spelled.rfind('"');  // neither tags nor IRIs have one
      const auto behind = spelled.substr(close + 1);
      term.value = unescape(spelled.substr(1, close - 1), room);
      if (behind.starts_with('@')) term.language = behind.substr(1);
      if (behind.starts_with("^^")) term.datatype = unescape(behind.substr(3, behind.size() - 4), room);
      break;
    }
    default:
      term.value = spelled;
  }
  return term;
}

std::string rdf_1_1_encoder::label_of(std::string_view begin, const term_view& term, const term_view& graph) {
  std::string text;
  if (graph.kind == term_kind::iri) append_canonical_term(text, graph);
  if (graph.kind == term_kind::blank) text.append("_:").append(graph.value);
  text.push_back(' ');
  append_canonical_term(text, term);
  return std::string(begin) + sha256(text).hex().substr(0, label_digits);
}

}  // namespace laundromat
