// Implements term_map_parser.
// SPDX-License-Identifier: Apache-2.0
#include "core/rml/term_map_parser.hpp"

#include <algorithm>
#include <utility>

#include "core/rdf/values/language_tag.hpp"
#include "core/rml/rml_template.hpp"
#include "core/rml/rml_vocabulary.hpp"

namespace laundromat::rml {

namespace {

struct role_rule {
  std::string_view name;
  bool takes_iri, takes_blank, takes_literal;
  bool makes_literal;  ///< of a reference, when no type is said
};

role_rule rule_of(term_role role) {
  switch (role) {
    case term_role::subject:
      return {"a subject", true, true, false, false};
    case term_role::predicate:
      return {"a predicate", true, false, false, false};
    case term_role::object:
      return {"an object", true, true, true, true};
    case term_role::graph:
      return {"a graph", true, true, false, false};
    case term_role::datatype:
      return {"a datatype", true, false, false, false};
    case term_role::language:
      return {"a language", false, false, true, true};
    case term_role::join:
      break;
  }
  return {"a value of a join", true, true, true, true};
}

std::optional<rml_term_type> type_from_word(std::string_view name) {
  if (name == "IRI") return rml_term_type::iri;
  if (name == "URI") return rml_term_type::uri;
  if (name == "UnsafeIRI") return rml_term_type::unsafe_iri;
  if (name == "UnsafeURI") return rml_term_type::unsafe_uri;
  if (name == "BlankNode") return rml_term_type::blank;
  if (name == "Literal") return rml_term_type::literal;
  return std::nullopt;
}

}  // namespace

bool term_map_parser::allows(term_role role, rml_term_type type, const node_place& at, std::size_t line) {
  const auto rule = rule_of(role);
  const bool is_literal = type == rml_term_type::literal, is_blank = type == rml_term_type::blank;
  if (is_literal ? rule.takes_literal : is_blank ? rule.takes_blank : rule.takes_iri) return true;
  const std::string what = is_literal ? "a literal" : is_blank ? "a blank node" : "an IRI";
  const std::string instead = rule.takes_iri ? "rml:termType rml:IRI" : "rml:termType rml:Literal";
  problems_.add(
      at, std::string(rule.name) + " cannot be " + what + ": write " + instead + ", or leave it out", line);
  return false;
}

std::optional<term_map> term_map_parser::read(const node_place& at, term_role role, std::size_t source) {
  term_map made;
  if (!read_expression(at, role, source, made) || !read_type(at, role, made)) return std::nullopt;
  if (made.is == term_map::kind::fresh && made.type != rml_term_type::blank) {
    problems_.add(at, "it has no rml:reference, rml:template or rml:constant: write one of them");
    return std::nullopt;
  }
  if (!read_literal_parts(at, source, made)) return std::nullopt;
  return made;
}

std::vector<term_map> term_map_parser::read_all(const node_place& at, std::string_view property,
                                                std::string_view shortcut, term_role role,
                                                std::size_t source) {
  std::vector<term_map> all;
  if (!property.empty())
    for (const auto* const said : graph_.find(*at.node, property))
      if (auto made = read(at.inner(*said, property), role, source)) all.push_back(*std::move(made));
  for (const auto* const said : graph_.find(*at.node, shortcut))
    if (auto made = read_constant(said->object, at, role, said->line)) all.push_back(*std::move(made));
  return all;
}

std::optional<term_map> term_map_parser::read_constant(const made_term& term, const node_place& at,
                                                       term_role role, std::size_t line) {
  term_map made;
  made.constant = term;
  if (term.kind == term_kind::blank) {
    problems_.add(at, "a constant cannot be a blank node: write an IRI or a literal", line);
    return std::nullopt;
  }
  made.type = term.kind == term_kind::literal ? rml_term_type::literal : rml_term_type::iri;
  if (!allows(role, made.type, at, line)) return std::nullopt;
  if (role == term_role::graph && word(term.value) == "defaultGraph") made.constant = {};
  if (role == term_role::language && !is_well_formed_language_tag(term.value)) {
    problems_.add(
        at, "\"" + term.value + "\" is no language tag: write one of BCP 47, as \"en\" or \"de-CH\"", line);
    return std::nullopt;
  }
  return made;
}

bool term_map_parser::read_expression(const node_place& at, term_role role, std::size_t source,
                                      term_map& into) {
  const mapping_statement* said = nullptr;
  std::size_t expressions = 0;
  for (const std::string_view property : {"constant", "reference", "template"})
    for (const auto* const one : graph_.find(*at.node, property)) {
      said = one;
      ++expressions;
    }
  if (expressions > 1) {
    problems_.add(at, "it has more than one of rml:constant, rml:reference and rml:template: write one",
                  said->line);
    return false;
  }
  if (said == nullptr) {
    into.is = term_map::kind::fresh;
    into.type = rml_term_type::iri;
    return true;
  }
  const auto property = word(said->predicate.value);
  if (property == "constant") {
    auto made = read_constant(said->object, at, role, said->line);
    if (made) into = *std::move(made);
    return made.has_value();
  }
  const bool has_literal_part = std::ranges::any_of(
      std::initializer_list<std::string_view>{"datatype", "datatypeMap", "language", "languageMap"},
      [&](std::string_view part) { return graph_.first(*at.node, part) != nullptr; });
  if (said->object.kind != term_kind::literal) {
    problems_.add(at, "rml:" + std::string(property) + " is a text: write it in quotes", said->line);
    return false;
  }
  const bool is_reference = property == "reference";
  const bool is_literal =
      has_literal_part || role == term_role::language || (is_reference && rule_of(role).makes_literal);
  into.type = is_literal ? rml_term_type::literal : rml_term_type::iri;
  return is_reference ? read_reference(*said, at, source, into) : read_template(*said, at, source, into);
}

bool term_map_parser::read_reference(const mapping_statement& said, const node_place& at, std::size_t source,
                                     term_map& into) {
  into.is = term_map::kind::reference;
  const auto number = sources_.number_of_reference(source, said.object.value, at, said.line);
  if (number) into.parts.push_back({{}, number});
  return number.has_value();
}

bool term_map_parser::read_template(const mapping_statement& said, const node_place& at, std::size_t source,
                                    term_map& into) {
  into.is = term_map::kind::text_template;
  auto pieces = read_rml_template(said.object.value);
  if (!pieces) {
    problems_.add(at, "rml:template \"" + said.object.value + "\": " + pieces.error(), said.line);
    return false;
  }
  for (auto& piece : *pieces) {
    rml_part part{std::move(piece.text), std::nullopt};
    if (!piece.reference.empty()) {
      part.reference = sources_.number_of_reference(source, piece.reference, at, said.line);
      if (!part.reference) return false;
    }
    into.parts.push_back(std::move(part));
  }
  return true;
}

bool term_map_parser::read_type(const node_place& at, term_role role, term_map& into) {
  const auto all = graph_.find(*at.node, "termType");
  if (all.size() > 1) {
    problems_.add(at, "it has more than one rml:termType: write one", all[1]->line);
    return false;
  }
  if (all.empty()) return into.is == term_map::kind::fresh || allows(role, into.type, at, at.line);
  const auto type = type_from_word(word(all[0]->object.value));
  if (!type) {
    problems_.add(at,
                  "the term type " + readable_node(all[0]->object) +
                      " is not known: write rml:IRI, rml:URI, rml:UnsafeIRI, rml:UnsafeURI, rml:BlankNode or "
                      "rml:Literal",
                  all[0]->line);
    return false;
  }
  if (!allows(role, *type, at, all[0]->line)) return false;
  if (into.is == term_map::kind::constant &&
      (*type == rml_term_type::literal || *type == rml_term_type::blank ||
       into.type == rml_term_type::literal) &&
      *type != into.type) {
    problems_.add(at,
                  "the term type is not that of the constant " + readable_node(into.constant) +
                      ": leave rml:termType out, or write another constant",
                  all[0]->line);
    return false;
  }
  into.type = *type;
  return true;
}

bool term_map_parser::read_literal_parts(const node_place& at, std::size_t source, term_map& into) {
  const bool is_literal = into.type == rml_term_type::literal;
  into.datatype = read_all(at, "datatypeMap", "datatype", term_role::datatype, source);
  into.language = read_all(at, "languageMap", "language", term_role::language, source);
  const auto has = [&](std::string_view one, std::string_view other) {
    return graph_.find(*at.node, one).size() + graph_.find(*at.node, other).size();
  };
  const auto datatypes = has("datatypeMap", "datatype"), languages = has("languageMap", "language");
  if (into.datatype.size() != datatypes || into.language.size() != languages) return false;
  if (datatypes + languages > 1) {
    problems_.add(at, "a literal has one datatype or one language: leave the others out");
    return false;
  }
  if (datatypes + languages == 1 && !is_literal) {
    problems_.add(at, "only a literal has a datatype or a language: write rml:termType rml:Literal");
    return false;
  }
  return true;
}

}  // namespace laundromat::rml
