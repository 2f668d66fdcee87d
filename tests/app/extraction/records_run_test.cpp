// Tests campaigns with specifications of records: which documents they claim, kills, and the demonstration.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/campaign/campaign_file.hpp"
#include "app/terminal/exit_code.hpp"
#include "tests/app/ask.hpp"
#include "tests/app/campaign_run.hpp"
#include "tests/app/child_program.hpp"
#include "tests/app/compressed_text.hpp"
#include "tests/app/data_of_run.hpp"
#include "tests/places.hpp"
#include "tests/read_file.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat {
namespace {

namespace fs = std::filesystem;

/// A campaign that serves a folder.
class records_run : public testing::Test {
 protected:
  records_run() {
    write_campaign("{host: 127.0.0.1, delay_s: 0, connections: 8}");
    write("people.yaml",
          "documents: {uri: '*.csv'}\nformat: csv\n"
          "rdf: {subject: 'http://e.org/{id}', class: foaf:Person, properties: {foaf:name: name}}\n");
  }
  void write_campaign(const std::string& own_host) const {
    write("campaign.yaml",
          "name: test\ndata: data\ncontact: {product: Test, url: https://example.org/, mail: a@example.org}\n"
          "serve: {folder: site, rules: rules}\npoliteness: {own_hosts: [" +
              own_host +
              "]}\nnetwork: {retries_s: [], allow: [127.0.0.1]}\ndiscovery: {follow: []}\n"
              "records: [people.yaml]\nseed_files: [seeds]\n");
    write("rules", "");
  }
  /// So slowly that no run ends while its first documents are counted.
  void serve_slowly() const { write_campaign("{host: 127.0.0.1, delay_s: 0.02, connections: 1}"); }
  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((folder_.path() / name).parent_path());
    std::ofstream{folder_.path() / name, std::ios::binary} << text;
  }
  [[nodiscard]] fs::path at(const std::string& name) const { return folder_.path() / name; }
  static std::string person(const std::string& id) {
    return "<http://e.org/" + id +
           "> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://xmlns.com/foaf/0.1/Person> .\n";
  }

  temporary_folder folder_;
};

/// The statements of all clean documents of a run.
std::string statements_of(const fs::path& data) {
  return ask({"export", "--data", data.string(), "--graphs", "own"}).out;
}

TEST_F(records_run, reads_claimed_documents_as_records_and_no_others_C01) {
  write("site/a.csv", "id,name\n1,Ann\n2,Bob\n");
  write("site/b.txt", "id,name\n1,Ann\n");
  write("site/c.nt", "<http://e.org/s> <http://e.org/p> \"o\" .\n");
  write("seeds", "{serve}/a.csv\n{serve}/b.txt\n{serve}/c.nt\n");
  EXPECT_EQ(run_to_the_end(at("campaign.yaml"), at("data")), exit_some_failed);
  EXPECT_EQ(
      tally_of(at("data")),
      (tally{
          {"clean cleaned", 2}, {"entry failed non_rdf_format", 1}, {"entry parsed", 2}, {"seed added", 3}}));
  const auto listed = ask({"ls", "--data", at("data").string()});
  EXPECT_NE(listed.out.find("records"), std::string::npos) << listed.out;
  EXPECT_EQ(ask({"ls", "--format", "records", "--data", at("data").string()}).code, exit_ok);
}

TEST_F(records_run, claims_documents_by_their_media_type_C01) {
  write("people.yaml",
        "documents: {media_type: text/csv}\nrdf: {subject: 'http://e.org/{id}', class: foaf:Person}\n");
  write("site/a", "id,name\n1,Ann\n");
  write("site/b", "id,name\n2,Bob\n");
  write("rules", "/a media_type text/csv; charset=utf-8\n/b media_type text/plain\n");
  write("seeds", "{serve}/a\n{serve}/b\n");
  EXPECT_EQ(run_to_the_end(at("campaign.yaml"), at("data")), exit_some_failed);
  EXPECT_EQ(statements_of(at("data")), person("1"));
}

TEST_F(records_run, claims_files_of_archives_by_their_paths_C01) {
  write("people.yaml",
        "documents: {uri: '*/all.tar!/in/*.csv'}\n"
        "rdf: {subject: 'http://e.org/{id}', class: foaf:Person}\n");
  write("site/all.tar",
        test::archive_of("ustar", {{"in/a.csv", "id,name\n1,Ann\n"}, {"out/b.csv", "id,name\n2,Bob\n"}}));
  write("seeds", "{serve}/all.tar\n");
  EXPECT_EQ(run_to_the_end(at("campaign.yaml"), at("data")), exit_some_failed);
  EXPECT_EQ(statements_of(at("data")), person("1"));
}

TEST_F(records_run, gives_the_same_in_child_processes_and_in_the_engine_C01) {
  write("site/a.csv", "id,name\n1,Ann\n5,Dan\n2\n3,\"Eve\n");
  write("seeds", "{serve}/a.csv\n");
  (void)run_to_the_end(at("campaign.yaml"), at("data"));
  (void)run_to_the_end(at("campaign.yaml"), at("other"), "none");
  EXPECT_EQ(clean_tree(at("data")), clean_tree(at("other")));
  EXPECT_FALSE(clean_tree(at("data")).empty());
}

TEST_F(records_run, loses_and_invents_nothing_when_the_engine_is_killed_C02) {
  serve_slowly();
  std::string seeds;
  for (int file = 0; file < 120; ++file) {
    std::string text = "id,name\n";
    for (int row = 0; row < 50; ++row)
      text += std::to_string(file * 100 + row) +
              (row % 7 == 3 ? "\n" : ",\"name " + std::to_string(row) + "\"\n");
    const auto name = "f" + std::to_string(file) + ".csv";
    write("site/" + name, text);
    seeds += "{serve}/" + name + "\n";
  }
  write("seeds", seeds);
  EXPECT_EQ(run_to_the_end(at("campaign.yaml"), at("whole")), exit_ok);
  const std::vector<std::string> command{program_path(), "run",    at("campaign.yaml").string(),
                                         "--once",       "--data", at("data").string()};
  const auto parsed = [&] { return tally_of(at("data"))["entry parsed"]; };
  for (int kill = 0; kill < 5; ++kill) {
    child_program engine(command);
    ASSERT_TRUE(engine.prints("parsed  ", 8)) << engine.output();
    engine.signal(SIGKILL);
    ASSERT_EQ(engine.exit_code(), 128 + SIGKILL) << "the engine was at work\n" << engine.output();
    ASSERT_LT(parsed(), 120U) << "work was left";
  }
  child_program last(command);
  EXPECT_EQ(last.exit_code(std::chrono::seconds{120}), exit_ok) << last.output();
  EXPECT_EQ(clean_tree(at("data")), clean_tree(at("whole")));
  EXPECT_EQ(tally_of(at("data")), tally_of(at("whole")));
}

TEST_F(records_run, loses_and_invents_nothing_of_archives_when_the_engine_is_killed_C02) {
  serve_slowly();
  std::string seeds;
  for (int archive = 0; archive < 40; ++archive) {
    std::map<std::string, std::string> members;
    for (int file = 0; file < 6; ++file) {
      std::string text = "id,name\n";
      for (int row = 0; row < 30; ++row)
        text += std::to_string((archive * 10 + file) * 100 + row) +
                (row % 7 == 3 ? "\n" : ",\"name " + std::to_string(row) + "\"\n");
      members.emplace("in/f" + std::to_string(file) + ".csv", std::move(text));
    }
    const bool is_tar = archive % 2 == 0;
    const auto name = "a" + std::to_string(archive) + (is_tar ? ".tar" : ".zip");
    write("site/" + name, test::archive_of(is_tar ? "ustar" : "zip", members));
    seeds += "{serve}/" + name + "\n";
  }
  write("seeds", seeds);
  EXPECT_EQ(run_to_the_end(at("campaign.yaml"), at("whole")), exit_ok);
  EXPECT_EQ(tally_of(at("whole"))["entry parsed"], 240U);
  const std::vector<std::string> command{program_path(), "run",    at("campaign.yaml").string(),
                                         "--once",       "--data", at("data").string()};
  const auto parsed = [&] { return tally_of(at("data"))["entry parsed"]; };
  for (int kill = 0; kill < 4; ++kill) {
    child_program engine(command);
    ASSERT_TRUE(engine.prints("parsed  ", 8)) << engine.output();
    engine.signal(SIGKILL);
    ASSERT_EQ(engine.exit_code(), 128 + SIGKILL) << "the engine was at work\n" << engine.output();
    ASSERT_LT(parsed(), 240U) << "work was left";
  }
  child_program last(command);
  EXPECT_EQ(last.exit_code(std::chrono::seconds{120}), exit_ok) << last.output();
  EXPECT_EQ(clean_tree(at("data")), clean_tree(at("whole")));
  EXPECT_EQ(tally_of(at("data")), tally_of(at("whole")));
}

TEST_F(records_run, says_how_a_document_that_is_no_rdf_becomes_records_X01) {
  write("people.yaml", "documents: {uri: '*.none'}\nformat: csv\nrdf: {subject: 'http://e.org/{id}'}\n");
  write("site/a.csv", "id,name\n1,Ann\n2,Bob\n");
  write("site/book.xlsx", test::archive_of("zip", {{"xl/workbook.xml", "<workbook/>"}}));
  write("seeds", "{serve}/a.csv\n{serve}/book.xlsx\n");
  EXPECT_EQ(run_to_the_end(at("campaign.yaml"), at("data")), exit_some_failed);
  std::string table, workbook;
  std::istringstream listed(ask({"ls", "--all", "--json", "--data", at("data").string()}).out);
  for (std::string line; std::getline(listed, line);) {
    const auto row = nlohmann::json::parse(line, nullptr, false);
    const auto shown = nlohmann::json::parse(
        ask({"show", "--json", "--data", at("data").string(), row["hash"].get<std::string>()}).out, nullptr,
        false);
    if (shown.value("cause", "") != "non_rdf_format") continue;
    const auto uri = shown["uri"].get<std::string>();
    (uri.ends_with(".csv") ? table : workbook) = shown["advice"];
    if (!uri.ends_with(".csv")) continue;
    const auto seed = nlohmann::json::parse(ask({"show", "--json", "--data", at("data").string(), uri}).out,
                                            nullptr, false);
    EXPECT_EQ(seed.value("kind", ""), "seed");
    EXPECT_EQ(seed.value("advice", ""), table);
  }
  EXPECT_TRUE(workbook.starts_with("it is a part of an Excel workbook (.xlsx); a workbook is no table yet: "))
      << workbook;
  const std::string lines = "write in the campaign: ";
  ASSERT_TRUE(
      table.starts_with("it looks like CSV, which a specification can claim, from the next crawl on or after "
                        "`laundromat retry`; " +
                        lines + "records: ["))
      << table;
  auto campaign = read_file(at("campaign.yaml"));
  const std::string records = "records: [people.yaml]";
  campaign.replace(campaign.find(records), records.size(), table.substr(table.find(lines) + lines.size()));
  write("campaign.yaml", campaign);
  write("seeds", "{serve}/a.csv\n");
  // The port of the server is another one in each run.
  campaign.replace(campaign.find("http://"), campaign.find(".csv\"") - campaign.find("http://"), "*/a");
  write("campaign.yaml", campaign);
  EXPECT_EQ(run_to_the_end(at("campaign.yaml"), at("again")), exit_ok);
  EXPECT_NE(statements_of(at("again")).find("\"Bob\""), std::string::npos);
}

TEST_F(records_run, counts_what_the_specifications_name_R01) {
  write("people.yaml",
        "documents: {uri: '*.csv'}\nformat: csv\ncounters: {women: {field: sex, is: F}, named: name}\n"
        "rdf: {subject: 'http://e.org/{id}', properties: {foaf:name: name}}\n");
  write("site/a.csv", "id,sex,name\n1,F,Ann\n2,M,\n3,M\n");
  write("site/b.csv", "id,sex,name\n4,F,\n");
  write("seeds", "{serve}/a.csv\n{serve}/b.csv\n");
  EXPECT_EQ(run_to_the_end(at("campaign.yaml"), at("data")), exit_ok);
  EXPECT_EQ(run_to_the_end(at("campaign.yaml"), at("data")), exit_ok) << "nothing is counted twice";
  const auto data = at("data").string();
  const auto status = nlohmann::json::parse(ask({"status", "--json", "--data", data}).out);
  EXPECT_EQ(status["counters_by_specification"]["people"],
            (nlohmann::json{{"records", 3}, {"women", 2}, {"named", 1}}));
  EXPECT_NE(ask({"status", "--data", data}).out.find("women"), std::string::npos);
}

TEST_F(records_run, a_bad_specification_is_refused_before_the_run_X01) {
  write("people.yaml", "documents: {uri: '*.csv'}\nformat: csv\nfields: {a: {type: int}}\n");
  write("seeds", "{serve}/a.csv\n");
  const auto c = load_campaign(at("campaign.yaml"));
  ASSERT_FALSE(c);
  EXPECT_NE(to_string(c.error().front()).find("people.yaml:3: `type` must be one of"), std::string::npos)
      << to_string(c.error().front());
}

TEST(records_demo, makes_rdf_of_a_table_json_xml_and_pages_C01) {
  const temporary_folder folder;
  EXPECT_EQ(run_to_the_end(source_path("conf/records.yaml"), folder.path() / "data"), exit_ok);
  EXPECT_EQ(tally_of(folder.path() / "data"),
            (tally{{"clean cleaned", 5}, {"entry parsed", 5}, {"seed added", 5}}));
  std::uint64_t statements = 0;
  auto db = journal_of(folder.path() / "data");
  for (const auto& document : journal_reader{db}.kept_documents(100).value())
    statements += document.clean.statements;
  EXPECT_EQ(statements, 74U);
}

}  // namespace
}  // namespace laundromat
