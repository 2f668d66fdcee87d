// Turns counts into properties.
// SPDX-License-Identifier: Apache-2.0
#include "core/metadata/describe_document.hpp"

#include "core/base/count_words.hpp"
#include "core/metadata/describe_entry.hpp"

namespace laundromat {

namespace {

namespace v = vocabulary;

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
void add_error(description& to, const v::property& name, double relative_error) {
  if (relative_error == 0) return;
  auto estimate = to.part("estimate/" + std::string(name.key));
  estimate.add(v::estimated_property, iri_value{name.iri()});
  estimate.add(v::relative_error, relative_error);
  to.add(v::estimate, std::move(estimate), fact_shape::many);
}

void add_counted(description& to, const v::property& name, const counted& number) {
  to.add(name, number.value);
  add_error(to, name, number.relative_error);
}

/// Adds only the values that are known.
void add_distribution(description& to, const v::property& name, const distribution& found) {
  if (found.count == 0) return;
  auto summary = to.part(name.local);
  const struct {
    const v::property& part;
    plain_value value;
    double error;
  } figures[] = {{v::min, found.min, found.errors.min},
                 {v::max, found.max, found.errors.max},
                 {v::mean, found.mean, found.errors.mean},
                 {v::median, found.median, found.errors.median},
                 {v::std, found.std, found.errors.std}};
  for (const auto& [part, value, error] : figures) {
    if (error == distribution_errors::unknown) continue;
    summary.add(part, value);
    add_error(summary, part, error);
  }
  to.add(name, std::move(summary));
}

plain_value term_value(const v::property& name, const std::string& term) {
  if (name.key == v::language_of.key || name.key == v::namespace_of.key) return term;
  return iri_value{term};
}

void add_more(description&, const term_count&) {}
void add_more(description& part, const property_count& row) {
  part.add(v::distinct_subjects, row.subjects);
}
void add_more(description& part, const datatype_count& row) {
  part.add(v::ill_typed, row.ill_typed).add(v::non_canonical, row.non_canonical);
}

template <class Count>
void add_list(description& to, const list_names& names, const term_list<Count>& list) {
  add_counted(to, names.different, list.different);
  std::uint64_t number = 0;
  for (const auto& row : list.listed) {
    auto part = to.part(names.path, ++number);
    if (names.is_dataset) part.add_type(v::void_dataset);
    part.add(names.term, term_value(names.term, row.term)).add(names.count, row.count);
    add_more(part, row);
    to.add(names.partition, std::move(part), fact_shape::many);
  }
  if (list.unlisted != 0) to.add(names.unlisted, list.unlisted);
}

description describe_metrics(const document_statistics& found, const description& document) {
  auto metrics = document.part("metrics", {v::metrics_dataset, v::void_dataset, v::entity});
  for (const auto& row : number_rows) metrics.add(row.name, found.*row.value);
  for (const auto& row : counted_rows) add_counted(metrics, row.name, found.*row.value);
  metrics.add(v::iri_occurrences, found.iri_length.count);
  metrics.add(v::blank_occurrences,
              3 * found.statements - found.iri_length.count - found.literal_length.count);
  metrics.add(v::literal_occurrences, found.literal_length.count);
  metrics.add(v::sampled_nodes, found.sampled_nodes);
  for (const auto& row : distribution_rows) add_distribution(metrics, row.name, found.*row.value);
  auto quality = metrics.part(v::literal_quality.local);
  for (const auto& row : quality_rows) quality.add(row.name, found.quality.*row.value);
  metrics.add(v::literal_quality, std::move(quality));
  add_list(metrics, property_names, found.properties);
  add_list(metrics, class_names, found.classes);
  add_list(metrics, datatype_names, found.datatypes);
  add_list(metrics, language_names, found.languages);
  add_list(metrics, namespace_names, found.namespaces);
  add_list(metrics, graph_names, found.graphs);
  return metrics;
}

iri_value media_type(std::string_view type) {
  return {std::string(v::media_types).append(type), v::media_type_class};
}

}  // namespace

description describe_document(const document_facts& document, const metadata_names& names,
                              description::memory* room) {
  const auto& content = document.content;
  description described(names.id(content.digest.hex()),
                        {v::void_dataset, v::dcat_dataset, v::data_document, v::entity}, room);
  described.add(v::title, "Clean document " + content.digest.hex());
  described.add(v::text, number_of(document.statistics.statements, "statement") +
                             " in canonical N-Quads, each once and in byte order");
  auto checksum = described.part("checksum", {v::checksum});
  checksum.add(v::algorithm,
               iri_value{std::string(v::spdx) + "checksumAlgorithm_sha256", v::checksum_algorithm});
  checksum.add(v::checksum_value, hex_value{content.digest.hex()});
  described.add(v::has_checksum, std::move(checksum));
  auto stream = described.part("content", {v::stream_properties});
  stream.add(v::bytes, content.bytes).add(v::characters, content.chars).add(v::lines, content.lines);
  stream.add(v::newline, std::string(to_string(content.newline)));
  described.add(v::parse_written, std::move(stream));
  auto file = described.part("distribution", {v::distribution});
  file.add(v::access_url, iri_value{described.iri(), v::resource});
  file.add(v::media_type, media_type("application/n-quads"))
      .add(v::compress_format, media_type("application/gzip"));
  file.add(v::byte_size, size_value{document.compressed_bytes});
  described.add(v::has_distribution, std::move(file));
  add_identity(described, document.identity);
  described.add(v::statements_type, document.statistics.quads == 0 ? "triples" : "quadruples");
  described.add(v::tool_version, document.tool_version).add(v::codec_version, document.codec_version);
  described.add(v::metrics, describe_metrics(document.statistics, described));
  return described;
}

}  // namespace laundromat
