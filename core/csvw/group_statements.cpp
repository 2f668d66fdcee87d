// Implements the statements about groups and tables. Source: Generating RDF from Tabular Data on the Web, sections 4.2 and 4.5.
// SPDX-License-Identifier: Apache-2.0
#include "core/csvw/group_statements.hpp"

#include "core/csvw/context.hpp"
#include "core/rdf/model/rdf_vocabulary.hpp"

namespace laundromat::csvw {

namespace {

constexpr std::string_view prov = "http://www.w3.org/ns/prov#";

std::string prov_iri(std::string_view name) {
  return std::string(prov) + std::string(name);
}

result<void> write_common(const made_term& subject, const std::vector<common_property>& properties,
                          statement_emitter& emitter);

result<void> write_value(const made_term& subject, std::string_view predicate, const common_value& value,
                         statement_emitter& emitter) {
  if (value.kind == common_kind::iri) return emitter.emit(subject, predicate, iri_term(value.value));
  if (value.kind == common_kind::literal)
    return emitter.emit(subject, predicate, literal_term(value.value, value.datatype, value.language));
  const auto node = value.value.empty() ? emitter.new_blank_node() : iri_term(value.value);
  if (auto written = emitter.emit(subject, predicate, node); !written) return written;
  for (const auto& type : value.types)
    if (auto written = emitter.emit(node, iris::rdf_type, iri_term(type)); !written) return written;
  return write_common(node, value.properties, emitter);
}

result<void> write_common(const made_term& subject, const std::vector<common_property>& properties,
                          statement_emitter& emitter) {
  for (const auto& property : properties)
    for (const auto& value : property.values)
      if (auto written = write_value(subject, property.iri, value, emitter); !written) return written;
  return {};
}

result<void> write_annotations(const made_term& node, const std::vector<common_value>& notes,
                               const std::vector<common_property>& properties, statement_emitter& emitter) {
  for (const auto& note : notes)
    if (auto written = write_value(node, csvw_iri("note"), note, emitter); !written) return written;
  return write_common(node, properties, emitter);
}

result<void> write_usage(const made_term& activity, std::string_view entity, std::string_view role,
                         statement_emitter& emitter) {
  const auto usage = emitter.new_blank_node();
  if (auto written = emitter.emit(activity, prov_iri("qualifiedUsage"), usage); !written) return written;
  if (auto written = emitter.emit(usage, iris::rdf_type, iri_term(prov_iri("Usage"))); !written)
    return written;
  if (auto written = emitter.emit(usage, prov_iri("entity"), iri_term(entity)); !written) return written;
  return emitter.emit(usage, prov_iri("hadRole"), iri_term(csvw_iri(role)));
}

}  // namespace

result<made_term> write_group(const table_group& group, statement_emitter& emitter) {
  const auto node = group.id.empty() ? emitter.new_blank_node() : iri_term(group.id);
  if (auto written = emitter.emit(node, iris::rdf_type, iri_term(csvw_iri("TableGroup"))); !written)
    return tl::unexpected(written.error());
  if (auto written = write_annotations(node, group.notes, group.annotations, emitter); !written)
    return tl::unexpected(written.error());
  return node;
}

result<made_term> write_table(const table& description, const made_term& group, statement_emitter& emitter) {
  const auto node = description.id.empty() ? emitter.new_blank_node() : iri_term(description.id);
  if (auto written = emitter.emit(group, csvw_iri("table"), node); !written)
    return tl::unexpected(written.error());
  if (auto written = emitter.emit(node, iris::rdf_type, iri_term(csvw_iri("Table"))); !written)
    return tl::unexpected(written.error());
  if (auto written = emitter.emit(node, csvw_iri("url"), iri_term(description.url)); !written)
    return tl::unexpected(written.error());
  if (auto written = write_annotations(node, description.notes, description.annotations, emitter); !written)
    return tl::unexpected(written.error());
  return node;
}

result<void> write_provenance(const table_group& group, const made_term& node, const conversion_time& when,
                              statement_emitter& emitter) {
  constexpr std::string_view date_time = "http://www.w3.org/2001/XMLSchema#dateTime";
  const auto activity = emitter.new_blank_node();
  if (auto written = emitter.emit(node, prov_iri("wasGeneratedBy"), activity); !written) return written;
  if (auto written = emitter.emit(activity, iris::rdf_type, iri_term(prov_iri("Activity"))); !written)
    return written;
  if (auto written = emitter.emit(activity, prov_iri("startedAtTime"),
                                  literal_term(to_iso8601(when.started), date_time));
      !written)
    return written;
  if (auto written =
          emitter.emit(activity, prov_iri("endedAtTime"), literal_term(to_iso8601(when.ended), date_time));
      !written)
    return written;
  for (const auto& one : group.tables)
    if (auto written = write_usage(activity, one.url, "csvEncodedTabularData", emitter); !written)
      return written;
  return group.metadata_url.empty() ? result<void>{}
                                    : write_usage(activity, group.metadata_url, "tabularMetadata", emitter);
}

}  // namespace laundromat::csvw
