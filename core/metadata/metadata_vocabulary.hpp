// The vocabulary of metadata: properties with their JSON key and IRI, and classes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace laundromat::vocabulary {

inline constexpr std::string_view rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
inline constexpr std::string_view rdfs = "http://www.w3.org/2000/01/rdf-schema#";
inline constexpr std::string_view prov = "http://www.w3.org/ns/prov#";
inline constexpr std::string_view owl = "http://www.w3.org/2002/07/owl#";
inline constexpr std::string_view skos = "http://www.w3.org/2004/02/skos/core#";
inline constexpr std::string_view adms = "http://www.w3.org/ns/adms#";
inline constexpr std::string_view dcat = "http://www.w3.org/ns/dcat#";
inline constexpr std::string_view spdx = "http://spdx.org/rdf/terms#";
inline constexpr std::string_view foaf = "http://xmlns.com/foaf/0.1/";
inline constexpr std::string_view dqv = "http://www.w3.org/ns/dqv#";
inline constexpr std::string_view void_ = "http://rdfs.org/ns/void#";
inline constexpr std::string_view void_ext = "http://ldf.fi/void-ext#";
inline constexpr std::string_view sd = "http://www.w3.org/ns/sparql-service-description#";
/// LOD Laundromat of 2015: documents, their metrics, errors.
inline constexpr std::string_view llo = "http://lodlaundromat.org/ontology/";
inline constexpr std::string_view llm = "http://lodlaundromat.org/metrics/ontology/";
inline constexpr std::string_view error = "http://lodlaundromat.org/error/ontology/";
/// LOD Laundromat of 2018. Names that no other vocabulary has are defined here.
inline constexpr std::string_view ll = "https://lodlaundromat.org/def/";
inline constexpr std::string_view media_types = "https://www.iana.org/assignments/media-types/";

/// A property: its key in JSON, and its IRI in two parts.
struct property {
  std::string_view key, space, local;
  [[nodiscard]] std::string iri() const { return std::string(space).append(local); }
};
struct class_name {
  std::string_view space, local;
  [[nodiscard]] std::string iri() const { return std::string(space).append(local); }
};

inline constexpr std::string_view terms = "http://purl.org/dc/terms/";

// Classes.
inline constexpr class_name void_dataset{void_, "Dataset"}, dcat_dataset{dcat, "Dataset"},
    metrics_dataset{llm, "Dataset"};
inline constexpr class_name distribution{dcat, "Distribution"}, checksum{spdx, "Checksum"},
    checksum_algorithm{spdx, "ChecksumAlgorithm"}, media_type_class{terms, "MediaType"},
    license_document{terms, "LicenseDocument"}, agent{foaf, "Agent"}, document_page{foaf, "Document"},
    resource{rdfs, "Resource"}, listed_concept{skos, "Concept"};
inline constexpr class_name entity{prov, "Entity"}, activity{prov, "Activity"},
    software_agent{prov, "SoftwareAgent"};
inline constexpr class_name archive{llo, "Archive"}, archive_entry{llo, "ArchiveEntry"},
    data_document{llo, "DataDocument"}, url{llo, "URL"};
inline constexpr class_name stream_properties{ll, "StreamProperties"}, http_reply{ll, "HttpReply"},
    listed_entry{ll, "Entry"};

// A clean document.
inline constexpr property metrics{"metrics", llm, "metrics"},
    has_distribution{"distribution", dcat, "distribution"}, has_checksum{"checksum", spdx, "checksum"},
    algorithm{"algorithm", spdx, "algorithm"}, checksum_value{"value", spdx, "checksumValue"},
    access_url{"access_url", dcat, "accessURL"}, media_type{"media_type", dcat, "mediaType"},
    compress_format{"compress_format", dcat, "compressFormat"}, byte_size{"bytes", dcat, "byteSize"},
    parse_written{"content", ll, "parseWritten"}, newline{"newline", ll, "newline"},
    bytes{"bytes", ll, "bytes"}, characters{"characters", ll, "characters"}, lines{"lines", ll, "lines"},
    statements_type{"statements_type", llo, "statementsType"},
    triple_term_form{"triple_term_form", ll, "tripleTermForm"},
    direction_form{"direction_form", ll, "directionForm"}, tool_version{"tool_version", ll, "toolVersion"},
    codec_version{"codec_version", ll, "codecVersion"};

// A catalogue of clean documents.
inline constexpr class_name catalogue_of{dcat, "Catalog"};
inline constexpr property has_dataset{"datasets", dcat, "dataset"}, subset{"subsets", void_, "subset"},
    documents{"documents", void_, "documents"}, issued{"issued", terms, "issued"},
    modified{"modified", terms, "modified"}, title{"title", terms, "title"},
    text{"description", terms, "description"}, identifier{"identifier", terms, "identifier"},
    publisher{"publisher", terms, "publisher"}, agent_name{"name", foaf, "name"},
    homepage{"homepage", foaf, "homepage"}, license{"license", terms, "license"},
    source_of{"sources", prov, "hadPrimarySource"}, download_url{"download_url", dcat, "downloadURL"},
    data_dump{"data_dump", void_, "dataDump"}, see_also{"see_also", rdfs, "seeAlso"},
    was_derived_from{"derived_from", prov, "wasDerivedFrom"},
    alternate_of{"may_be_the_same_as", prov, "alternateOf"};

// The quality of the documents of a host.
inline constexpr class_name quality_metric{dqv, "Metric"}, quality_measurement{dqv, "QualityMeasurement"};
inline constexpr property host{"host", ll, "host"},
    has_quality_measurement{"measurements", dqv, "hasQualityMeasurement"},
    computed_on{"computed_on", dqv, "computedOn"}, is_measurement_of{"metric", dqv, "isMeasurementOf"},
    measured_value{"value", dqv, "value"}, metric_definition{"definition", skos, "definition"},
    in_dimension{"dimension", dqv, "inDimension"}, expected_datatype{"datatype", dqv, "expectedDataType"};

// Statistics.
inline constexpr property statements{"statements", void_, "triples"}, triples{"triples", ll, "triples"},
    quads{"quads", ll, "quadruples"}, distinct_subjects{"subjects", void_, "distinctSubjects"},
    distinct_objects{"objects", void_, "distinctObjects"},
    iri_subjects{"iri_subjects", void_ext, "distinctIRIReferenceSubjects"},
    blank_subjects{"blank_subjects", void_ext, "distinctBlankNodeSubjects"},
    iri_objects{"iri_objects", void_ext, "distinctIRIReferenceObjects"},
    blank_objects{"blank_objects", void_ext, "distinctBlankNodeObjects"},
    distinct_iris{"iris", void_ext, "distinctIRIReferences"},
    distinct_blanks{"blank_nodes", void_ext, "distinctBlankNodes"},
    distinct_literals{"literals", void_ext, "distinctLiterals"},
    distinct_triple_terms{"triple_terms", ll, "distinctTripleTerms"},
    triple_term_occurrences{"triple_term_occurrences", ll, "tripleTerms"},
    directed_literals{"directed_literals", ll, "directedLiterals"},
    rdf_version{"rdf_version", ll, "rdfVersion"}, iri_occurrences{"iri_occurrences", llm, "IRIs"},
    blank_occurrences{"blank_node_occurrences", llm, "blankNodes"},
    literal_occurrences{"literal_occurrences", llm, "literals"},
    typed_subjects{"typed_subjects", ll, "typedSubjects"},
    defined_classes{"defined_classes", llm, "definedClasses"},
    defined_properties{"defined_properties", llm, "definedProperties"},
    sampled_nodes{"sampled_nodes", ll, "sampledNodes"};
inline constexpr property degree{"degree", llm, "degree"}, in_degree{"in_degree", llm, "inDegree"},
    out_degree{"out_degree", llm, "outDegree"}, iri_length{"iri_length", llm, "IRILength"},
    subject_iri_length{"subject_iri_length", llm, "subIRILength"},
    predicate_iri_length{"predicate_iri_length", llm, "predIRILength"},
    object_iri_length{"object_iri_length", llm, "objIRILength"},
    literal_length{"literal_length", llm, "literalLength"};
inline constexpr property min{"min", llm, "min"}, max{"max", llm, "max"}, mean{"mean", llm, "mean"},
    median{"median", llm, "median"}, std{"std", llm, "std"};
/// For a figure that is not exact, the relative standard error; for a median the largest relative error, for a maximum the largest amount
/// by which the true value may be greater.
inline constexpr property estimate{"estimates", ll, "estimate"},
    estimated_property{"property", ll, "estimatedProperty"},
    relative_error{"relative_error", ll, "relativeError"};
inline constexpr property literal_quality{"literal_quality", ll, "literalQuality"},
    checked{"checked", ll, "checkedLiterals"}, ill_typed{"ill_typed", ll, "illTypedLiterals"},
    non_canonical{"non_canonical", ll, "nonCanonicalLiterals"},
    unknown_datatype{"unknown_datatype", ll, "unknownDatatypeLiterals"},
    ill_formed_tags{"ill_formed_language_tags", ll, "illFormedLanguageTags"};

// Lists of terms with their counts: the number of terms, the parts, and what is not listed.
inline constexpr property properties{"properties", void_, "properties"},
    property_partition{"property_partitions", void_, "propertyPartition"},
    unlisted_properties{"unlisted_property_occurrences", ll, "unlistedPropertyOccurrences"},
    property_of{"property", void_, "property"};
// Classes are IRIs: an rdf:type that is a literal or a blank node is not counted.
inline constexpr property classes{"classes", void_, "classes"},
    class_partition{"class_partitions", void_, "classPartition"},
    unlisted_classes{"unlisted_class_occurrences", ll, "unlistedClassOccurrences"},
    class_of{"class", void_, "class"}, entities{"entities", void_, "entities"};
inline constexpr property datatypes{"datatypes", void_ext, "datatypes"},
    datatype_partition{"datatype_partitions", void_ext, "datatypePartition"},
    unlisted_datatypes{"unlisted_datatype_occurrences", ll, "unlistedDatatypeOccurrences"},
    datatype_of{"datatype", void_ext, "datatype"};
inline constexpr property languages{"languages", void_ext, "languages"},
    language_partition{"language_partitions", void_ext, "languagePartition"},
    unlisted_languages{"unlisted_language_occurrences", ll, "unlistedLanguageOccurrences"},
    language_of{"language", void_ext, "language"};
inline constexpr property namespaces{"namespaces", ll, "namespaces"},
    namespace_partition{"namespace_partitions", ll, "namespacePartition"},
    unlisted_namespaces{"unlisted_namespace_occurrences", ll, "unlistedNamespaceOccurrences"},
    namespace_of{"namespace", void_, "uriSpace"}, occurrences{"occurrences", ll, "occurrences"};
inline constexpr property graphs{"graphs", ll, "graphs"},
    graph_partition{"graph_partitions", ll, "graphPartition"},
    unlisted_graphs{"unlisted_graph_occurrences", ll, "unlistedGraphOccurrences"},
    graph_of{"graph", sd, "name"};

// An entry and its crawl.
inline constexpr property url_of{"url", llo, "url"}, added{"added", llo, "added"}, md5{"md5", llo, "md5"},
    status{"status", ll, "status"}, http_status{"http_status", llo, "httpStatus"},
    content_type{"content_type", llo, "contentType"}, content_length{"content_length", llo, "contentLength"},
    last_modified{"last_modified", llo, "lastModified"}, download_size{"download_size", llo, "downloadSize"},
    body_at_node{"body_at_node", ll, "bodyAtNode"}, path{"path", llo, "path"},
    file_extension{"file_extension", llo, "fileExtension"},
    serialization_format{"serialization_format", llo, "serializationFormat"},
    byte_count{"byte_count", llo, "byteCount"}, char_count{"char_count", llo, "charCount"},
    line_count{"line_count", llo, "lineCount"}, unpacked_size{"unpacked_size", llo, "unpackedSize"},
    statements_read{"statements_read", ll, "statementsRead"}, duplicates{"duplicates", llo, "duplicates"},
    clean_triples{"clean_statements", llo, "triples"}, base_iri{"base_iri", ll, "baseIri"},
    identity{"identity", ll, "datasetIdentity"}, identity_kind{"identity_kind", ll, "datasetIdentityKind"},
    number_of_warnings{"number_of_warnings", llo, "number_of_warnings"}, content_head{"head", ll, "content"};
inline constexpr property begin_download{"download_begin", ll, "downloadBegin"},
    end_download{"download_end", ll, "downloadEnd"}, start_unpack{"start_unpack", llo, "startUnpack"},
    end_unpack{"end_unpack", llo, "endUnpack"}, guess_begin{"guess_begin", ll, "guessBegin"},
    guess_end{"guess_end", ll, "guessEnd"}, start_clean{"start_clean", llo, "startClean"},
    end_clean{"end_clean", llo, "endClean"};
inline constexpr property http_replies{"http_replies", ll, "http_replies"}, reply_uri{"uri", ll, "uri"},
    reply_status{"status", ll, "status"}, reply_version{"version", ll, "version"},
    reply_begin{"begin", ll, "begin"}, walltime_us{"walltime_us", ll, "walltimeMicroseconds"},
    wire_bytes{"wire_bytes", ll, "wireBytes"}, address{"address", ll, "address"},
    header{"headers", ll, "headers"}, name{"name", ll, "name"}, value{"value", ll, "value"};
inline constexpr property contained_in{"archive", ll, "archive"},
    archive_filters{"archive_filters", llo, "archiveFilters"},
    contains_entry{"entries", llo, "containsEntry"}, listing{"listing", ll, "entry"},
    size{"size", ll, "size"}, mtime{"mtime", ll, "mtime"}, permissions{"permissions", ll, "permissions"},
    member_type{"kind", ll, "kind"}, skipped{"skipped", ll, "skipped"};
inline constexpr property encoding{"encoding", ll, "encoding"},
    bom_encoding{"bom_encoding", ll, "bomEncoding"}, xml_encoding{"xml_encoding", ll, "xmlEncoding"},
    http_encoding{"http_encoding", ll, "httpEncoding"}, detector_encoding{"uchardet", ll, "uchardet"},
    valid_encoding{"valid_encoding", ll, "validEncoding"};
inline constexpr property format_evidence{"format_evidence", ll, "formatEvidence"},
    source{"source", ll, "source"}, rank{"rank", ll, "rank"}, is_chosen{"chosen", ll, "chosen"},
    note{"note", ll, "note"};
inline constexpr property statement_bytes{"statement_bytes", ll, "statementBytes"},
    syntax_bytes{"syntax_bytes", ll, "syntaxBytes"},
    quarantine_bytes{"quarantine_bytes", ll, "quarantineBytes"};
inline constexpr property exception{"exception", llo, "exception"}, warning{"warnings", llo, "warning"},
    rule{"rule", ll, "rule"}, count{"count", ll, "count"}, message{"message", error, "message"};
inline constexpr property clean_document{"clean", ll, "clean"},
    was_generated_by{"was_generated_by", prov, "wasGeneratedBy"}, used{"used", prov, "used"},
    started_at{"started_at", prov, "startedAtTime"}, ended_at{"ended_at", prov, "endedAtTime"},
    associated_with{"associated_with", prov, "wasAssociatedWith"},
    version_info{"version", owl, "versionInfo"}, version_of{"version_of", terms, "isVersionOf"},
    publication_status{"status", adms, "status"}, label{"label", skos, "prefLabel"};

}  // namespace laundromat::vocabulary
