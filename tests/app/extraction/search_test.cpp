// Tests of `laundromat search` through the program: a campaign with a catalogue and a table.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <sstream>

#include "app/terminal/exit_code.hpp"
#include "tests/app/extraction/program_folder.hpp"

namespace laundromat {
namespace {

class search_command : public program_folder {
 protected:
  search_command() {
    write("campaign.yaml",
          "name: test\ndata: data\ncontact: {product: Test, url: https://example.org/, mail: a@example.org}\n"
          "serve: {folder: site}\n"
          "politeness: {own_hosts: [{host: 127.0.0.1, delay_s: 0, connections: 8}]}\n"
          "network: {retries_s: [], allow: [127.0.0.1]}\ndiscovery: {follow: []}\n"
          "records: [people.yaml]\nseed_files: [seeds]\n");
    write("people.yaml",
          "documents: {uri: '*.csv'}\nformat: csv\n"
          "rdf: {subject: 'http://e.org/{id}', class: foaf:Person, properties: {foaf:name: name}}\n");
    write("site/tables/pay roll.csv", "id,name\n1,Ann\n2,Bob\n");
    write("site/catalogue.ttl",
          "@prefix dcat: <http://www.w3.org/ns/dcat#> . @prefix dct: <http://purl.org/dc/terms/> .\n"
          "<#staff> a dcat:Dataset ; dct:title \"Staff of Caf\xC3\xA9 Example\" ;\n"
          "  dct:publisher \"ACME\\u001B[31m\" ; dcat:distribution\n"
          "  [ dcat:downloadURL <tables/pay%20roll.csv> ; dcat:mediaType \"text/csv\" ] .\n");
    write("seeds", "{serve}/catalogue.ttl\n{serve}/tables/pay%20roll.csv\nnot/fetched.csv\n");
    EXPECT_EQ(run("run campaign.yaml --once"), exit_some_failed)
        << "a relative seed is never fetched" << err_;
  }
  /// The lines of `search --json`.
  std::vector<nlohmann::json> search(const std::string& words, int code = exit_ok) {
    EXPECT_EQ(run("search --data data --json " + words), code) << err_;
    std::vector<nlohmann::json> all;
    std::istringstream lines{out_};
    for (std::string line; std::getline(lines, line);) all.push_back(nlohmann::json::parse(line));
    return all;
  }
};

TEST_F(search_command, finds_a_table_by_its_path_and_by_the_title_of_its_dataset_C04) {
  const auto by_path = search("payroll 2>/dev/null", exit_not_found);
  EXPECT_TRUE(by_path.empty()) << "`pay roll` is two words";
  const auto tables = search("roll records");
  ASSERT_EQ(tables.size(), 1U) << out_;
  const auto& table = tables.front();
  EXPECT_EQ(table["kind"], "document");
  EXPECT_EQ(table["status"], "parsed");
  EXPECT_EQ(table["standing"], "fine");
  EXPECT_EQ(table["format"], "records");
  EXPECT_EQ(table["statements"], 4);
  EXPECT_NE(table["retrieved"], "");
  const auto datasets = search("STAFF cafe");
  ASSERT_EQ(datasets.size(), 1U) << out_;
  EXPECT_EQ(datasets[0]["kind"], "dataset");
  EXPECT_EQ(datasets[0]["title"], "Staff of Caf\xC3\xA9 Example");
  ASSERT_EQ(datasets[0]["documents"].size(), 1U) << out_;
  EXPECT_EQ(datasets[0]["documents"][0]["hash"], table["hash"]);
  EXPECT_EQ(run("cat --data data " + table["hash"].get<std::string>().substr(0, 12)), exit_ok) << err_;
  EXPECT_EQ(std::ranges::count(out_, '\n'), 4) << out_;
}

TEST_F(search_command, prints_tables_with_harmless_texts_C06) {
  EXPECT_EQ(run("search --data data acme"), exit_ok) << err_;
  EXPECT_EQ(out_.find('\x1B'), std::string::npos) << out_;
  EXPECT_NE(out_.find("  document"), std::string::npos) << out_;
  EXPECT_EQ(run("search --data data fetched"), exit_ok) << err_;
  EXPECT_NE(out_.find("relative"), std::string::npos) << out_;
  EXPECT_EQ(run("search --data data --limit 1 csv"), exit_ok) << err_;
  EXPECT_TRUE(says("more than 1 record")) << err_;
}

TEST_F(search_command, says_what_is_wrong_C04) {
  EXPECT_EQ(run("search --data data -- -"), exit_usage);
  EXPECT_TRUE(says("no word")) << err_;
  EXPECT_EQ(run("search --data nowhere socks"), exit_not_found);
  EXPECT_EQ(run("search --data data nothing-has-this"), exit_not_found);
  EXPECT_TRUE(says("all of these words")) << err_;
  EXPECT_EQ(run("search --data data"), exit_usage);
}

TEST_F(search_command, does_not_find_what_is_excluded_and_removed_C04) {
  ASSERT_EQ(search("roll").size(), 2U) << "the document, and the dataset that has its URI";
  EXPECT_EQ(run("exclude --data data --remove '127.0.0.1'"), exit_ok) << err_;
  EXPECT_TRUE(search("roll", exit_not_found).empty());
  EXPECT_EQ(search("fetched").size(), 1U);
}

}  // namespace
}  // namespace laundromat
