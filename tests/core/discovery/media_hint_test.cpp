// Tests of media types as catalogues write them.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/media_hint.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

TEST(media_hint, says_what_may_contain_rdf) {
  for (const auto* type : {"text/turtle", "Application/RDF+XML", "application/ld+json; profile=x", "text/n3"})
    EXPECT_EQ(hint_of(type), rdf_hint::yes) << type;
  for (const auto* type : {"", "text/plain", "application/json", "application/gzip", "image/svg+xml"})
    EXPECT_EQ(hint_of(type), rdf_hint::maybe) << type;
  for (const auto* type : {"text/csv", "application/pdf", "image/png", "text/markdown"})
    EXPECT_EQ(hint_of(type), rdf_hint::no) << type;
}

TEST(media_hint, finds_the_type_that_a_catalogue_means) {
  for (const auto& [text, type] : std::initializer_list<std::pair<std::string_view, std::string_view>>{
           {"text/turtle", "text/turtle"},
           {" Text/Turtle; charset=utf-8", "text/turtle"},
           {"https://www.iana.org/assignments/media-types/text/csv", "text/csv"},
           {"http://www.w3.org/ns/formats/N-Triples", "application/n-triples"},
           {"http://publications.europa.eu/resource/authority/file-type/RDF_TURTLE", "text/turtle"},
           {"http://publications.europa.eu/resource/authority/file-type/JSON_LD", "application/ld+json"},
           {"http://purl.org/NET/mediatypes/application/rdf+xml", "application/rdf+xml"},
           {"RDF/XML", "application/rdf+xml"},
           {"rdf/turtle", "text/turtle"},
           {"\"application/rdf+xml\"", "application/rdf+xml"},
           {"zip:csv", "text/csv"},
           {"HTML+RDFa", "text/html"},
           {"mapping/owl", ""},
           {"rdf-xml", "application/rdf+xml"},
           {"TTL", "text/turtle"},
           {".nt.gz", "application/n-triples"},
           {"gzip:ntriples", "application/n-triples"},
           {"application/x-gzip:text/turtle", "text/turtle"},
           {"example/rdf+xml", "application/rdf+xml"},
           {"example/turtle", "text/turtle"},
           {"meta/void", ""},
           {"api/sparql", ""},
           {"Esri REST", ""},
           {"", ""}})
    EXPECT_EQ(media_type_of(text), type) << text;
}

}  // namespace
}  // namespace laundromat
