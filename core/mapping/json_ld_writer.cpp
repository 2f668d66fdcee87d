// Groups the statements of each record by graph and subject, and writes node objects.
// SPDX-License-Identifier: Apache-2.0
#include "core/mapping/json_ld_writer.hpp"

#include <algorithm>
#include <utility>

#include "core/extraction/write/append_json.hpp"
#include "core/rdf/model/rdf_vocabulary.hpp"
#include "core/rdf/model/well_known_prefixes.hpp"
#include "core/rdf/values/datatype.hpp"

namespace laundromat {

namespace {

constexpr std::string_view xsd_integer = "http://www.w3.org/2001/XMLSchema#integer",
                           xsd_boolean = "http://www.w3.org/2001/XMLSchema#boolean";

/// A local name that no reader of JSON-LD takes for anything else.
bool is_plain_name(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
}

/// A whole number that a double holds, as JSON-LD writes it.
bool is_native_integer(std::string_view text) {
  const auto digits = text.starts_with('-') ? text.substr(1) : text;
  return !digits.empty() && digits.size() <= 15 && (digits[0] != '0' || text == "0") &&
         std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

/// The element of this key, appended when it is new. `within`: what its list belongs to.
template <class All>
auto& json_ld_writer::collector::find_or_add(All& all, std::string_view within, term_kind kind,
                                             std::string_view value) {
  key_.assign(within).append(1, static_cast<char>('0' + static_cast<int>(kind))).append(value);
  const auto [place, is_new] = places_.try_emplace(key_, all.size());
  if (is_new) all.emplace_back();
  return all[place->second];
}

result<void> json_ld_writer::collector::on_statement(const statement_view& statement) {
  auto& in = find_or_add(graphs, "g", statement.graph.kind, statement.graph.value);
  if (in.nodes.empty()) in.name = copy_of(statement.graph);
  const auto graph_key = std::to_string(&in - graphs.data()) + ' ';
  auto& about = find_or_add(in.nodes, "n" + graph_key, statement.subject.kind, statement.subject.value);
  if (about.properties.empty()) about.subject = copy_of(statement.subject);
  const auto node_key = "p" + graph_key + std::to_string(&about - in.nodes.data()) + ' ';
  auto& said = find_or_add(about.properties, node_key, term_kind::iri, statement.predicate.value);
  if (said.values.empty()) said.predicate = statement.predicate.value;
  said.values.push_back(copy_of(statement.object));
  return {};
}

void json_ld_writer::collector::clear() {
  graphs.clear();
  places_.clear();
}

json_ld_writer::json_ld_writer(resource_spec rdf, const reader_options& options, byte_sink& out)
    : rdf_(std::move(rdf)), out_(out), mapper_(rdf_, options, statements_) {
  std::erase_if(rdf_.prefixes,
                [](const auto& one) { return is_usual_scheme(one.first) || !is_plain_name(one.first); });
}

result<void> json_ld_writer::write(data_value record, const record_place& place, account_sink& defects) {
  begin();
  statements_.clear();
  statements_.defects = &defects;
  if (auto mapped = mapper_.map(record, place); !mapped) return mapped;
  const bool shortens = std::ranges::all_of(statements_.graphs, [&](const auto& graph) {
    return is_clear(graph.name.value) &&
           std::ranges::all_of(graph.nodes, [&](const auto& node) { return may_shorten(node); });
  });
  for (const auto& graph : statements_.graphs) {
    text_ += std::exchange(has_nodes_, true) ? ",\n" : "\n";
    has_open_line_ = true;
    append_graph(graph, shortens);
  }
  constexpr std::size_t enough = std::size_t{64} << 10;
  return flush(enough);
}

void json_ld_writer::begin_document(std::string base_iri) {
  ++documents_;
  mapper_.set_base(std::move(base_iri));
}

result<void> json_ld_writer::end_document() {
  begin();
  if (std::exchange(has_open_line_, false)) text_ += '\n';
  return flush(0);
}

result<void> json_ld_writer::finish_records() {
  if (auto ended = end_document(); !ended) return ended;
  text_ += "]}\n";
  return flush(0);
}

void json_ld_writer::begin() {
  if (std::exchange(is_begun_, true)) return;
  text_ += "{\"@context\":{";
  bool is_first = true;
  for (const auto& [name, iri] : rdf_.prefixes) {
    if (!std::exchange(is_first, false)) text_ += ',';
    append_json_text(text_, name);
    text_ += ":{\"@id\":";
    append_json_text(text_, iri);
    text_ += ",\"@prefix\":true}";
  }
  text_ += "},\n\"@graph\":[";
}

void json_ld_writer::append_graph(const collector::graph& graph, bool shortens) {
  const auto append_nodes = [&] {
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
      if (i > 0) text_ += ",\n";
      append_node(graph.nodes[i], shortens);
    }
  };
  if (graph.name.kind == term_kind::none) return append_nodes();
  append_id(graph.name, shortens);
  text_ += ",\"@graph\":[";
  append_nodes();
  text_ += "]}";
}

/// Whether an IRI does not look like a name with one of the prefixes.
bool json_ld_writer::is_clear(std::string_view iri) const {
  const auto colon = iri.find(':');
  return colon == iri.npos || !rdf_.prefixes.contains(std::string(iri.substr(0, colon)));
}

bool json_ld_writer::may_shorten(const collector::node& node) const {
  return (node.subject.kind != term_kind::iri || is_clear(node.subject.value)) &&
         std::ranges::all_of(node.properties, [&](const auto& one) {
           return is_clear(one.predicate) && std::ranges::all_of(one.values, [&](const auto& value) {
                    return is_clear(value.datatype) &&
                           (value.kind != term_kind::iri || is_clear(value.value));
                  });
         });
}

/// Begins an object. Where nothing may be shortened, IRIs must not be read as names with prefixes.
void json_ld_writer::append_id(const made_term& term, bool shortens) {
  text_ += shortens ? "{\"@id\":" : "{\"@context\":null,\"@id\":";
  append_json_text(text_, name_of(term, shortens));
}

void json_ld_writer::append_node(const collector::node& node, bool shortens) {
  append_id(node.subject, shortens);
  const auto is_type = [](const auto& one) { return one.predicate == iris::rdf_type; };
  for (const auto& one : node.properties)
    if (is_type(one)) append_property(one, shortens);
  for (const auto& one : node.properties)
    if (!is_type(one)) append_property(one, shortens);
  text_ += '}';
}

void json_ld_writer::append_property(const collector::property& property, bool shortens) {
  const bool is_type =
      property.predicate == iris::rdf_type &&
      std::ranges::none_of(property.values, [](const auto& one) { return one.kind == term_kind::literal; });
  text_ += ',';
  append_json_text(text_,
                   is_type ? "@type" : name_of({term_kind::iri, property.predicate, {}, {}}, shortens));
  text_ += ":[";
  bool is_first = true;
  for (const auto& value : property.values) {
    if (!std::exchange(is_first, false)) text_ += ',';
    if (is_type)
      append_json_text(text_, name_of(value, shortens));
    else
      append_object(value, shortens);
  }
  text_ += ']';
}

void json_ld_writer::append_object(const made_term& value, bool shortens) {
  if (value.kind != term_kind::literal) {
    text_ += "{\"@id\":";
    append_json_text(text_, name_of(value, shortens));
    text_ += '}';
    return;
  }
  const bool is_boolean = value.datatype == xsd_boolean && (value.value == "true" || value.value == "false");
  if (is_boolean || (value.datatype == xsd_integer && is_native_integer(value.value))) {
    text_ += value.value;
    return;
  }
  if (value.datatype.empty() && value.language.empty()) return append_json_text(text_, value.value);
  text_ += "{\"@value\":";
  append_json_text(text_, value.value);
  if (!value.language.empty()) {
    const auto direction = value.language.find("--");
    text_ += ",\"@language\":";
    append_json_text(text_, std::string_view(value.language).substr(0, direction));
    if (direction != std::string::npos) {
      text_ += ",\"@direction\":";
      append_json_text(text_, std::string_view(value.language).substr(direction + 2));
    }
  } else {
    text_ += ",\"@type\":";
    append_json_text(text_, name_of({term_kind::iri, value.datatype, {}, {}}, shortens));
  }
  text_ += '}';
}

/// An IRI, shortened by a prefix where it may be; the label of a blank node.
std::string json_ld_writer::name_of(const made_term& term, bool shortens) const {
  if (term.kind == term_kind::blank)
    return documents_ == 1 ? "_:" + term.value : "_:d" + std::to_string(documents_) + "_" + term.value;
  if (shortens)
    for (const auto& [name, iri] : rdf_.prefixes)
      if (term.value.starts_with(iri) && is_plain_name(std::string_view(term.value).substr(iri.size())))
        return name + ":" + term.value.substr(iri.size());
  return term.value;
}

result<void> json_ld_writer::flush(std::size_t at_least) {
  if (text_.size() < at_least) return {};
  auto done = out_.write(text_);
  text_.clear();
  return done;
}

}  // namespace laundromat
