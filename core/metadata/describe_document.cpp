// Turns counts into properties.
// SPDX-License-Identifier: Apache-2.0
#include "core/metadata/describe_document.hpp"

#include "core/base/count_words.hpp"
#include "core/metadata/append_number.hpp"
#include "core/metadata/describe_entry.hpp"
#include "core/metadata/metadata_text.hpp"
#include "core/rdf/model/utf8.hpp"

namespace laundromat {

namespace {

namespace v = vocabulary;

/// The metadata of a document with few properties have less.
constexpr std::size_t usual_nquads_bytes = std::size_t{1} << 16, usual_json_bytes = std::size_t{1} << 14;

struct counted_row {
  const v::property& name;
  counted document_statistics::*value;
};
constexpr counted_row counted_rows[] = {
    {v::distinct_subjects, &document_statistics::subjects},
    {v::iri_subjects, &document_statistics::iri_subjects},
    {v::blank_subjects, &document_statistics::blank_subjects},
    {v::distinct_objects, &document_statistics::objects},
    {v::iri_objects, &document_statistics::different_iri_objects},
    {v::blank_objects, &document_statistics::different_blank_objects},
    {v::distinct_iris, &document_statistics::iris},
    {v::distinct_blanks, &document_statistics::blank_nodes},
    {v::distinct_literals, &document_statistics::literals},
};

struct number_row {
  const v::property& name;
  std::uint64_t document_statistics::*value;
};
constexpr number_row number_rows[] = {
    {v::statements, &document_statistics::statements},
    {v::triples, &document_statistics::triples},
    {v::quads, &document_statistics::quads},
    {v::typed_subjects, &document_statistics::typed_subjects},
    {v::defined_classes, &document_statistics::defined_classes},
    {v::defined_properties, &document_statistics::defined_properties},
};

struct distribution_row {
  const v::property& name;
  distribution document_statistics::*value;
};
constexpr distribution_row distribution_rows[] = {
    {v::degree, &document_statistics::degree},
    {v::in_degree, &document_statistics::in_degree},
    {v::out_degree, &document_statistics::out_degree},
    {v::iri_length, &document_statistics::iri_length},
    {v::subject_iri_length, &document_statistics::subject_iri_length},
    {v::predicate_iri_length, &document_statistics::predicate_iri_length},
    {v::object_iri_length, &document_statistics::object_iri_length},
    {v::literal_length, &document_statistics::literal_length},
};

struct quality_row {
  const v::property& name;
  std::uint64_t literal_quality::*value;
};
constexpr quality_row quality_rows[] = {
    {v::checked, &literal_quality::checked},
    {v::ill_typed, &literal_quality::ill_typed},
    {v::non_canonical, &literal_quality::non_canonical},
    {v::unknown_datatype, &literal_quality::unknown_datatype},
    {v::ill_formed_tags, &literal_quality::ill_formed_tags},
};

/// The four properties that describe a list of terms.
struct list_names {
  const v::property &different, &partition, &unlisted, &term, &count;
  std::string_view path;
  bool is_dataset = true;  ///< each part is a void:Dataset
};
constexpr list_names property_names{v::properties,  v::property_partition, v::unlisted_properties,
                                    v::property_of, v::statements,         "property"};
constexpr list_names class_names{v::classes,  v::class_partition, v::unlisted_classes,
                                 v::class_of, v::entities,        "class"};
constexpr list_names datatype_names{v::datatypes,   v::datatype_partition, v::unlisted_datatypes,
                                    v::datatype_of, v::statements,         "datatype"};
constexpr list_names language_names{v::languages,   v::language_partition, v::unlisted_languages,
                                    v::language_of, v::statements,         "language"};
constexpr list_names namespace_names{v::namespaces,
                                     v::namespace_partition,
                                     v::unlisted_namespaces,
                                     v::namespace_of,
                                     v::occurrences,
                                     "namespace",
                                     false};
constexpr list_names graph_names{v::graphs,   v::graph_partition, v::unlisted_graphs,
                                 v::graph_of, v::statements,      "graph"};

/// Adds the standard error of an estimated figure.
void add_error(property_sink& to, const v::property& name, double relative_error) {
  if (relative_error == 0) return;
  const auto path = "estimate/" + std::string(name.key), iri = name.iri();
  to.begin_part(v::estimate, path, {}, fact_shape::many);
  to.add(v::estimated_property, iri_view{iri}).add(v::relative_error, relative_error);
  to.end_part();
}

void add_counted(property_sink& to, const v::property& name, const counted& number) {
  to.add(name, number.value);
  add_error(to, name, number.relative_error);
}

/// Adds only the values that are known.
void add_distribution(property_sink& to, const v::property& name, const distribution& found) {
  if (found.count == 0) return;
  to.begin_part(name, name.local);
  const struct {
    const v::property& part;
    value_view value;
    double error;
  } figures[] = {{v::min, found.min, found.errors.min},
                 {v::max, found.max, found.errors.max},
                 {v::mean, found.mean, found.errors.mean},
                 {v::median, found.median, found.errors.median},
                 {v::std, found.std, found.errors.std}};
  for (const auto& [part, value, error] : figures) {
    if (error == distribution_errors::unknown) continue;
    to.add(part, value);
    add_error(to, part, error);
  }
  to.end_part();
}

value_view term_value(const v::property& name, std::string_view term) {
  if (name.key == v::language_of.key || name.key == v::namespace_of.key) return term;
  return iri_view{term};
}

void add_more(property_sink&, const term_count&) {}
void add_more(property_sink& part, const property_count& row) {
  part.add(v::distinct_subjects, row.subjects);
}
void add_more(property_sink& part, const datatype_count& row) {
  part.add(v::ill_typed, row.ill_typed).add(v::non_canonical, row.non_canonical);
}

template <class Count>
void add_list(property_sink& to, const list_names& names, const term_list<Count>& list) {
  add_counted(to, names.different, list.different);
  std::uint64_t number = 0;
  std::string path{names.path};
  path += '/';
  const auto stem = path.size();
  for (const auto& row : list.listed) {
    path.resize(stem);
    append_number(path, ++number);
    names.is_dataset ? to.begin_part(names.partition, path, {v::void_dataset}, fact_shape::many)
                     : to.begin_part(names.partition, path, {}, fact_shape::many);
    to.add(names.term, term_value(names.term, row.term)).add(names.count, row.count);
    add_more(to, row);
    to.end_part();
  }
  if (list.unlisted != 0) to.add(names.unlisted, list.unlisted);
}

/// What only RDF 1.2 has. A document with triple terms is of the version `1.2`, one with base directions alone of `1.2-basic` (RDF 1.2 Concepts
/// section 1.6); a document without both says nothing.
void add_rdf_1_2(property_sink& to, const document_statistics& found) {
  if (found.triple_term_occurrences == 0 && found.directed_literals == 0) return;
  to.add(v::rdf_version, found.triple_term_occurrences > 0 ? "1.2" : "1.2-basic");
  add_counted(to, v::distinct_triple_terms, found.triple_terms);
  to.add(v::triple_term_occurrences, found.triple_term_occurrences);
  to.add(v::directed_literals, found.directed_literals);
}

void add_metrics(property_sink& to, const document_statistics& found) {
  to.begin_part(v::metrics, "metrics", {v::metrics_dataset, v::void_dataset, v::entity});
  for (const auto& row : number_rows) to.add(row.name, found.*row.value);
  for (const auto& row : counted_rows) add_counted(to, row.name, found.*row.value);
  to.add(v::iri_occurrences, found.iri_length.count);
  to.add(v::blank_occurrences, 3 * found.statements - found.iri_length.count - found.literal_length.count -
                                   found.triple_term_occurrences);
  to.add(v::literal_occurrences, found.literal_length.count);
  add_rdf_1_2(to, found);
  to.add(v::sampled_nodes, found.sampled_nodes);
  for (const auto& row : distribution_rows) add_distribution(to, row.name, found.*row.value);
  to.begin_part(v::literal_quality, v::literal_quality.local);
  for (const auto& row : quality_rows) to.add(row.name, found.quality.*row.value);
  to.end_part();
  add_list(to, property_names, found.properties);
  add_list(to, class_names, found.classes);
  add_list(to, datatype_names, found.datatypes);
  add_list(to, language_names, found.languages);
  add_list(to, namespace_names, found.namespaces);
  add_list(to, graph_names, found.graphs);
  to.end_part();
}

void add_media_type(property_sink& to, const v::property& name, std::string_view type) {
  const auto iri = std::string(v::media_types).append(type);
  to.add(name, iri_view{iri, v::media_type_class});
}

void add_reading(property_sink& to, const document_facts& document) {
  const auto& base = document.base_iri;
  if (is_usable_iri(base))
    to.add(v::base_iri, iri_view{base});
  else
    to.add(v::base_iri, std::string_view{base});
  to.add(v::triple_term_form, name_unless_kept(document.forms.triple_terms));
  to.add(v::direction_form, name_unless_kept(document.forms.directions));
}

void add_document(property_sink& to, const document_facts& document, const std::string& iri) {
  const auto& content = document.content;
  const auto digest = content.digest.hex();
  to.add(v::title, "Clean document " + digest);
  to.add(v::text, number_of(document.statistics.statements, "statement") +
                      " in canonical N-Quads, each once and in byte order");
  to.begin_part(v::has_checksum, "checksum", {v::checksum});
  const auto algorithm = std::string(v::spdx) + "checksumAlgorithm_sha256";
  to.add(v::algorithm, iri_view{algorithm, v::checksum_algorithm});
  to.add(v::checksum_value, hex_view{digest});
  to.end_part();
  to.begin_part(v::parse_written, "content", {v::stream_properties});
  to.add(v::bytes, content.bytes).add(v::characters, content.chars).add(v::lines, content.lines);
  to.add(v::newline, to_string(content.newline));
  to.end_part();
  to.begin_part(v::has_distribution, "distribution", {v::distribution});
  to.add(v::access_url, iri_view{iri, v::resource});
  add_media_type(to, v::media_type, "application/n-quads");
  add_media_type(to, v::compress_format, "application/gzip");
  to.add(v::byte_size, size_value{document.compressed_bytes});
  to.end_part();
  add_identity(to, document.identity);
  to.add(v::statements_type, document.statistics.quads == 0 ? "triples" : "quadruples");
  add_reading(to, document);
  to.add(v::tool_version, document.tool_version).add(v::codec_version, document.codec_version);
  add_metrics(to, document.statistics);
}

constexpr v::class_name document_classes[] = {v::void_dataset, v::dcat_dataset, v::data_document, v::entity};

}  // namespace

description describe_document(const document_facts& document, const metadata_names& names) {
  const auto iri = names.id(document.content.digest.hex());
  description whole(iri);
  for (const auto& type : document_classes) whole.add_type(type);
  description_builder described(std::move(whole));
  add_document(described, document, iri);
  return described.finish();
}

std::string document_to_nquads(const document_facts& document, const metadata_names& names) {
  thread_local text_buffer room(usual_nquads_bytes);
  room.clear();
  const auto iri = names.id(document.content.digest.hex());
  nquads_sink lines(room, iri, document_classes, names.graph);
  add_document(lines, document, iri);
  return lines.finish();
}

std::string document_to_json(const document_facts& document, const metadata_names& names) {
  thread_local text_buffer room(usual_json_bytes);
  room.clear();
  const auto iri = names.id(document.content.digest.hex());
  json_sink members(room, iri);
  add_document(members, document, iri);
  members.finish();
  const bool is_written = !members.is_scattered() && find_bad_utf8(room.view()) == std::string_view::npos;
  return is_written ? std::string(room.view()) : to_json(describe_document(document, names));
}

}  // namespace laundromat
