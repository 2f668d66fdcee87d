// Tests specifications in a campaign: in the campaign itself, RML mappings, metadata of tables, and where documents are.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include "app/campaign/campaign_file.hpp"
#include "app/terminal/exit_code.hpp"
#include "tests/app/ask.hpp"
#include "tests/app/campaign_run.hpp"
#include "tests/app/data_of_run.hpp"
#include "tests/places.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view mapping_of_people = R"(
@prefix rml: <http://w3id.org/rml/> .
@prefix ex: <http://e.org/> .
ex:map rml:logicalSource [ rml:source [ a rml:RelativePathSource; rml:path "people.json" ];
    rml:referenceFormulation rml:JSONPath; rml:iterator "$[*]" ];
  rml:subjectMap [ rml:template "http://e.org/{$.id}" ];
  rml:predicateObjectMap [ rml:predicate ex:name; rml:objectMap [ rml:reference "$.name" ] ] .
)";

constexpr std::string_view joined_mapping = R"(
@prefix rml: <http://w3id.org/rml/> .
@prefix ex: <http://e.org/> .
ex:towns rml:logicalSource [ rml:source [ a rml:RelativePathSource; rml:path "towns.csv" ]; rml:referenceFormulation rml:CSV ];
  rml:subjectMap [ rml:template "http://e.org/town/{id}" ] .
ex:people rml:logicalSource [ rml:source [ a rml:RelativePathSource; rml:path "people.csv" ]; rml:referenceFormulation rml:CSV ];
  rml:subjectMap [ rml:template "http://e.org/{id}" ];
  rml:predicateObjectMap [ rml:predicate ex:town; rml:objectMap [ rml:parentTriplesMap ex:towns;
    rml:joinCondition [ rml:child "town"; rml:parent "id" ] ] ] .
)";

class records_campaign : public testing::Test {
 protected:
  void write(const std::string& name, std::string_view text) const {
    fs::create_directories((folder_.path() / name).parent_path());
    std::ofstream{folder_.path() / name, std::ios::binary} << text;
  }
  [[nodiscard]] fs::path at(const std::string& name) const { return folder_.path() / name; }
  void write_campaign(const std::string& more) const {
    write("campaign.yaml",
          "name: test\ndata: data\ncontact: {product: Test, url: https://example.org/, mail: a@example.org}\n"
          "serve: {folder: site, rules: rules}\n"
          "politeness: {own_hosts: [{host: 127.0.0.1, delay_s: 0, connections: 8}]}\n"
          "network: {retries_s: [], allow: [127.0.0.1]}\ndiscovery: {follow: []}\n" +
              more);
    if (!fs::exists(at("rules"))) write("rules", "");
    fs::create_directories(at("site"));
  }
  /// Crawls once; returns the exit code.
  [[nodiscard]] int crawl(const std::string& data = "data", const std::string& isolation = "process") const {
    return run_to_the_end(at("campaign.yaml"), at(data), isolation);
  }
  /// The statements of all documents, in the order of the alphabet.
  [[nodiscard]] std::string statements(const std::string& data = "data") const {
    const auto exported = ask({"export", "--data", at(data).string(), "--graphs", "own"});
    EXPECT_EQ(exported.code, exit_ok) << exported.err;
    std::istringstream lines(exported.out);
    std::vector<std::string> all;
    for (std::string line; std::getline(lines, line);) all.push_back(line);
    std::ranges::sort(all);
    std::string text;
    for (const auto& line : all) text += line + "\n";
    return text;
  }
  /// What is wrong with the campaign, one a line, without the folder.
  [[nodiscard]] std::string problems() const {
    const auto c = load_campaign(at("campaign.yaml"));
    std::string all;
    for (const auto& one : c ? std::vector<file_problem>{} : c.error())
      all +=
          fs::path(one.file).filename().string() + ":" + std::to_string(one.line) + ": " + one.message + "\n";
    return all;
  }

  temporary_folder folder_;
};

std::string metadata_with(const std::string& property) {
  return R"({"@context": "http://www.w3.org/ns/csvw", "url": "table.csv", "tableSchema": {"aboutUrl": "http://e.org/{a}", )"
         R"("columns": [{"name": "a", "suppressOutput": true}, {"name": "b", "propertyUrl": "http://e.org/)" +
         property + R"("}]}})";
}

TEST_F(records_campaign, reads_documents_by_specifications_in_it_and_by_mappings_X01) {
  write_campaign(
      "records:\n"
      "  - documents: {uri: '*.csv'}\n"
      "    name: people\n"
      "    rdf: {subject: 'http://e.org/{id}', properties: {foaf:name: name}}\n"
      "  - mapping.ttl\n"
      "seeds: ['{serve}/a.csv', '{serve}/in/people.json']\n");
  write("mapping.ttl", mapping_of_people);
  write("site/a.csv", "id,name\n1,Ann\n");
  write("site/in/people.json", R"([{"id": 7, "name": "Bob"}, {"id": 8}])");
  EXPECT_EQ(crawl(), exit_ok);
  EXPECT_EQ(statements(),
            "<http://e.org/1> <http://xmlns.com/foaf/0.1/name> \"Ann\" .\n"
            "<http://e.org/7> <http://e.org/name> \"Bob\" .\n");
  EXPECT_EQ(crawl("other", "none"), exit_ok);
  EXPECT_EQ(clean_tree(at("data")), clean_tree(at("other")));
}

TEST_F(records_campaign, obeys_the_metadata_beside_tables_X05) {
  write_campaign(
      "records: [{csvw: true, name: tables}]\n"
      "washing: {fetch_contexts: true}\n"
      "seeds: ['{serve}/beside/table.csv', '{serve}/plain/table.csv', '{serve}/linked/table.csv']\n");
  write(
      "rules",
      "/linked/table.csv header Link <metadata.json>; rel=\"describedby\"; type=\"application/csvm+json\"\n");
  write("site/linked/metadata.json", metadata_with("by-link"));
  write("site/linked/csv-metadata.json", metadata_with("by-place"));
  for (const auto* folder : {"beside", "plain", "linked"})
    write("site/" + std::string(folder) + "/table.csv", "a,b\n" + std::string(folder) + ",2\n");
  write("site/beside/csv-metadata.json", metadata_with("by-place"));
  EXPECT_EQ(crawl(), exit_ok);
  const auto all = statements();
  EXPECT_NE(all.find("<http://e.org/beside> <http://e.org/by-place> \"2\" .\n"), std::string::npos) << all;
  EXPECT_NE(all.find("<http://e.org/linked> <http://e.org/by-link> \"2\" .\n"), std::string::npos) << all;
  EXPECT_NE(all.find("/plain/table.csv#b> \"2\" .\n"), std::string::npos) << all;
  EXPECT_EQ(std::ranges::count(all, '\n'), 4);
}

TEST_F(records_campaign, crawls_where_a_specification_says_that_its_documents_are_X01) {
  write_campaign("records: [people.yaml]\n");
  write("people.yaml",
        "documents: {seeds: ['{serve}/{a,b}.txt']}\nformat: csv\n"
        "rdf: {subject: 'http://e.org/{id}', properties: {foaf:name: name}}\n");
  write("site/a.txt", "id,name\n1,Ann\n");
  write("site/b.txt", "id,name\n2,Bob\n");
  EXPECT_EQ(crawl(), exit_ok);
  EXPECT_EQ(statements(),
            "<http://e.org/1> <http://xmlns.com/foaf/0.1/name> \"Ann\" .\n"
            "<http://e.org/2> <http://xmlns.com/foaf/0.1/name> \"Bob\" .\n");
}

TEST_F(records_campaign, refuses_what_is_wrong_in_a_specification_at_its_line_X01) {
  write_campaign(
      "seeds: ['{serve}/a']\n"
      "records:\n"
      "  - feilds: {a: a}\n"
      "  - name: two\n"
      "    fields: {a: {type: int}}\n"
      "  - {csvw: true, fields: {a: a}}\n"
      "  - {rml: gone.ttl}\n"
      "  - joined.ttl\n"
      "  - documents: {seeds: [gone.csv]}\n"
      "  - documents: {seeds: ['http://e.org/{9..}']}\n"
      "  - [a]\n");
  write("joined.ttl", joined_mapping);
  auto found = problems();
  EXPECT_NE(
      found.find(
          "campaign.yaml:18: an item of `records` is the name of a file, or a specification, not a list\n"),
      std::string::npos)
      << found;
  auto text = read_file(at("campaign.yaml"));
  write("campaign.yaml", text.substr(0, text.rfind("  - [a]")));
  found = problems();
  const auto has = [&](const std::string& part) {
    EXPECT_NE(found.find(part), std::string::npos) << part << "\nin\n" << found;
  };
  has("campaign.yaml:10: unknown key `feilds`");
  has("`fields`");
  has("campaign.yaml:12: `type` must be one of");
  has("campaign.yaml:13: `fields` has no effect beside `csvw`");
  has("campaign.yaml:14: rml: the file ");
  has("joined.ttl:1: the mapping joins people.csv with towns.csv");
  has("campaign.yaml:16: documents.seeds: the file ");
  has("campaign.yaml:17: documents.seeds: http://e.org/{9..}: ");
}

TEST_F(records_campaign, lets_specifications_read_files_only_in_its_roots_X01) {
  const std::string outside[] = {
      "lookups: {t: {file: ../secret.csv, key: k, value: v}}\nfields: {k: {lookup: t}}\n",
      "lookups: {t: {file: inside/link.csv, key: k, value: v}}\nfields: {k: {lookup: t}}\n",
      "lookups: {t: {file: linked/secret.csv, key: k, value: v}}\nfields: {k: {lookup: t}}\n",
      "schema: /etc/passwd\n",
      "schema: gone/../../secret.json\n",
      "rml: ../mapping.ttl\n",
      "documents: {seeds: [../*.csv]}\n",
      "documents: {seeds: [../secret.csv]}\n",
      "documents: {seeds: ['/*/*/*/*/*/*/*/*']}\n",
      "documents: {seeds: ['inside/*.csv']}\n",
      "documents: {seeds: ['linked/*.csv']}\n"};
  write("secret.csv", "k,v\n1,2\n");
  write("secret.json", "{}");
  write("mapping.ttl", mapping_of_people);
  fs::create_directories(at("specs/inside"));
  fs::create_symlink(at("secret.csv"), at("specs/inside/link.csv"));
  fs::create_directory_symlink(at(""), at("specs/linked"));
  write_campaign("seeds: ['{serve}/a']\nfiles: {roots: [specs]}\nrecords: [specs/spec.yaml]\n");
  for (const auto& text : outside) {
    write("specs/spec.yaml", "name: one\n" + text);
    const auto found = problems();
    EXPECT_EQ(found.substr(0, 12), "spec.yaml:2:") << text << found;
    EXPECT_NE(found.find(" is in no folder of `files.roots`"), std::string::npos) << text << found;
    EXPECT_NE(found.find(": when the specification may read it, write `files: {roots: ["), std::string::npos)
        << text << found;
  }
  write("specs/spec.yaml", "documents: {seeds: ['inside/*/../../*.csv']}\n");
  EXPECT_NE(problems().find("spec.yaml:1: documents.seeds: "), std::string::npos) << problems();
  EXPECT_NE(problems().find("`..` cannot be behind `*`"), std::string::npos) << problems();
}

TEST_F(records_campaign, reads_the_files_of_specifications_in_its_roots_X01) {
  write("specs/tables/t[1].csv", "k,v\na,b\n");
  write("specs/data/a.csv", "k\na\n");
  fs::create_directory_symlink(at("specs/tables"), at("specs/link"));
  write(
      "specs/spec.yaml",
      "documents: {seeds: ['link/../data/a*.csv']}\nlookups: {t: {file: 'link/t[1].csv', key: k, value: v}}\n"
      "fields: {k: {lookup: t}}\nrdf: {subject: 'http://e.org/{k}', properties: {foaf:name: k}}\n");
  write_campaign("files: {roots: [specs]}\nrecords: [specs/spec.yaml]\n");
  EXPECT_EQ(problems(), "");
  EXPECT_EQ(crawl(), exit_ok);
  EXPECT_EQ(statements(), "<http://e.org/b> <http://xmlns.com/foaf/0.1/name> \"b\" .\n");
}

TEST_F(records_campaign, fetches_metadata_of_tables_only_where_it_is_allowed_X05) {
  write_campaign("seeds: ['{serve}/a.csv']\nrecords:\n  - csvw: true\n");
  EXPECT_NE(problems().find("campaign.yaml:10: records.1: `csvw` loads the metadata of tables from the Web"),
            std::string::npos)
      << problems();
}

}  // namespace
}  // namespace laundromat
