// Tests of the catalogue and its documents.
// SPDX-License-Identifier: Apache-2.0
#include "core/metadata/describe_catalogue.hpp"

#include <gtest/gtest.h>

#include "core/metadata/licence.hpp"

namespace laundromat {
namespace {

TEST(describe_catalogue, links_documents_with_the_same_identity) {
  listed_document listed;
  listed.clean.hash = sha256("one");
  listed.clean.statements = 3;
  listed.clean.identity = {sha256("data"), identity_kind::candidate};
  listed.same_data = {sha256("other")};
  listed.data_url = "http://a.example/one/data.nq.gz";
  const auto quads = to_nquads(describe_listed({}, listed), {});
  const auto contains = [&](const std::string& text) { return quads.find(text) != std::string::npos; };
  EXPECT_TRUE(contains("<http://www.w3.org/ns/prov#alternateOf> <https://lodlaundromat.org/id/" +
                       sha256("other").hex() + "> ."))
      << quads;
  EXPECT_TRUE(contains("<https://lodlaundromat.org/def/datasetIdentity> \"")) << quads;
  EXPECT_TRUE(contains("<https://lodlaundromat.org/def/datasetIdentityKind> \"candidate\" .")) << quads;
}

TEST(describe_catalogue, says_how_a_document_was_made_Q84) {
  listed_document listed;
  listed.clean.hash = sha256("one");
  listed.washed = washing_facts{md5("download"), from_ms(1'000), from_ms(2'000), "1.2.3"};
  const auto quads = to_nquads(describe_listed({}, listed), {});
  const auto contains = [&](const std::string& text) { return quads.find(text) != std::string::npos; };
  const auto entry = "<https://lodlaundromat.org/id/" + md5("download").hex();
  const std::string prov = " <http://www.w3.org/ns/prov#";
  EXPECT_TRUE(contains(prov + "wasDerivedFrom> " + entry + "> .")) << quads;
  EXPECT_TRUE(contains(prov + "wasGeneratedBy> " + entry + "/clean> .")) << quads;
  EXPECT_TRUE(contains(entry + "/clean>" + prov + "endedAtTime> \"1970-01-01T00:00:02")) << quads;
  EXPECT_TRUE(contains(entry + "/clean>" + prov +
                       "wasAssociatedWith> <https://lodlaundromat.org/def/laundromat/1.2.3> ."))
      << quads;
}

/// A catalogue of one document, as N-Triples.
struct reported_catalogue {
  explicit reported_catalogue(const metadata_names& names = {},
                              const std::string& base = "https://lodlaundromat.org/catalogue/") {
    whole.title = "Suds & Co";
    whole.publisher = {"SudsBot", "https://suds.example/crawl"};
    whole.documents = 1;
    whole.statements = 3;
    whole.made = from_ms(1'700'000'000'000);
    whole.base = base;
    listed.clean.hash = sha256("one");
    listed.clean.statements = 3;
    listed.clean.compressed_bytes = 99;
    listed.clean.written = from_ms(1'600'000'000'000);
    listed.sources = {{record_hash{}, "http://a.example/socks.ttl"},
                      {record_hash{}, "http://a.example/shoes.ttl"}};
    listed.licences = {"https://creativecommons.org/publicdomain/zero/1.0/"};
    listed.file_sha256 = std::string(64, 'a');
    listed.data_url = base + "data/one.nq.gz";
    quads = to_nquads(describe_catalogue(whole), {}) +
            to_nquads(describe_subset(whole, listed.clean.hash, names), {}) +
            to_nquads(describe_listed(whole, listed, names), {});
  }

  /// How many statements have this subject and predicate, and an object that begins so.
  [[nodiscard]] int times(const std::string& subject, const std::string& predicate,
                          const std::string& object) const {
    int found = 0;
    const auto line = "<" + subject + "> <" + predicate + "> " + object;
    for (auto at = quads.find(line); at != quads.npos; at = quads.find(line, at + 1)) ++found;
    return found;
  }

  catalogue_facts whole;
  listed_document listed;
  std::string quads;
};

constexpr auto dct = "http://purl.org/dc/terms/";
constexpr auto dcat = "http://www.w3.org/ns/dcat#";
constexpr auto spdx = "http://spdx.org/rdf/terms#";
constexpr auto type = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";

TEST(describe_catalogue, the_catalogue_has_the_properties_required_by_dcat_ap_3) {
  const reported_catalogue described;
  const std::string catalogue = "https://lodlaundromat.org/catalogue/#wardrobe",
                    publisher = "https://lodlaundromat.org/catalogue/#publisher";
  EXPECT_EQ(described.times(catalogue, type, "<http://www.w3.org/ns/dcat#Catalog> ."), 1);
  for (const auto* one : {"title", "description", "issued", "modified"})
    EXPECT_EQ(described.times(catalogue, dct + std::string(one), "\""), 1) << one;
  EXPECT_EQ(described.times(catalogue, dct + std::string("publisher"), "<" + publisher + "> ."), 1);
  EXPECT_EQ(described.times(publisher, type, "<http://xmlns.com/foaf/0.1/Agent> ."), 1);
  EXPECT_EQ(described.times(publisher, "http://xmlns.com/foaf/0.1/name", "\"SudsBot\" ."), 1);
  EXPECT_EQ(described.times(catalogue, dcat + std::string("dataset"), "<https://lodlaundromat.org/id/"), 1);
}

TEST(describe_catalogue, a_document_has_the_properties_required_by_dcat_ap_3) {
  const reported_catalogue described;
  const auto dataset = "https://lodlaundromat.org/id/" + sha256("one").hex(),
             file = dataset + "/distribution", checksum = file + "/checksum";
  EXPECT_EQ(described.times(dataset, dct + std::string("title"),
                            "\"http://a.example/socks.ttl and 1 other source\" ."),
            1);
  for (const auto* one : {"description", "identifier", "issued", "modified"})
    EXPECT_EQ(described.times(dataset, dct + std::string(one), "\""), 1) << one;
  EXPECT_EQ(described.times(dataset, dct + std::string("source"), ""), 0)
      << "its object would have to be a described dcat:Dataset";
  for (const auto* one : {"accessURL", "downloadURL"})
    EXPECT_EQ(described.times(file, dcat + std::string(one), "<" + described.listed.data_url + "> ."), 1)
        << one;
  EXPECT_EQ(
      described.times(described.listed.data_url, type, "<http://www.w3.org/2000/01/rdf-schema#Resource> ."),
      1);
  EXPECT_EQ(described.times(file, dcat + std::string("byteSize"),
                            "\"99\"^^<http://www.w3.org/2001/XMLSchema#nonNegativeInteger> ."),
            1);
  const std::string media = "https://www.iana.org/assignments/media-types/application/";
  EXPECT_EQ(described.times(file, dcat + std::string("mediaType"), "<" + media + "n-quads> ."), 1);
  EXPECT_EQ(described.times(media + "n-quads", type, "<http://purl.org/dc/terms/MediaType> ."), 1);
  EXPECT_EQ(described.times(file, spdx + std::string("checksum"), "<" + checksum + "> ."), 1);
  EXPECT_EQ(described.times(checksum, spdx + std::string("algorithm"),
                            "<http://spdx.org/rdf/terms#checksumAlgorithm_sha256> ."),
            1);
  EXPECT_EQ(described.times("http://spdx.org/rdf/terms#checksumAlgorithm_sha256", type,
                            "<http://spdx.org/rdf/terms#ChecksumAlgorithm> ."),
            1);
  EXPECT_EQ(
      described.times(checksum, spdx + std::string("checksumValue"),
                      "\"" + std::string(64, 'A') + "\"^^<http://www.w3.org/2001/XMLSchema#hexBinary> ."),
      1);
}

TEST(describe_catalogue, a_licence_is_reported_where_the_document_states_one) {
  reported_catalogue described;
  const auto dataset = "https://lodlaundromat.org/id/" + sha256("one").hex(),
             license = dct + std::string("license");
  EXPECT_EQ(described.times(dataset, license, "<https://creativecommons.org/publicdomain/zero/1.0/> ."), 1);
  EXPECT_EQ(described.times(dataset + "/distribution", license, "<"), 1);
  described.listed.licences.emplace_back("https://suds.example/licence");
  described.quads = to_nquads(describe_listed(described.whole, described.listed), {});
  EXPECT_EQ(described.times(dataset, license, "<"), 2);
  EXPECT_EQ(described.times(dataset + "/distribution", license, "<"), 0)
      << "DCAT-AP allows it one, and which one is unknown";
  described.listed.licences.clear();
  described.quads = to_nquads(describe_listed(described.whole, described.listed), {});
  EXPECT_EQ(described.quads.find("icense"), described.quads.npos);
}

TEST(describe_catalogue, all_our_iris_begin_with_the_public_base) {
  const reported_catalogue described{metadata_names::below("https://data.example/"),
                                     "https://data.example/catalogue/"};
  EXPECT_EQ(described.quads.find("https://lodlaundromat.org/id/"), described.quads.npos) << described.quads;
  EXPECT_EQ(described.quads.find("https://lodlaundromat.org/catalogue/"), described.quads.npos);
  EXPECT_NE(described.quads.find("<https://data.example/id/" + sha256("one").hex() + "/distribution>"),
            described.quads.npos);
}

TEST(metadata_names, stored_metadata_are_renamed_and_terms_of_the_data_are_not) {
  const auto names = metadata_names::below("https://data.example/");
  EXPECT_EQ(renamed_metadata("<https://lodlaundromat.org/id/ab/x> <p:> <https://lodlaundromat.org/id/cd> "
                             "<https://lodlaundromat.org/graph/meta> .\n",
                             "ab", names),
            "<https://data.example/id/ab/x> <p:> <https://lodlaundromat.org/id/cd> "
            "<https://data.example/graph/meta> .\n");
  EXPECT_EQ(
      renamed_delta(
          "H previous <https://lodlaundromat.org/id/ab> .\nA <https://lodlaundromat.org/id/ab> <p:> <o:> .\n",
          names),
      "H previous <https://data.example/id/ab> .\nA <https://lodlaundromat.org/id/ab> <p:> <o:> .\n");
  EXPECT_EQ(renamed_delta("", names), "");
}

TEST(licence, is_an_iri_that_the_subject_states) {
  const std::string lines =
      "<http://a.example/s> <http://creativecommons.org/ns#license> <l:1> .\n"
      "<http://a.example/s> <http://purl.org/dc/terms/license> \"CC0\" .\n"
      "<http://a.example/s> <http://purl.org/dc/terms/license> <l:2> <g:> .\n"
      "<http://a.example/s> <http://purl.org/dc/terms/rights> <l:3> .\n"
      "<http://a.example/s> <http://www.w3.org/1999/xhtml/vocab#license> <l:1> .\n"
      "<http://a.example/s> <https://schema.org/license> <l:4> .\n"
      "<http://a.example/t> <http://purl.org/dc/terms/license> <l:5> .\n";
  EXPECT_EQ(stated_licences(lines, "http://a.example/s"), (std::set<std::string>{"l:1", "l:2", "l:4"}));
  EXPECT_TRUE(stated_licences("", "http://a.example/s").empty());
}

}  // namespace
}  // namespace laundromat
