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

/// Whether an IRI has a scheme, is made of a field, or begins as a reference to the document does: `#`, `/` and `?`.
bool is_full(std::string_view iri) {
  const auto at = iri.find_first_of(":/?#{");
  return at != iri.npos && (at == 0 || iri[at] == ':');
}

class rdf_part {
 public:
  rdf_part(spec_problems& problems, const yaml_node* prefixes) : problems_(problems) {
    if (prefixes == nullptr) return;
    if (prefixes->kind != shape::map) {
      problems.report(*prefixes, "`prefixes` must be a map: {ex: http://example.org/}");
      return;
    }
    for (const auto& [name, iri] : prefixes->members)
      if (auto text = problems.text_of(iri, name.text)) {
        if (!is_full(*text))
          problems.report(
              iri, "the namespace `" + *text + "` is no IRI: write all of it, as in `http://example.org/`");
        prefixes_[name.text] = *std::move(text);
      }
  }

  void read_resource(const yaml_node& map, resource_spec& into, bool is_top);
  void read_properties(const yaml_node& map, resource_spec& into);
  [[nodiscard]] std::optional<std::string> expand(const yaml_node& at, std::string_view text);
  /// The same of what has one name in all documents, as a property: it has a prefix, or is relative to the document for all to see.
  [[nodiscard]] std::optional<std::string> expand_name(const yaml_node& at, std::string_view text);
  [[nodiscard]] std::optional<term_spec> iri_of(const yaml_node& value, bool is_name = false);
  [[nodiscard]] std::vector<term_spec> iris_of(const yaml_node& value, std::string_view what,
                                               bool are_names = false);
  /// Those that are declared, and the well-known ones that were used.
  [[nodiscard]] std::map<std::string, std::string> take_prefixes() { return std::move(prefixes_); }

 private:
  [[nodiscard]] bool read_parts(const yaml_node& value, std::string_view text,
                                std::vector<template_part>& parts);
  void read_object(const yaml_node& value, property_spec& into);
  void read_term(const yaml_node& map, property_spec& into);
  void read_literal(const yaml_node& map, const yaml_node* datatype, const yaml_node* language,
                    term_spec& into);

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
  if (is_usual_scheme(name)) return std::string(text);
  problems_.report(at, "the prefix `" + std::string(name) + "` is not declared: add it to `rdf.prefixes`");
  return std::nullopt;
}

std::optional<std::string> rdf_part::expand_name(const yaml_node& at, std::string_view text) {
  auto iri = expand(at, text);
  if (!iri || is_full(*iri)) return iri;
  const std::string name(text);
  problems_.report(at, "`" + name + "` has no prefix: write one, as in `ex:" + name +
                           "` with `prefixes: {ex: http://example.org/}`, or `#" + name +
                           "` for an IRI that is relative to the document");
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
std::optional<term_spec> rdf_part::iri_of(const yaml_node& value, bool is_name) {
  const auto text = problems_.text_of(value, "an IRI");
  if (!text) return std::nullopt;
  term_spec term{.form = term_form::iri, .line = value.line};
  if (text->starts_with("_:")) {
    term.form = term_form::blank;
    if (!read_parts(value, text->substr(2), term.parts)) return std::nullopt;
    for (auto& part : term.parts) part.is_encoded = false;
    return term;
  }
  const auto full = text->starts_with('{') ? *text
                    : is_name              ? expand_name(value, *text)
                                           : expand(value, *text);
  if (!full || !read_parts(value, *full, term.parts)) return std::nullopt;
  if (term.parts.size() == 1 && term.parts[0].text.empty()) term.parts[0].is_encoded = false;
  return term;
}

std::vector<term_spec> rdf_part::iris_of(const yaml_node& value, std::string_view what, bool are_names) {
  std::vector<term_spec> all;
  const auto take = [&](const yaml_node& one) {
    if (auto term = iri_of(one, are_names)) all.push_back(*std::move(term));
  };
  if (value.kind == shape::list)
    for (const auto& item : value.items) take(item);
  else if (value.kind == shape::scalar)
    take(value);
  else
    problems_.report(value, "`" + std::string(what) + "` must be an IRI or a list of them");
  return all;
}

/// `datatype` and `language` may be null.
void rdf_part::read_literal(const yaml_node& map, const yaml_node* datatype, const yaml_node* language,
                            term_spec& into) {
  if (datatype != nullptr)
    if (const auto text = problems_.text_of(*datatype, "datatype"))
      if (auto iri = expand_name(*datatype, *text)) into.datatype = *std::move(iri);
  if (language != nullptr)
    if (const auto text = problems_.text_of(*language, "language")) {
      static_cast<void>(read_parts(*language, *text, into.language));
      if (text->find('{') == text->npos && !is_well_formed_language_tag(*text))
        problems_.report(*language, "`" + *text + "` is no language tag (BCP 47), as en or pt-BR");
    }
  if (!into.datatype.empty() && !into.language.empty())
    problems_.report(map, "a literal has either `datatype` or `language`");
  if (!into.datatype.empty() || !into.language.empty()) into.is_natural = false;
}

/// A term as its keys say it.
struct term_keys {
  const yaml_node *field = nullptr, *text = nullptr, *iri = nullptr, *datatype = nullptr, *language = nullptr;
};

template <auto Member>
void take_node(spec_problems&, const yaml_node& node, term_keys& keys) {
  keys.*Member = &node;
}

constexpr spec_key<term_keys> term_key_table[] = {
    {"field", take_node<&term_keys::field>},       {"text", take_node<&term_keys::text>},
    {"iri", take_node<&term_keys::iri>},           {"datatype", take_node<&term_keys::datatype>},
    {"language", take_node<&term_keys::language>},
};

void rdf_part::read_term(const yaml_node& map, property_spec& into) {
  term_keys keys;
  problems_.read_map<term_keys>(map, term_key_table, "a value of a property", keys);
  if ((keys.field != nullptr) + (keys.text != nullptr) + (keys.iri != nullptr) != 1)
    return problems_.report(map, "a value of a property needs one of `field`, `text`, `iri` and `each`");
  if (keys.iri != nullptr) {
    for (const auto* const of_literal : {keys.datatype, keys.language})
      if (of_literal != nullptr)
        problems_.report(*of_literal, "`datatype` and `language` are of literals: an IRI has none");
    if (auto term = iri_of(*keys.iri)) into.objects.push_back(*std::move(term));
    return;
  }
  term_spec term{.line = map.line};
  if (keys.field != nullptr) {
    const auto path = problems_.text_of(*keys.field, "field");
    if (!path) return;
    term.line = keys.field->line;
    term.parts.push_back({{}, *path, false});
    term.is_natural = true;
  } else {
    const auto form = problems_.text_of(*keys.text, "text");
    if (!form || !read_parts(*keys.text, *form, term.parts)) return;
    term.line = keys.text->line;
    for (auto& part : term.parts) part.is_encoded = false;
  }
  read_literal(map, keys.datatype, keys.language, term);
  into.objects.push_back(std::move(term));
}

void rdf_part::read_object(const yaml_node& value, property_spec& into) {
  switch (value.kind) {
    case shape::scalar:
      into.objects.push_back({.parts = {{{}, value.text, false}}, .is_natural = true, .line = value.line});
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
    else if (auto predicate = iri_of(key, true))
      property.predicates.push_back(*std::move(predicate));
    read_object(value, property);
    into.properties.push_back(std::move(property));
  }
}

/// A resource that is read now.
struct open_resource {
  rdf_part& part;
  resource_spec& into;
};

using resource_key = spec_key<open_resource>;

// clang-format off
constexpr resource_key subject_key{"subject", [](auto&, const auto& n, open_resource& r) { if (auto term = r.part.iri_of(n)) r.into.subject = *std::move(term); }};
constexpr resource_key class_key{"class", [](auto&, const auto& n, open_resource& r) { r.into.classes = r.part.iris_of(n, "class", true); }};
constexpr resource_key graph_key{"graph", [](auto&, const auto& n, open_resource& r) { r.into.graphs = r.part.iris_of(n, "graph"); }};
constexpr resource_key properties_key{"properties", [](auto&, const auto& n, open_resource& r) { r.part.read_properties(n, r.into); }};
constexpr resource_key vocabulary_key{"vocabulary", [](auto& p, const auto& n, open_resource& r) {
  if (const auto text = p.text_of(n, "vocabulary"))
    if (auto iri = r.part.expand_name(n, *text)) r.into.vocabulary = *std::move(iri);
}};
constexpr resource_key each_key{"each", [](auto& p, const auto& n, open_resource& r) { r.into.each = p.text_of(n, "each").value_or(""); r.into.each_line = n.line; }};
constexpr resource_key prefixes_key{"prefixes", [](auto&, const auto&, open_resource&) {}};  // they are read before all others
// clang-format on

constexpr resource_key top_resource_keys[] = {subject_key,    class_key,      graph_key,
                                              properties_key, vocabulary_key, prefixes_key};
constexpr resource_key inner_resource_keys[] = {subject_key,    class_key,      graph_key,
                                                properties_key, vocabulary_key, each_key};

void rdf_part::read_resource(const yaml_node& map, resource_spec& into, bool is_top) {
  open_resource resource{*this, into};
  if (is_top)
    problems_.read_map<open_resource>(map, top_resource_keys, "`rdf`", resource);
  else
    problems_.read_map<open_resource>(map, inner_resource_keys, "a resource within `rdf`", resource);
}

}  // namespace

resource_spec read_rdf(spec_problems& problems, const yaml_node& map) {
  resource_spec resource;
  rdf_part part(problems, map.kind == shape::map ? find(map, "prefixes") : nullptr);
  part.read_resource(map, resource, true);
  resource.prefixes = part.take_prefixes();
  return resource;
}

std::string_view rdf_part_with_key(std::string_view key) {
  if (has_key<open_resource>(top_resource_keys, key)) return "`rdf`";
  if (key == each_key.name) return "a value of a property in `rdf`, which is a resource of its own";
  return has_key<term_keys>(term_key_table, key) ? "a value of a property in `rdf`" : "";
}

void add_rdf_keys(std::vector<std::string_view>& into) {
  for (const auto& key : top_resource_keys) into.push_back(key.name);
  into.push_back(each_key.name);
  for (const auto& key : term_key_table) into.push_back(key.name);
}

}  // namespace laundromat
