// Reads what a specification says about RDF.
// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <optional>
#include <utility>

#include "core/extraction/spec/spec_parts.hpp"
#include "core/rdf/model/rdf_vocabulary.hpp"
#include "core/rdf/model/well_known_prefixes.hpp"
#include "core/rdf/values/language_tag.hpp"
#include "core/web/uri.hpp"

namespace laundromat {

namespace {

using shape = yaml_node::shape;

class rdf_part {
 public:
  rdf_part(spec_problems& problems, const yaml_node* prefixes) : problems_(problems) {
    if (prefixes == nullptr) return;
    if (prefixes->kind != shape::map) {
      problems.report(*prefixes, "`prefixes` must be a map: {ex: http://example.org/}");
      return;
    }
    for (const auto& [name, iri] : prefixes->members)
      if (auto text = problems.text_of(iri, name.text)) prefixes_[name.text] = *std::move(text);
  }

  void read_resource(const yaml_node& map, resource_spec& into, bool is_top);
  /// Those that are declared, and the well-known ones that were used.
  [[nodiscard]] std::map<std::string, std::string> take_prefixes() { return std::move(prefixes_); }

 private:
  [[nodiscard]] std::optional<std::string> expand(const yaml_node& at, std::string_view text);
  [[nodiscard]] std::optional<term_spec> iri_of(const yaml_node& value);
  [[nodiscard]] std::vector<term_spec> iris_of(const yaml_node& value, std::string_view what);
  [[nodiscard]] bool read_parts(const yaml_node& value, std::string_view text,
                                std::vector<template_part>& parts);
  void read_subject(const yaml_node& value, resource_spec& into);
  void read_properties(const yaml_node& map, resource_spec& into);
  void read_object(const yaml_node& value, property_spec& into);
  void read_term(const yaml_node& map, property_spec& into);
  void read_literal(const yaml_node& map, term_spec& into);

  spec_problems& problems_;
  std::map<std::string, std::string> prefixes_;
};

const yaml_node* find(const yaml_node& map, std::string_view key) {
  for (const auto& [name, value] : map.members)
    if (name.text == key) return &value;
  return nullptr;
}

/// Resolves a prefix; an IRI stays as it is.
std::optional<std::string> rdf_part::expand(const yaml_node& at, std::string_view text) {
  const auto colon = text.find(':');
  if (colon == text.npos || text.substr(colon).starts_with("://")) return std::string(text);
  const auto name = text.substr(0, colon);
  if (const auto declared = prefixes_.find(std::string(name)); declared != prefixes_.end())
    return declared->second + std::string(text.substr(colon + 1));
  if (const auto space = well_known_namespace(name); !space.empty()) {
    prefixes_.emplace(name, space);
    return std::string(space) + std::string(text.substr(colon + 1));
  }
  constexpr std::string_view schemes[] = {"urn", "mailto", "tel", "info", "tag",
                                          "doi", "data",   "geo", "did",  "file"};
  if (std::ranges::find(schemes, name) != std::end(schemes)) return std::string(text);
  problems_.report(at, "the prefix `" + std::string(name) + "` is not declared: add it to `rdf.prefixes`");
  return std::nullopt;
}

bool rdf_part::read_parts(const yaml_node& value, std::string_view text, std::vector<template_part>& parts) {
  std::size_t offset = 0;
  if (read_template(text, parts, offset)) return true;
  problems_.report(value, "the brace at character " + std::to_string(offset + 1) + " of `" +
                              std::string(text) +
                              "` is not that of a field: write {name}, or \\{ for a brace");
  return false;
}

/// A template that is one field alone takes its value as it is.
std::optional<term_spec> rdf_part::iri_of(const yaml_node& value) {
  const auto text = problems_.text_of(value, "an IRI");
  if (!text) return std::nullopt;
  term_spec term{.form = term_form::iri};
  if (text->starts_with("_:")) {
    term.form = term_form::blank;
    if (!read_parts(value, text->substr(2), term.parts)) return std::nullopt;
    for (auto& part : term.parts) part.is_encoded = false;
    return term;
  }
  const auto full = text->starts_with('{') ? *text : expand(value, *text);
  if (!full || !read_parts(value, *full, term.parts)) return std::nullopt;
  if (term.parts.size() == 1 && term.parts[0].text.empty()) term.parts[0].is_encoded = false;
  return term;
}

std::vector<term_spec> rdf_part::iris_of(const yaml_node& value, std::string_view what) {
  std::vector<term_spec> all;
  const auto take = [&](const yaml_node& one) {
    if (auto term = iri_of(one)) all.push_back(*std::move(term));
  };
  if (value.kind == shape::list)
    for (const auto& item : value.items) take(item);
  else if (value.kind == shape::scalar)
    take(value);
  else
    problems_.report(value, "`" + std::string(what) + "` must be an IRI or a list of them");
  return all;
}

void rdf_part::read_literal(const yaml_node& map, term_spec& into) {
  if (const auto* datatype = find(map, "datatype"))
    if (const auto text = problems_.text_of(*datatype, "datatype"))
      if (auto iri = expand(*datatype, *text)) into.datatype = *std::move(iri);
  if (const auto* language = find(map, "language"))
    if (const auto text = problems_.text_of(*language, "language")) {
      static_cast<void>(read_parts(*language, *text, into.language));
      if (text->find('{') == text->npos && !is_well_formed_language_tag(*text))
        problems_.report(*language, "`" + *text + "` is no language tag (BCP 47), as en or pt-BR");
    }
  if (!into.datatype.empty() && !into.language.empty())
    problems_.report(map, "a literal has either `datatype` or `language`");
  if (!into.datatype.empty() || !into.language.empty()) into.is_natural = false;
}

void rdf_part::read_term(const yaml_node& map, property_spec& into) {
  constexpr std::string_view keys[] = {"field", "text", "iri", "datatype", "language"};
  for (const auto& [key, value] : map.members)
    if (std::ranges::find(keys, std::string_view(key.text)) == std::end(keys))
      problems_.report_unknown(key, keys, "a value of a property");
  const auto* field = find(map, "field");
  const auto* text = find(map, "text");
  const auto* iri = find(map, "iri");
  if ((field != nullptr) + (text != nullptr) + (iri != nullptr) != 1)
    return problems_.report(map, "a value of a property needs one of `field`, `text`, `iri` and `each`");
  if (iri != nullptr) {
    if (auto term = iri_of(*iri)) into.objects.push_back(*std::move(term));
    return;
  }
  term_spec term;
  if (field != nullptr) {
    const auto path = problems_.text_of(*field, "field");
    if (!path) return;
    term.parts.push_back({{}, *path, false});
    term.is_natural = true;
  } else {
    const auto form = problems_.text_of(*text, "text");
    if (!form || !read_parts(*text, *form, term.parts)) return;
    for (auto& part : term.parts) part.is_encoded = false;
  }
  read_literal(map, term);
  into.objects.push_back(std::move(term));
}

void rdf_part::read_object(const yaml_node& value, property_spec& into) {
  switch (value.kind) {
    case shape::scalar:
      into.objects.push_back({.parts = {{{}, value.text, false}}, .is_natural = true});
      return;
    case shape::list:
      for (const auto& item : value.items) read_object(item, into);
      return;
    case shape::map:
      if (find(value, "each") == nullptr && find(value, "properties") == nullptr)
        return read_term(value, into);
      read_resource(value, into.resources.emplace_back(), false);
      return;
    case shape::nothing:
      problems_.report(value, "a property needs a field, or a map that says what its value is");
  }
}

void rdf_part::read_properties(const yaml_node& map, resource_spec& into) {
  if (map.kind != shape::map) return problems_.report(map, "`properties` must be a map: {foaf:name: name}");
  for (const auto& [key, value] : map.members) {
    property_spec property;
    if (key.text == "a")
      property.predicates.push_back(
          {.form = term_form::iri, .parts = {{std::string(iris::rdf_type), {}, true}}});
    else if (auto predicate = iri_of(key))
      property.predicates.push_back(*std::move(predicate));
    read_object(value, property);
    into.properties.push_back(std::move(property));
  }
}

void rdf_part::read_resource(const yaml_node& map, resource_spec& into, bool is_top) {
  if (map.kind != shape::map) return problems_.report(map, "`rdf` must be a map");
  constexpr std::string_view keys[] = {"subject",    "class", "graph",   "properties",
                                       "vocabulary", "each",  "prefixes"};
  for (const auto& [key, value] : map.members) {
    if (key.text == "subject") {
      if (auto term = iri_of(value)) into.subject = *std::move(term);
    } else if (key.text == "class") {
      into.classes = iris_of(value, "class");
    } else if (key.text == "graph") {
      into.graphs = iris_of(value, "graph");
    } else if (key.text == "properties") {
      read_properties(value, into);
    } else if (key.text == "vocabulary") {
      if (const auto text = problems_.text_of(value, "vocabulary"))
        if (auto iri = expand(value, *text)) into.vocabulary = *std::move(iri);
    } else if (key.text == "each" && !is_top) {
      if (auto path = problems_.text_of(value, "each")) into.each = *std::move(path);
    } else if (key.text != "prefixes" || !is_top) {
      problems_.report_unknown(key, keys, is_top ? "`rdf`" : "a resource");
    }
  }
}

}  // namespace

resource_spec read_rdf(spec_problems& problems, const yaml_node& map) {
  resource_spec resource;
  rdf_part part(problems, map.kind == shape::map ? find(map, "prefixes") : nullptr);
  part.read_resource(map, resource, true);
  resource.prefixes = part.take_prefixes();
  return resource;
}

}  // namespace laundromat
