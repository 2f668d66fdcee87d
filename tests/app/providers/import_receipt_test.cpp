// Tests of receipts: JSON and RDF say the same, and name version, digest, changes and broken rules.
// SPDX-License-Identifier: Apache-2.0
#include "app/providers/import_receipt.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace laundromat {
namespace {

stored_provider a_provider() {
  stored_provider provider;
  provider.name = "north";
  provider.graph = "http://e.example/graphs/north";
  provider.void_uri = "http://north.example/void.ttl";
  return provider;
}

graph_import an_import() {
  graph_import import;
  import.id = 7;
  import.dataset = "http://north.example/void.ttl#d";
  import.outcome = import_outcome::imported;
  import.cause = errc::ok;
  import.extent = dump_extent::full;
  import.modified = from_ms(1'700'000'000'123);
  import.begun = from_ms(1'700'000'001'123);
  import.ended = from_ms(1'700'000'002'456);
  import.version = 3;
  import.removed = 11;
  import.added = 13;
  import.statements = 1'017;
  import.defects = 19;
  import.skipped_bytes = 23;
  import.foreign_statements = 29;
  import.detail = "one line\nand a \"second\" one";
  import.digest = sha256("the statements");
  import.documents = {sha256("a dump").hex(), sha256("another dump").hex()};
  import.violations = {{void_rule::several_modified, "http://north.example/void.ttl#d", "2023-11-14"},
                       { void_rule::no_dump,
                         "",
                         "" }};
  return import;
}

/// The objects of N-Triples without types and links to parts, and the leaves of JSON, in the same form.
std::vector<std::string> objects_in(const std::string& triples, const std::string& own) {
  std::vector<std::string> found;
  std::istringstream text{triples};
  for (std::string line; std::getline(text, line);) {
    if (line.find("#type> ") != line.npos) continue;
    const auto predicate = line.find("> <") + 2, object = line.find("> ", predicate) + 2;
    auto value = line.substr(object, line.size() - object - 2);
    if (value.starts_with('<')) {
      value = value.substr(1, value.size() - 2);
      if (value.starts_with(own) || value.ends_with("/checksum")) continue;  // a part
    } else {
      const bool is_hex = value.ends_with("#hexBinary>");
      value = value.substr(1, value.rfind('"') - 1);
      if (is_hex)
        std::ranges::transform(value, value.begin(),
                               [](char c) { return c >= 'A' && c <= 'F' ? c + 32 : c; });
    }
    found.push_back(value);
  }
  std::ranges::sort(found);
  return found;
}

void add_leaves(const nlohmann::json& at, std::vector<std::string>& to) {
  for (const auto& [key, value] : at.items()) {
    if (value.is_structured()) {
      if (value.contains("id")) to.push_back(value.at("id"));
      add_leaves(value, to);
    } else if (key != "id") {
      to.push_back(value.is_string() ? value.get<std::string>() : value.dump());
    }
  }
}

TEST(import_receipt, says_the_same_in_json_and_rdf_G22) {
  const auto texts = receipt_of(a_provider(), an_import(), {});
  std::vector<std::string> leaves;
  add_leaves(nlohmann::json::parse(texts.json), leaves);
  for (auto& one : leaves)  // an escape of N-Triples that JSON writes in the same way
    for (std::size_t at = 0; (at = one.find_first_of("\n\"", at)) != one.npos; at += 2)
      one.replace(at, 1, one[at] == '\n' ? "\\n" : "\\\"");
  std::ranges::sort(leaves);
  EXPECT_EQ(objects_in(texts.triples, receipt_iri(a_provider(), an_import()) + "/"), leaves) << texts.triples;
}

TEST(import_receipt, names_the_version_its_digest_and_its_changes_G16_G22) {
  const auto import = an_import();
  const auto said = nlohmann::json::parse(receipt_of(a_provider(), import, {}).json);
  EXPECT_EQ(said.at("id"), "http://e.example/graphs/north/receipts/7");
  const auto& version = said.at("generated");
  EXPECT_EQ(version.at("id"), "http://e.example/graphs/north/versions/3");
  EXPECT_EQ(version.at("revision_of"), "http://e.example/graphs/north/versions/2");
  EXPECT_EQ(version.at("checksum").at("value"), import.digest.hex());
  EXPECT_EQ(said.at("diff").at("file"), "graphs/north/changes-3-3.patch.gz");
  EXPECT_EQ(said.at("diff").at("command"), "laundromat diff north@2 north@3 --format rdf-patch");
  EXPECT_EQ(said.at("documents").at(0), "https://lodlaundromat.org/id/" + import.documents[0]);
  EXPECT_EQ(said.at("violations").at(0).at("rule"), "several_modified");
  EXPECT_EQ(said.at("violations").at(1).at("advice"), text_of(void_rule::no_dump).advice);
}

TEST(import_receipt, says_why_it_has_no_digest_and_has_no_changes_of_the_first_version_G22) {
  auto import = an_import();
  import.version = 1;
  import.digest = {};
  import.statements = large_graph_statements + 1;
  const auto said = nlohmann::json::parse(receipt_of(a_provider(), import, {}).json);
  const auto why = said.at("generated").at("no_checksum").get<std::string>();
  EXPECT_NE(why.find("10,000,000 statements"), std::string::npos) << why;
  EXPECT_NE(why.find("export --providers north@1"), std::string::npos) << why;
  EXPECT_FALSE(said.at("generated").contains("checksum") || said.at("generated").contains("revision_of"));
  EXPECT_FALSE(said.at("diff").contains("file")) << "the first version is there whole";
}

TEST(import_receipt, of_a_failed_import_has_its_cause_and_no_version_G22_D73) {
  graph_import import;
  import.id = 8;
  import.outcome = import_outcome::refused;
  import.cause = errc::http_status;
  import.detail = "the graph belongs to a, and the file came from b";
  const auto texts = receipt_of(a_provider(), import, {});
  const auto said = nlohmann::json::parse(texts.json);
  EXPECT_EQ(said.at("outcome"), "refused");
  EXPECT_EQ(said.at("cause"), "http_status");
  EXPECT_EQ(said.at("detail"), import.detail);
  for (const auto* key : {"generated", "diff", "version", "dataset", "dump", "modified"})
    EXPECT_FALSE(said.contains(key)) << key;
  EXPECT_NE(texts.triples.find("def/outcome> \"refused\""), std::string::npos) << texts.triples;
}

TEST(import_receipt, is_what_a_notification_tells_of_G22) {
  const auto told = notification_of(a_provider(), an_import(), "https://l.example/");
  EXPECT_EQ(told.id, "http://e.example/graphs/north/receipts/7#notification");
  EXPECT_EQ(told.outcome, "imported");
  EXPECT_EQ(told.dump_kind, "full");
  ASSERT_EQ(told.violations.size(), 2U);
  EXPECT_EQ(told.violations[0].rule, "several_modified");
  EXPECT_EQ(told.violations[0].value, "2023-11-14");
}

}  // namespace
}  // namespace laundromat
