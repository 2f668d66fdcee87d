// Implements logical_source_parser.
// SPDX-License-Identifier: Apache-2.0
#include "core/rml/logical_source_parser.hpp"

#include <algorithm>
#include <utility>

#include "core/extraction/markup/tree/xpath_values.hpp"
#include "core/rml/rml_vocabulary.hpp"
#include "core/rml/source_dialect.hpp"

namespace laundromat::rml {

namespace {

constexpr std::string_view csvw_url = "http://www.w3.org/ns/csvw#url";

/// Whether two sources have the same records.
bool is_same(const logical_source& one, const logical_source& other) {
  return one.path == other.path && one.formulation == other.formulation && one.iterator == other.iterator &&
         one.prefixes == other.prefixes && one.nulls == other.nulls && one.dialect == other.dialect &&
         one.skip_rows == other.skip_rows && one.has_header == other.has_header;
}

std::string in_column(const std::string& text, const path_problem& problem) {
  return "`" + text + "`, column " + std::to_string(problem.column) + ": " + problem.message;
}

}  // namespace

std::optional<std::size_t> logical_source_parser::read(const node_place& at) {
  logical_source made;
  const bool has_document = read_document(at, made);
  if (!read_formulation(at, made) || !has_document) return std::nullopt;
  read_nulls(*at.node, made);
  if (!compile_iterator(at, made)) return std::nullopt;
  for (std::size_t i = 0; i < sources_.size(); ++i)
    if (is_same(sources_[i], made)) return i;
  sources_.push_back(std::move(made));
  return sources_.size() - 1;
}

bool logical_source_parser::read_document(const node_place& at, logical_source& into) {
  const auto* const source = graph_.first(*at.node, "source");
  if (source == nullptr) {
    problems_.add(
        at, "it has no rml:source: write `rml:source [ a rml:RelativePathSource; rml:path \"data.csv\" ]`");
    return false;
  }
  if (source->object.kind == term_kind::literal) {
    into.path = source->object.value;
    return true;
  }
  const auto place = at.inner(*source, "source");
  const auto* path = graph_.first(source->object, "path");
  if (path == nullptr) path = graph_.first(source->object, csvw_url);
  if (path == nullptr) {
    problems_.add(place, "it has no rml:path: only files are read, write `rml:path \"data.csv\"`");
    return false;
  }
  into.path = path->object.value;
  if (const auto* const root = graph_.first(source->object, "root");
      root != nullptr && root->object.kind == term_kind::literal)
    into.path = root->object.value + (root->object.value.ends_with('/') ? "" : "/") + into.path;
  const auto is_word = [&](std::string_view property, std::string_view expected, std::string_view instead) {
    const auto* const found = graph_.first(source->object, property);
    if (found == nullptr || word(found->object.value) == expected) return true;
    problems_.add(place, instead, found->line);
    return false;
  };
  read_nulls(source->object, into);
  read_table_dialect(graph_, place, into, problems_);
  return is_word("encoding", "UTF-8", "only rml:encoding rml:UTF-8 is read: convert the document") &&
         is_word("compression", "none", "compressed sources are not read: unpack the document");
}

bool logical_source_parser::read_formulation(const node_place& at, logical_source& into) {
  const auto* const said = graph_.first(*at.node, "referenceFormulation");
  if (said == nullptr) {
    problems_.add(at, "it has no rml:referenceFormulation: write rml:CSV, rml:JSONPath or rml:XPath");
    return false;
  }
  auto name = word(said->object.value);
  for (const auto* const type : graph_.find(said->object, "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"))
    if (word(type->object.value) == "XPathReferenceFormulation") name = "XPath";
  for (const auto* const space : graph_.find(said->object, "namespace")) {
    const auto* const prefix = graph_.first(space->object, "namespacePrefix");
    const auto* const iri = graph_.first(space->object, "namespaceURL");
    if (prefix != nullptr && iri != nullptr)
      into.prefixes.emplace_back(prefix->object.value, iri->object.value);
    else
      problems_.add(at.inner(*space, "namespace"), "it needs rml:namespacePrefix and rml:namespaceURL");
  }
  if (name == "CSV") {
    into.formulation = reference_formulation::csv;
  } else if (name == "JSONPath") {
    into.formulation = reference_formulation::json_path;
  } else if (name == "XPath") {
    into.formulation = reference_formulation::xpath;
  } else {
    problems_.add(at,
                  "the reference formulation " + readable_node(said->object) +
                      " is not supported: write rml:CSV, rml:JSONPath or rml:XPath",
                  said->line);
    return false;
  }
  return true;
}

bool logical_source_parser::compile_iterator(const node_place& at, logical_source& into) {
  const auto* const said = graph_.first(*at.node, "iterator");
  const auto line = said == nullptr ? at.line : said->line;
  if (said != nullptr) into.iterator = said->object.value;
  switch (into.formulation) {
    case reference_formulation::csv:
      into.iterator.clear();
      return true;
    case reference_formulation::json_path: {
      if (into.iterator.empty()) into.iterator = "$";
      auto made = json_path::compile(into.iterator);
      if (!made) {
        problems_.add(at, "rml:iterator " + in_column(into.iterator, made.error()), line);
        return false;
      }
      into.records = *std::move(made);
      return true;
    }
    case reference_formulation::xpath:
      if (into.iterator.empty()) into.iterator = "/*";
      const auto made = markup::xpath_values::compile({into.iterator, {into.iterator}, into.prefixes});
      if (!made) problems_.add(at, "rml:iterator " + made.error().detail, line);
      return made.has_value();
  }
  return false;
}

void logical_source_parser::read_nulls(const made_term& node, logical_source& into) {
  for (const auto* const one : graph_.find(node, "null")) into.nulls.push_back(one->object.value);
}

std::optional<std::uint32_t> logical_source_parser::number_of_reference(std::size_t source,
                                                                        const std::string& text,
                                                                        const node_place& at,
                                                                        std::size_t line) {
  auto& of = sources_[source];
  const auto found = std::ranges::find(of.references, text);
  if (found != of.references.end()) return static_cast<std::uint32_t>(found - of.references.begin());
  if (of.formulation == reference_formulation::json_path) {
    auto made = json_path::compile(text);
    if (!made) {
      problems_.add(at, "the reference " + in_column(text, made.error()), line);
      return std::nullopt;
    }
    of.paths.push_back(*std::move(made));
  } else if (of.formulation == reference_formulation::xpath) {
    if (const auto made = markup::xpath_values::compile({{}, {text}, of.prefixes}); !made) {
      problems_.add(at, "the reference " + made.error().detail, line);
      return std::nullopt;
    }
  }
  of.references.push_back(text);
  return static_cast<std::uint32_t>(of.references.size() - 1);
}

}  // namespace laundromat::rml
