// From prefix.cc and the initial context of RDFa; `dc` means the elements, unlike in RDFa.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/model/well_known_prefixes.hpp"

#include <algorithm>

namespace laundromat {

namespace {

constexpr well_known_prefix prefixes_by_name[] = {
    {"adms", "http://www.w3.org/ns/adms#", true},
    {"as", "https://www.w3.org/ns/activitystreams#", true},
    {"bibo", "http://purl.org/ontology/bibo/", true},
    {"cc", "http://creativecommons.org/ns#", true},
    {"csvw", "http://www.w3.org/ns/csvw#", true},
    {"dbo", "http://dbpedia.org/ontology/", true},
    {"dbp", "http://dbpedia.org/property/", true},
    {"dbr", "http://dbpedia.org/resource/", true},
    {"dc", "http://purl.org/dc/elements/1.1/", true},
    {"dc11", "http://purl.org/dc/elements/1.1/", false},
    {"dcam", "http://purl.org/dc/dcam/", true},
    {"dcat", "http://www.w3.org/ns/dcat#", true},
    {"dcmitype", "http://purl.org/dc/dcmitype/", true},
    {"dct", "http://purl.org/dc/terms/", false},
    {"dcterms", "http://purl.org/dc/terms/", true},
    {"dctype", "http://purl.org/dc/dcmitype/", false},
    {"doap", "http://usefulinc.com/ns/doap#", true},
    {"dqv", "http://www.w3.org/ns/dqv#", true},
    {"event", "http://purl.org/NET/c4dm/event.owl#", true},
    {"foaf", "http://xmlns.com/foaf/0.1/", true},
    {"geo", "http://www.w3.org/2003/01/geo/wgs84_pos#", true},
    {"geosparql", "http://www.opengis.net/ont/geosparql#", true},
    {"gn", "http://www.geonames.org/ontology#", true},
    {"gr", "http://purl.org/goodrelations/v1#", true},
    {"hydra", "http://www.w3.org/ns/hydra/core#", true},
    {"ldp", "http://www.w3.org/ns/ldp#", true},
    {"lexinfo", "http://www.lexinfo.net/ontology/2.0/lexinfo#", true},
    {"ll", "https://lodlaundromat.org/def/", true},
    {"llm", "http://lodlaundromat.org/metrics/ontology/", true},
    {"llo", "http://lodlaundromat.org/ontology/", true},
    {"locn", "http://www.w3.org/ns/locn#", true},
    {"mo", "http://purl.org/ontology/mo/", true},
    {"oa", "http://www.w3.org/ns/oa#", true},
    {"obo", "http://purl.obolibrary.org/obo/", true},
    {"odrl", "http://www.w3.org/ns/odrl/2/", true},
    {"og", "http://ogp.me/ns#", true},
    {"ontolex", "http://www.w3.org/ns/lemon/ontolex#", true},
    {"org", "http://www.w3.org/ns/org#", true},
    {"owl", "http://www.w3.org/2002/07/owl#", true},
    {"prov", "http://www.w3.org/ns/prov#", true},
    {"qb", "http://purl.org/linked-data/cube#", true},
    {"rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#", true},
    {"rdfa", "http://www.w3.org/ns/rdfa#", true},
    {"rdfs", "http://www.w3.org/2000/01/rdf-schema#", true},
    {"schema", "http://schema.org/", true},
    {"sd", "http://www.w3.org/ns/sparql-service-description#", true},
    {"sdo", "https://schema.org/", true},
    {"sh", "http://www.w3.org/ns/shacl#", true},
    {"sioc", "http://rdfs.org/sioc/ns#", true},
    {"skos", "http://www.w3.org/2004/02/skos/core#", true},
    {"skosxl", "http://www.w3.org/2008/05/skos-xl#", true},
    {"sosa", "http://www.w3.org/ns/sosa/", true},
    {"ssn", "http://www.w3.org/ns/ssn/", true},
    {"time", "http://www.w3.org/2006/time#", true},
    {"vann", "http://purl.org/vocab/vann/", true},
    {"vcard", "http://www.w3.org/2006/vcard/ns#", true},
    {"void", "http://rdfs.org/ns/void#", true},
    {"wd", "http://www.wikidata.org/entity/", true},
    {"wdt", "http://www.wikidata.org/prop/direct/", true},
    {"wgs84", "http://www.w3.org/2003/01/geo/wgs84_pos#", false},
    {"xhv", "http://www.w3.org/1999/xhtml/vocab#", true},
    {"xml", "http://www.w3.org/XML/1998/namespace", false},
    {"xsd", "http://www.w3.org/2001/XMLSchema#", true},
};
static_assert(std::ranges::is_sorted(prefixes_by_name, {}, &well_known_prefix::name));

}  // namespace

std::span<const well_known_prefix> well_known_prefixes() {
  return prefixes_by_name;
}

std::string_view well_known_namespace(std::string_view name) {
  const auto* const found = std::ranges::lower_bound(prefixes_by_name, name, {}, &well_known_prefix::name);
  return found != std::end(prefixes_by_name) && found->name == name ? found->iri : std::string_view{};
}

bool is_usual_scheme(std::string_view name) {
  constexpr std::string_view schemes[] = {"http", "https", "ftp", "file", "urn", "mailto", "tel",
                                          "info", "tag",   "doi", "data", "geo", "did",    "ni",
                                          "ws",   "wss",   "sip", "news", "ldap"};
  return std::ranges::find(schemes, name) != std::end(schemes);
}

}  // namespace laundromat
