// Clean documents as files: `NAME.nq` and its metadata, `NAME.expected`. With LAUNDROMAT_UPDATE_CASES=1 in the environment the expected files are rewritten: then read the diff.
// SPDX-License-Identifier: Apache-2.0
#include "core/metadata/describe_document.hpp"

#include <set>
#include <sstream>

#include "core/rdf/metrics/statistics_meter.hpp"
#include "tests/core/metadata/metadata_checks.hpp"
#include "tests/core/rdf/cases.hpp"
#include "tests/places.hpp"

namespace laundromat {
namespace {

document_facts facts_of(std::string_view text, const statistics_limits& limits = {}) {
  content_meter content;
  content.update(text);
  statistics_meter meter(limits);
  meter.add(text);
  const auto found = content.finish();
  return {found, 1234, {found.digest, identity_kind::exact}, meter.finish(), "1.2.3", "isa-l 2.30"};
}

/// The texts that are written without a description are those of the description.
description checked(const document_facts& facts) {
  const metadata_names names;
  auto described = describe_document(facts, names);
  EXPECT_EQ(document_to_nquads(facts, names), to_nquads(described, names.graph));
  EXPECT_EQ(document_to_json(facts, names), to_json(described));
  return described;
}

description describe_text(std::string_view text, const statistics_limits& limits = {}) {
  return checked(facts_of(text, limits));
}

class document_cases : public ::testing::TestWithParam<std::string> {};

TEST_P(document_cases, are_described_as_expected) {
  const auto text = testing::read_case_file(GetParam());
  auto expected_file = std::filesystem::path(GetParam()).replace_extension(".expected");
  const auto described = describe_text(text);
  testing::check_description(described);
  if (std::getenv("LAUNDROMAT_UPDATE_CASES") != nullptr) {
    std::ofstream(expected_file, std::ios::binary) << to_json(described);
    return;
  }
  EXPECT_EQ(to_json(described), testing::read_case_file(expected_file));
}

INSTANTIATE_TEST_SUITE_P(all, document_cases,
                         ::testing::ValuesIn(testing::list_cases("tests/core/metadata/cases")),
                         testing::case_name);

TEST(describe_document, states_the_error_of_estimates) {
  std::string text;
  for (int i = 1'000; i < 2'000; ++i)
    text += "<http://e.org/" + std::to_string(i) + "> <http://e.org/p> \"" + std::to_string(i * 7) + "\" .\n";
  statistics_limits limits;
  limits.exact_nodes = 64;
  const auto described = describe_text(text, limits);
  testing::check_description(described);
  const auto json = nlohmann::json::parse(to_json(described));
  const auto& metrics = json["metrics"];
  EXPECT_EQ(metrics["subjects"], 1'000);
  EXPECT_LT(metrics["sampled_nodes"], 0.1);
  ASSERT_EQ(metrics["estimates"].size(), 3U) << "objects, IRIs, literals";
  EXPECT_EQ(metrics["estimates"][0]["property"], "http://rdfs.org/ns/void#distinctObjects");
  const double error = metrics["estimates"][0]["relative_error"];
  EXPECT_NEAR(metrics["objects"], 1'000, 4 * error * 1'000);
  const auto& in_degree = metrics["in_degree"];
  EXPECT_EQ(in_degree["min"], 1);
  EXPECT_EQ(in_degree["median"], 1);
  EXPECT_FALSE(in_degree.contains("max")) << "any of many nodes may have it";
  EXPECT_FALSE(in_degree.contains("std"));
  ASSERT_EQ(in_degree["estimates"].size(), 1U);
  EXPECT_EQ(in_degree["estimates"][0]["property"], "http://lodlaundromat.org/metrics/ontology/mean");
  EXPECT_EQ(in_degree["estimates"][0]["relative_error"], error);
  EXPECT_FALSE(metrics["out_degree"].contains("estimates"));
}

TEST(describe_document, writes_terms_that_need_escapes_and_bytes_that_are_not_text) {
  auto facts = facts_of("<http://e.org/s> <http://e.org/p> \"o\" .\n");
  facts.tool_version = "a \"quoted\" \\ version\n\xFF";
  facts.statistics.properties.listed[0].term = "http://e.org/<p>\xEF\xBF\xBE";
  facts.statistics.namespaces.listed[0].term = "http://e.org/\xFF\t";
  facts.statistics.languages.listed.push_back({"", 3});
  const auto json = nlohmann::json::parse(to_json(checked(facts)));
  EXPECT_EQ(json["tool_version"], "a \"quoted\" \\ version\n\xEF\xBF\xBD");
  EXPECT_EQ(json["metrics"]["property_partitions"][0]["property"], "http://e.org/<p>\xEF\xBF\xBE");
  EXPECT_EQ(json["metrics"]["namespace_partitions"][0]["namespace"], "http://e.org/\xEF\xBF\xBD\t");
  EXPECT_FALSE(json["metrics"]["language_partitions"][0].contains("language"));
}

/// One text follows another in the same memory: neither may leave anything in the other, whatever their lengths and their order of lines.
TEST(describe_document, does_not_depend_on_the_document_before) {
  std::string many;
  for (int i = 0; i < 40; ++i)
    many += "<http://e.org/s> <http://e.org/" + std::to_string(100 + i) + "> <http://e.org/o> .\n";
  const auto large = facts_of(many), small = facts_of("<a:s> <a:p> <a:o> .\n");
  const auto large_text = document_to_nquads(large), large_json = document_to_json(large);
  for (int i = 0; i < 2; ++i) {
    checked(small);
    EXPECT_EQ(document_to_nquads(large), large_text);
    EXPECT_EQ(document_to_json(large), large_json);
  }
}

TEST(describe_document, says_how_the_source_was_read_where_that_is_given_R136) {
  const auto plain = facts_of("<a:s> <a:p> <a:o> .\n");
  auto facts = plain;
  facts.base_iri = "thismessage:/";
  facts.forms = {triple_term_form::basic_encoding, direction_form::i18n_datatype};
  const auto described = checked(facts);
  testing::check_description(described);
  const auto json = nlohmann::json::parse(to_json(described));
  EXPECT_EQ(json["base_iri"], "thismessage:/");
  EXPECT_EQ(json["triple_term_form"], "basic-encoding");
  EXPECT_EQ(json["direction_form"], "i18n-datatype");
  EXPECT_NE(document_to_nquads(facts).find("/baseIri> <thismessage:/> <"), std::string::npos);
  facts.base_iri = "no IRI";
  EXPECT_NE(document_to_nquads(facts).find("/baseIri> \"no IRI\" <"), std::string::npos);
  const auto without = nlohmann::json::parse(to_json(checked(plain)));
  for (const auto* key : {"base_iri", "triple_term_form", "direction_form"})
    EXPECT_FALSE(without.contains(key)) << key;
}

void add_keys(const nlohmann::json& tree, std::set<std::string>& keys) {
  if (tree.is_object())
    for (const auto& [key, value] : tree.items()) keys.insert(key);
  for (const auto& value : tree)
    if (value.is_structured()) add_keys(value, keys);
}

/// Of all cases, and of a document that is estimated and has more terms than are listed.
std::set<std::string> written_keys() {
  std::string text;
  for (int i = 0; i < 300; ++i) {
    const auto n = std::to_string(1'000 + i);
    text += "<http://e.org/s> <http://e.org/p" + n + "> \"" + n + "\"^^<http://e.org/" + n +
            "/type> <http://g.org/" + n +
            "> .\n<http://e.org/s> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://e.org/" + n +
            "> .\n<http://e.org/s> <http://e.org/p> \"x\"@a" + n.substr(1) + " .\n";
  }
  statistics_limits limits;
  limits.exact_nodes = 64;
  auto facts = facts_of(text, limits);
  facts.base_iri = "thismessage:/";
  facts.forms = {triple_term_form::basic_encoding, direction_form::dropped};
  for (auto* list : {&facts.statistics.classes, &facts.statistics.languages, &facts.statistics.namespaces,
                     &facts.statistics.graphs})
    list->unlisted = 1;
  facts.statistics.properties.unlisted = facts.statistics.datatypes.unlisted = 1;
  std::set<std::string> keys;
  add_keys(nlohmann::json::parse(document_to_json(facts)), keys);
  for (const auto& name : testing::list_cases("tests/core/metadata/cases"))
    add_keys(nlohmann::json::parse(to_json(describe_text(testing::read_case_file(name)))), keys);
  return keys;
}

/// What is in backticks in the tables of the keys, but for the column of properties.
std::set<std::string> documented_keys() {
  std::istringstream page(testing::read_case_file(source_path("doc/users/statistics.md")));
  std::set<std::string> keys;
  bool is_table = false;
  for (std::string line; std::getline(page, line);) {
    is_table = is_table || line.starts_with("## All keys");
    if (!is_table || !line.starts_with("| `")) continue;
    const auto second = line.find(" |"), third = line.find(" |", second + 2);
    for (const auto& column : {line.substr(0, second), line.substr(third)})
      for (auto begin = column.find('`'); begin != column.npos; begin = column.find('`', begin)) {
        const auto end = column.find('`', begin + 1);
        keys.insert(column.substr(begin + 1, end - begin - 1));
        begin = end + 1;
      }
  }
  return keys;
}

TEST(describe_document, writes_the_keys_that_the_documents_list_R136) {
  const auto documented = documented_keys();
  const auto written = written_keys();
  for (const auto& key : written) EXPECT_TRUE(documented.contains(key)) << key << " is in no table";
  // Values of keys, and names elsewhere.
  const std::set<std::string> others{"exact",          "candidate",    "triples",   "quadruples",
                                     "wash",           "1.2",          "1.2-basic", "rdf:type",
                                     "--triple-terms", "--directions", "kept"};
  for (const auto& key : documented)
    EXPECT_TRUE(written.contains(key) || others.contains(key)) << key << " is never written";
}

TEST(describe_document, uses_the_configured_iris) {
  metadata_names names;
  names.id_base = "https://example.org/doc/";
  const auto described = describe_document({}, names);
  EXPECT_EQ(described.iri(), "https://example.org/doc/" + std::string(64, '0'));
}

}  // namespace
}  // namespace laundromat
