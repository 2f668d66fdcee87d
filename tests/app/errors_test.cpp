// Tests of `wash --ledger` and `errors`: defects, positions, repairs, and bytes in quarantine.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "app/terminal/exit_code.hpp"
#include "app/terminal/terminal.hpp"
#include "app/wash/wash_files.hpp"
#include "core/rdf/model/hint.hpp"
#include "tests/app/ask.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat {
namespace {

namespace fs = std::filesystem;

const std::string dirty =
    "<http://a.example/s> <http://a.example/p> \"sock\"@EN .\n"
    "<http://a.example/s> <http://a.example/p> foaf:sock .\n"
    "\x1b[31m nonsense \xFF .\n"
    "<http://a.example/s> <http://a.example/p> \"shoe\" .\n";

class errors_command : public testing::Test {
 protected:
  void SetUp() override {
    std::ofstream(folder_.path() / "dirty.ttl", std::ios::binary) << dirty;
    wash("dirty.ttl");
  }

  void wash(const std::string& file) {
    wash_options options;
    options.inputs = {(folder_.path() / file).string()};
    options.output = (folder_.path() / "clean").string();
    options.base = "http://a.example/";
    EXPECT_EQ(wash_files(options), exit_ok);
  }

  [[nodiscard]] std::string ledger() const {
    return (folder_.path() / "clean/dirty.ttl.ledger.nq.gz").string();
  }

  answer errors(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"errors", "--file", ledger()});
    return ask(arguments);
  }

  temporary_folder folder_;
};

std::vector<nlohmann::json> rows_of(const answer& a) {
  std::vector<nlohmann::json> rows;
  std::istringstream lines{a.out};
  for (std::string line; std::getline(lines, line);) rows.push_back(nlohmann::json::parse(line));
  return rows;
}

TEST_F(errors_command, prints_counts_then_advice_and_then_the_rows) {
  const auto table = errors({});
  EXPECT_EQ(table.code, exit_ok) << table.err;
  EXPECT_TRUE(holds(table, "MissingTurtlePrefixDefinition")) << table.out;
  EXPECT_TRUE(holds(table, "Declare the prefix")) << table.out;
  EXPECT_TRUE(holds(table, "in quarantine")) << table.out;
  EXPECT_LT(table.out.find("how to repair it"), table.out.find("2:43")) << table.out;
  EXPECT_FALSE(holds(table, "\x1b[31m")) << "text of strangers is made harmless";
}

TEST_F(errors_command, prints_the_length_of_a_long_skip) {
  const auto lost = "<http://a.example/s> <http://a.example/p> \"\"\"" + std::string(2'000, 'x');
  std::ofstream(folder_.path() / "cut.ttl") << "<http://a.example/s> a <http://a.example/T> .\n" << lost;
  wash("cut.ttl");
  const auto table = ask({"errors", "--file", (folder_.path() / "clean/cut.ttl.ledger.nq.gz").string()});
  EXPECT_TRUE(holds(table, "2,045 bytes")) << table.out << lost.size();
}

TEST_F(errors_command, json_has_one_object_per_row) {
  const auto rows = rows_of(errors({"--json"}));
  ASSERT_GE(rows.size(), 4U);
  EXPECT_EQ(rows[0].at("layer"), "stream") << "what is said of the whole stream comes first";
  EXPECT_EQ(rows[1].at("rule"), "upper_case_language_tag");
  EXPECT_EQ(rows[1].at("done"), "repair");
  EXPECT_EQ(rows[1].at("line"), 1);
  EXPECT_EQ(rows[1].at("before"), "\"sock\"@EN");
  EXPECT_EQ(rows[1].at("after"), "\"sock\"@en");
  EXPECT_EQ(rows[1].at("is_edit"), true);
  EXPECT_EQ(rows[2].at("class"), "MissingTurtlePrefixDefinition");
  for (const auto& row : rows) EXPECT_FALSE(row.at("hint").get<std::string>().empty());
}

TEST_F(errors_command, filters_select_rows) {
  for (const auto& row : rows_of(errors({"--json", "--done", "skip"}))) EXPECT_EQ(row.at("done"), "skip");
  const auto one = rows_of(errors({"--json", "--rule", "missing_prefix"}));
  ASSERT_EQ(one.size(), 1U);
  EXPECT_EQ(one[0].at("line"), 2);
  EXPECT_EQ(rows_of(errors({"--json", "--limit", "2"})).size(), 2U);
  EXPECT_EQ(errors({"--rule", "missing_prefx"}).code, exit_usage);
  EXPECT_NE(errors({"--rule", "missing_prefx"}).err.find("`missing_prefix`"), std::string::npos);
}

TEST_F(errors_command, a_rule_that_a_message_names_is_found_by_both_names_R138) {
  std::ofstream(folder_.path() / "page.html")
      << "<!DOCTYPE html><body prefix=\"foaf=http://xmlns.com/foaf/0.1/\"><p property=\"foaf:name\">x</p>";
  wash("page.html");
  const auto page = (folder_.path() / "clean/page.html.ledger.nq.gz").string();
  for (const auto* rule : {"bad_prefix", "syntax_error"}) {
    const auto rows = rows_of(ask({"errors", "--file", page, "--json", "--rule", rule}));
    ASSERT_EQ(rows.size(), 1U) << rule;
    EXPECT_EQ(rows[0].at("rule"), "syntax_error");
    EXPECT_EQ(rows[0].at("message"), "bad_prefix: no prefix");
    EXPECT_EQ(rows[0].at("hint"), hint_on(errc::bad_prefix));
    const auto table = ask({"errors", "--file", page, "--rule", rule});
    EXPECT_TRUE(holds(table, "  bad_prefix: Write each prefix with its colon")) << table.out;
    EXPECT_TRUE(holds(table, "bad_prefix: no prefix: foaf=http")) << table.out;
  }
  EXPECT_TRUE(rows_of(ask({"errors", "--file", page, "--json", "--rule", "bad_directive"})).empty());
  EXPECT_EQ(ask({"errors", "--file", page, "--rule", "limit_exceeded"}).code, exit_ok);
}

TEST_F(errors_command, sarif_fixes_keep_relative_references_relative) {
  std::ofstream(folder_.path() / "relative.ttl")
      << "<a b> <http://a.example/p> <http://a.example/c d> .\n<s> ";
  wash("relative.ttl");
  const auto log = nlohmann::json::parse(
      ask({"errors", "--sarif", "--file", (folder_.path() / "clean/relative.ttl.ledger.nq.gz").string()})
          .out);
  std::set<std::string> fixes;
  for (const auto& found : log.at("runs").at(0).at("results")) {
    for (const auto& place : found.at("locations"))
      EXPECT_GT(place.at("physicalLocation").at("region").at("byteLength"), 0) << found;
    for (const auto& fix : found.value("fixes", nlohmann::json::array()))
      for (const auto& change : fix.at("artifactChanges"))
        for (const auto& one : change.at("replacements")) fixes.insert(one.at("insertedContent").at("text"));
  }
  EXPECT_EQ(fixes, (std::set<std::string>{"<a%20b>", "<http://a.example/c%20d>"}));
}

TEST_F(errors_command, sarif_names_every_row) {
  const auto log = nlohmann::json::parse(errors({"--sarif"}).out);
  EXPECT_EQ(log.at("version"), "2.1.0");
  EXPECT_EQ(log.at("runs").at(0).at("results").size(), rows_of(errors({"--json"})).size());
  const auto named = nlohmann::json::parse(errors({"--sarif", "--name", "data/dirty.ttl"}).out);
  EXPECT_EQ(named.at("runs").at(0).at("artifacts").at(0).at("location").at("uri"), "data/dirty.ttl");
}

TEST_F(errors_command, quarantine_is_printed_byte_for_byte) {
  const auto bytes = errors({"--quarantine"}).out;
  EXPECT_NE(bytes.find("\x1b[31m nonsense \xC3\xBF"), std::string::npos) << "in UTF-8, as it was read";
  EXPECT_EQ(bytes.find("shoe"), std::string::npos);
}

/// About 80 kB allow a ledger of at most 16 MiB, with some 30,000 rows.
TEST_F(errors_command, a_truncated_ledger_is_reported_and_counts_are_exact) {
  constexpr std::uint64_t lines = 60'000;
  std::string text = "<http://a.example/s> <http://a.example/p> \"sock\" .\n";
  for (std::uint64_t i = 0; i < lines; ++i) text += "<\n";
  std::ofstream(folder_.path() / "cut.nt") << text;
  wash("cut.nt");
  const auto path = (folder_.path() / "clean/cut.nt.ledger.nq.gz").string();
  const auto output = ask({"errors", "--file", path, "--json"}).out;
  const auto rows = static_cast<std::uint64_t>(std::ranges::count(output, '\n')) - 1;
  const auto cut = nlohmann::json::parse(output.substr(output.rfind('\n', output.size() - 2) + 1));
  const auto left_out = cut.at("rows_left_out").get<std::uint64_t>();
  EXPECT_GT(left_out, 0U);
  EXPECT_EQ(rows + left_out, lines) << "each defect is a row or is counted";
  EXPECT_GT(cut.at("bytes_left_out"), 0U);
  EXPECT_LT(cut.at("copied_to"), text.size());
  const auto table = ask({"errors", "--file", path});
  EXPECT_TRUE(
      holds(table, "the ledger is truncated: " + number_of(left_out, "row is", "rows are") + " only counted"))
      << table.out;
  EXPECT_TRUE(holds(table, "60,000  unterminated")) << table.out;
  const auto sarif = ask({"errors", "--file", path, "--limit", "3", "--sarif"}).out;
  const auto run = nlohmann::json::parse(sarif).at("runs").at(0);
  EXPECT_EQ(run.at("results").size(), 3U);
  EXPECT_EQ(run.at("invocations")[0].at("toolExecutionNotifications")[0].at("properties").at("rowsLeftOut"),
            left_out);
  const auto bytes = ask({"errors", "--file", path, "--quarantine"});
  EXPECT_EQ(bytes.code, exit_ok) << bytes.err;
  EXPECT_NE(bytes.err.find("the ledger is truncated"), std::string::npos)
      << "or who prints it takes it for all";
}

TEST_F(errors_command, a_damaged_and_a_missing_ledger_are_errors) {
  fs::resize_file(ledger(), fs::file_size(ledger()) - 9);
  EXPECT_EQ(errors({}).code, exit_disk);
  fs::remove(ledger());
  EXPECT_EQ(errors({}).code, exit_not_found);
  EXPECT_EQ(ask({"errors"}).code, exit_usage);
  const auto file = ask({"errors", (folder_.path() / "dirty.ttl").string()});
  EXPECT_EQ(file.code, exit_usage);
  EXPECT_NE(file.err.find("is a file, not a record"), std::string::npos) << file.err;
}

TEST_F(errors_command, one_file_receives_the_ledger_of_one_document) {
  std::ofstream(folder_.path() / "tap.trig") << "<a:s> <a:p> <a:o> .\n";
  wash_options options;
  options.inputs = {folder_.path() / "dirty.ttl", folder_.path() / "tap.trig"};
  options.output = (folder_.path() / "clean").string();
  options.ledger = (folder_.path() / "one.nq").string();
  EXPECT_EQ(wash_files(options), exit_usage);
}

TEST_F(errors_command, a_document_without_defects_gets_no_ledger) {
  std::ofstream(folder_.path() / "good.nt") << "<http://a.example/s> <http://a.example/p> \"x\" .\n";
  wash("good.nt");
  EXPECT_TRUE(fs::exists(folder_.path() / "clean/good.nt.nq.gz"));
  EXPECT_FALSE(fs::exists(folder_.path() / "clean/good.nt.ledger.nq.gz"));
}

TEST_F(errors_command, a_requested_ledger_file_is_written_also_without_defects) {
  std::ofstream(folder_.path() / "good.nt") << "<http://a.example/s> <http://a.example/p> \"x\" .\n";
  wash_options options;
  options.inputs = {folder_.path() / "good.nt"};
  options.output = (folder_.path() / "clean").string();
  options.ledger = (folder_.path() / "good.ledger").string();
  EXPECT_EQ(wash_files(options), exit_ok);
  const auto table = ask({"errors", "--file", options.ledger});
  EXPECT_EQ(table.code, exit_ok) << table.err;
  EXPECT_TRUE(holds(table, "no defects")) << table.out;
  const auto log = nlohmann::json::parse(ask({"errors", "--sarif", "--file", options.ledger}).out);
  EXPECT_TRUE(log.at("runs").at(0).at("results").empty());
}

TEST_F(errors_command, no_sarif_is_printed_for_an_invalid_ledger) {
  std::ofstream(folder_.path() / "empty.ledger");
  const auto log = ask({"errors", "--sarif", "--file", (folder_.path() / "empty.ledger").string()});
  EXPECT_EQ(log.code, exit_usage);
  EXPECT_TRUE(log.out.empty()) << log.out;
}

TEST_F(errors_command, a_rule_without_defects_has_no_tables) {
  const auto table = errors({"--rule", "archive_damaged"});
  EXPECT_TRUE(holds(table, "no defect matches the options")) << table.out;
  EXPECT_FALSE(holds(table, "how to repair it")) << table.out;
}

TEST_F(errors_command, a_document_replaces_an_older_one_with_all_its_files) {
  EXPECT_TRUE(fs::exists(ledger()));
  std::ofstream(folder_.path() / "dirty.ttl") << "<a:s> <a:p> <a:o> .\n";
  wash("dirty.ttl");
  EXPECT_FALSE(fs::exists(ledger()));
  std::ofstream(folder_.path() / "dirty.ttl") << "@prefix nothing: <http://a.example/> .\n";
  wash("dirty.ttl");
  EXPECT_TRUE(fs::is_empty(folder_.path() / "clean"));
}

}  // namespace
}  // namespace laundromat
