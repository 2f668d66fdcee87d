// The tables of properties and classes, and the search in them.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/catalogue/catalogue_terms.hpp"

#include <algorithm>
#include <array>

namespace laundromat {

namespace {

using role = catalogue_role;

// clang-format off
constexpr std::array properties_as_listed{
    // VoID
    catalogue_property{"http://rdfs.org/ns/void#dataDump", "void:dataDump", role::dump},
    catalogue_property{"http://rdfs.org/ns/void#exampleResource", "void:exampleResource", role::sample},
    catalogue_property{"http://rdfs.org/ns/void#rootResource", "void:rootResource", role::sample},
    catalogue_property{"http://rdfs.org/ns/void#uriSpace", "void:uriSpace", role::prefix},
    catalogue_property{"http://rdfs.org/ns/void#uriRegexPattern", "void:uriRegexPattern", role::pattern},
    catalogue_property{"http://rdfs.org/ns/void#sparqlEndpoint", "void:sparqlEndpoint", role::endpoint},
    catalogue_property{"http://rdfs.org/ns/void#triples", "void:triples", role::triples},
    catalogue_property{"http://rdfs.org/ns/void#entities", "void:entities", role::entities},
    catalogue_property{"http://rdfs.org/ns/void#documents", "void:documents", role::documents},
    catalogue_property{"http://rdfs.org/ns/void#feature", "void:feature", role::feature},
    catalogue_property{"http://rdfs.org/ns/void#subset", "void:subset", role::direct, announced_as::description, true},
    catalogue_property{"http://rdfs.org/ns/void#inDataset", "void:inDataset", role::direct, announced_as::description, true},
    catalogue_property{"http://rdfs.org/ns/void#openSearchDescription", "void:openSearchDescription", role::direct, announced_as::description},
    // DCAT 2 and 3
    catalogue_property{"http://www.w3.org/ns/dcat#catalog", "dcat:catalog", role::direct, announced_as::catalogue, true},
    catalogue_property{"http://www.w3.org/ns/dcat#dataset", "dcat:dataset", role::direct, announced_as::description, true},
    catalogue_property{"http://www.w3.org/ns/dcat#service", "dcat:service", role::direct, announced_as::description, true},
    catalogue_property{"http://www.w3.org/ns/dcat#record", "dcat:record", role::direct, announced_as::description, true},
    catalogue_property{"http://www.w3.org/ns/dcat#inSeries", "dcat:inSeries", role::direct, announced_as::description, true},
    catalogue_property{"http://www.w3.org/ns/dcat#seriesMember", "dcat:seriesMember", role::direct, announced_as::description, true},
    catalogue_property{"http://www.w3.org/ns/dcat#distribution", "dcat:distribution", role::distribution},
    catalogue_property{"http://www.w3.org/ns/dcat#accessURL", "dcat:accessURL", role::access_url},
    catalogue_property{"http://www.w3.org/ns/dcat#downloadURL", "dcat:downloadURL", role::download_url},
    catalogue_property{"http://www.w3.org/ns/dcat#mediaType", "dcat:mediaType", role::media_type},
    catalogue_property{"http://www.w3.org/ns/dcat#byteSize", "dcat:byteSize", role::size},
    catalogue_property{"http://www.w3.org/ns/dcat#accessService", "dcat:accessService", role::access_service},
    catalogue_property{"http://www.w3.org/ns/dcat#endpointURL", "dcat:endpointURL", role::endpoint_url},
    catalogue_property{"http://www.w3.org/ns/dcat#endpointDescription", "dcat:endpointDescription", role::endpoint_description},
    catalogue_property{"http://www.w3.org/ns/dcat#servesDataset", "dcat:servesDataset", role::serves_dataset},
    catalogue_property{"http://www.w3.org/ns/dcat#landingPage", "dcat:landingPage", role::landing_page},
    // SPARQL service descriptions
    catalogue_property{"http://www.w3.org/ns/sparql-service-description#endpoint", "sd:endpoint", role::service_endpoint},
    catalogue_property{"http://www.w3.org/ns/sparql-service-description#defaultDataset", "sd:defaultDataset", role::service_dataset},
    catalogue_property{"http://www.w3.org/ns/sparql-service-description#defaultDatasetDescription", "sd:defaultDatasetDescription", role::service_dataset},
    catalogue_property{"http://www.w3.org/ns/sparql-service-description#availableGraphs", "sd:availableGraphs", role::service_dataset},
    catalogue_property{"http://www.w3.org/ns/sparql-service-description#namedGraph", "sd:namedGraph", role::named_graph},
    catalogue_property{"http://www.w3.org/ns/sparql-service-description#name", "sd:name", role::graph_name},
    catalogue_property{"http://www.w3.org/ns/sparql-service-description#graph", "sd:graph", role::graph_description},
    catalogue_property{"http://www.w3.org/ns/sparql-service-description#defaultGraph", "sd:defaultGraph", role::graph_description},
    // LDES and TREE, Hydra
    catalogue_property{"https://w3id.org/tree#view", "tree:view", role::direct, announced_as::next_page},
    catalogue_property{"https://w3id.org/tree#node", "tree:node", role::direct, announced_as::next_page},
    catalogue_property{"http://www.w3.org/ns/hydra/core#next", "hydra:next", role::direct, announced_as::next_page},
    catalogue_property{"http://www.w3.org/ns/hydra/core#nextPage", "hydra:nextPage", role::direct, announced_as::next_page},
    catalogue_property{"http://www.w3.org/ns/hydra/core#view", "hydra:view", role::direct, announced_as::next_page, true},
    // schema.org, which has two schemes
    catalogue_property{"http://schema.org/distribution", "schema:distribution", role::distribution},
    catalogue_property{"https://schema.org/distribution", "schema:distribution", role::distribution},
    catalogue_property{"http://schema.org/contentUrl", "schema:contentUrl", role::content_url},
    catalogue_property{"https://schema.org/contentUrl", "schema:contentUrl", role::content_url},
    catalogue_property{"http://schema.org/encodingFormat", "schema:encodingFormat", role::media_type},
    catalogue_property{"https://schema.org/encodingFormat", "schema:encodingFormat", role::media_type},
    catalogue_property{"http://schema.org/fileFormat", "schema:fileFormat", role::format},
    catalogue_property{"https://schema.org/fileFormat", "schema:fileFormat", role::format},
    catalogue_property{"http://schema.org/contentSize", "schema:contentSize", role::size},
    catalogue_property{"https://schema.org/contentSize", "schema:contentSize", role::size},
    catalogue_property{"http://schema.org/dataset", "schema:dataset", role::direct, announced_as::description, true},
    catalogue_property{"https://schema.org/dataset", "schema:dataset", role::direct, announced_as::description, true},
    catalogue_property{"http://schema.org/includedInDataCatalog", "schema:includedInDataCatalog", role::direct, announced_as::catalogue, true},
    catalogue_property{"https://schema.org/includedInDataCatalog", "schema:includedInDataCatalog", role::direct, announced_as::catalogue, true},
    // Versions of datasets, and the same dataset elsewhere
    catalogue_property{"http://www.w3.org/2002/07/owl#versionInfo", "owl:versionInfo", role::version},
    catalogue_property{"http://www.w3.org/ns/dcat#version", "dcat:version", role::version},
    catalogue_property{"http://purl.org/pav/version", "pav:version", role::version},
    catalogue_property{"http://schema.org/version", "schema:version", role::version},
    catalogue_property{"https://schema.org/version", "schema:version", role::version},
    catalogue_property{"http://purl.org/dc/terms/hasVersion", "dcterms:hasVersion", role::other_version},
    catalogue_property{"http://purl.org/dc/terms/isVersionOf", "dcterms:isVersionOf", role::other_version},
    catalogue_property{"http://purl.org/dc/terms/replaces", "dcterms:replaces", role::other_version},
    catalogue_property{"http://purl.org/dc/terms/isReplacedBy", "dcterms:isReplacedBy", role::other_version},
    catalogue_property{"http://www.w3.org/ns/dcat#hasVersion", "dcat:hasVersion", role::other_version},
    catalogue_property{"http://www.w3.org/ns/dcat#isVersionOf", "dcat:isVersionOf", role::other_version},
    catalogue_property{"http://www.w3.org/ns/dcat#hasCurrentVersion", "dcat:hasCurrentVersion", role::other_version},
    catalogue_property{"http://www.w3.org/ns/dcat#previousVersion", "dcat:previousVersion", role::other_version},
    catalogue_property{"http://www.w3.org/2002/07/owl#priorVersion", "owl:priorVersion", role::other_version},
    catalogue_property{"http://www.w3.org/2002/07/owl#versionIRI", "owl:versionIRI", role::other_version},
    catalogue_property{"http://purl.org/pav/hasVersion", "pav:hasVersion", role::other_version},
    catalogue_property{"http://purl.org/pav/hasCurrentVersion", "pav:hasCurrentVersion", role::other_version},
    catalogue_property{"http://purl.org/pav/previousVersion", "pav:previousVersion", role::other_version},
    catalogue_property{"http://www.w3.org/ns/adms#prev", "adms:prev", role::other_version},
    catalogue_property{"http://www.w3.org/ns/adms#next", "adms:next", role::other_version},
    catalogue_property{"http://www.w3.org/ns/adms#last", "adms:last", role::other_version},
    catalogue_property{"http://www.w3.org/ns/prov#wasRevisionOf", "prov:wasRevisionOf", role::other_version},
    catalogue_property{"http://www.w3.org/2002/07/owl#sameAs", "owl:sameAs", role::mirror},
    catalogue_property{"http://schema.org/sameAs", "schema:sameAs", role::mirror},
    catalogue_property{"https://schema.org/sameAs", "schema:sameAs", role::mirror},
    catalogue_property{"http://www.w3.org/ns/prov#alternateOf", "prov:alternateOf", role::mirror},
    // Of a distribution
    catalogue_property{"http://www.w3.org/ns/adms#status", "adms:status", role::publication_status},
    // Of anything
    catalogue_property{"http://www.w3.org/1999/02/22-rdf-syntax-ns#type", "rdf:type", role::type},
    catalogue_property{"http://purl.org/dc/terms/conformsTo", "dcterms:conformsTo", role::conforms_to},
    catalogue_property{"http://purl.org/dc/terms/format", "dcterms:format", role::format},
    catalogue_property{"http://purl.org/dc/elements/1.1/format", "dc:format", role::format},
    catalogue_property{"http://purl.org/dc/terms/title", "dcterms:title", role::title},
    catalogue_property{"http://purl.org/dc/elements/1.1/title", "dc:title", role::title},
    catalogue_property{"http://www.w3.org/2000/01/rdf-schema#label", "rdfs:label", role::title},
    catalogue_property{"http://schema.org/name", "schema:name", role::title},
    catalogue_property{"https://schema.org/name", "schema:name", role::title},
    catalogue_property{"http://purl.org/dc/terms/modified", "dcterms:modified", role::modified},
    catalogue_property{"http://schema.org/dateModified", "schema:dateModified", role::modified},
    catalogue_property{"https://schema.org/dateModified", "schema:dateModified", role::modified},
    catalogue_property{"http://purl.org/dc/terms/accrualPeriodicity", "dcterms:accrualPeriodicity", role::frequency},
    catalogue_property{"http://purl.org/dc/terms/license", "dcterms:license", role::licence},
    catalogue_property{"http://creativecommons.org/ns#license", "cc:license", role::licence},
    catalogue_property{"http://schema.org/license", "schema:license", role::licence},
    catalogue_property{"https://schema.org/license", "schema:license", role::licence},
    catalogue_property{"http://purl.org/dc/terms/rights", "dcterms:rights", role::rights},
    catalogue_property{"http://purl.org/dc/terms/publisher", "dcterms:publisher", role::publisher},
    catalogue_property{"http://purl.org/dc/elements/1.1/publisher", "dc:publisher", role::publisher},
    catalogue_property{"http://schema.org/publisher", "schema:publisher", role::publisher},
    catalogue_property{"https://schema.org/publisher", "schema:publisher", role::publisher},
    catalogue_property{"http://xmlns.com/foaf/0.1/name", "foaf:name", role::agent_name},
    catalogue_property{"http://www.w3.org/1999/02/22-rdf-syntax-ns#value", "rdf:value", role::value},
};

constexpr std::array types{
    catalogue_type{"http://rdfs.org/ns/void#Dataset", catalogue_class::dataset},
    catalogue_type{"http://rdfs.org/ns/void#Linkset", catalogue_class::dataset},
    catalogue_type{"http://www.w3.org/ns/dcat#Dataset", catalogue_class::dataset},
    catalogue_type{"http://www.w3.org/ns/dcat#DatasetSeries", catalogue_class::dataset},
    catalogue_type{"http://schema.org/Dataset", catalogue_class::dataset},
    catalogue_type{"https://schema.org/Dataset", catalogue_class::dataset},
    catalogue_type{"https://w3id.org/ldes#EventStream", catalogue_class::dataset},
    catalogue_type{"http://www.w3.org/ns/dcat#Catalog", catalogue_class::catalogue},
    catalogue_type{"http://www.w3.org/ns/dcat#CatalogRecord", catalogue_class::catalogue},
    catalogue_type{"http://schema.org/DataCatalog", catalogue_class::catalogue},
    catalogue_type{"https://schema.org/DataCatalog", catalogue_class::catalogue},
    catalogue_type{"http://www.w3.org/ns/dcat#Distribution", catalogue_class::distribution},
    catalogue_type{"http://schema.org/DataDownload", catalogue_class::distribution},
    catalogue_type{"https://schema.org/DataDownload", catalogue_class::distribution},
    catalogue_type{"http://www.w3.org/ns/dcat#DataService", catalogue_class::service},
    catalogue_type{"http://www.w3.org/ns/sparql-service-description#Service", catalogue_class::sparql_service},
};
// clang-format on

/// Shorter ones first, then by their text from the end, where IRIs of one vocabulary differ.
constexpr bool before(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return a.size() < b.size();
  for (auto i = a.size(); i-- > 0;)
    if (a[i] != b[i]) return a[i] < b[i];
  return false;
}

constexpr auto properties = [] {
  auto all = properties_as_listed;
  std::ranges::sort(all, before, &catalogue_property::iri);
  return all;
}();
static_assert(std::ranges::adjacent_find(properties, {}, &catalogue_property::iri) == properties.end());

}  // namespace

std::span<const catalogue_property> catalogue_properties() {
  return properties_as_listed;
}

const catalogue_property* find_catalogue_property(std::string_view iri) {
  const auto found = std::ranges::lower_bound(properties, iri, before, &catalogue_property::iri);
  return found != properties.end() && found->iri == iri ? &*found : nullptr;
}

std::optional<catalogue_class> find_catalogue_class(std::string_view iri) {
  const auto found = std::ranges::find(types, iri, &catalogue_type::iri);
  return found == types.end() ? std::nullopt : std::optional(found->kind);
}

}  // namespace laundromat
