// Specifications for real files: by the command, and in one campaign whose engine is killed several times.
// SPDX-License-Identifier: Apache-2.0
//
// real/expected.tsv has what must come out; real/expected.py says how it was worked out without the program. The files are read in place, below the
// folder that LAUNDROMAT_SHARED names.
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "app/terminal/exit_code.hpp"
#include "tests/app/ask.hpp"
#include "tests/app/child_program.hpp"
#include "tests/places.hpp"
#include "tests/read_file.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat {
namespace {

namespace fs = std::filesystem;

/// A row of real/expected.tsv.
struct real_file {
  std::string spec, file;
  std::uint64_t records = 0, statements = 0;
  std::map<std::string, std::uint64_t> defects;  ///< by rule
  std::vector<std::string> must_have;            ///< ends of statements, or whole ones without graph
};

std::vector<std::string> split(const std::string& text, const std::string& by) {
  std::vector<std::string> parts;
  for (std::size_t from = 0; from <= text.size();) {
    const auto end = std::min(text.find(by, from), text.size());
    parts.push_back(text.substr(from, end - from));
    from = end + by.size();
  }
  return parts;
}

const fs::path specs = source_path("tests/app/extraction/real");

std::vector<real_file> read_table() {
  std::vector<real_file> rows;
  std::istringstream lines(read_file(specs / "expected.tsv"));
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    const auto cells = split(line, "\t");
    real_file row{cells.at(0), cells.at(1), std::stoull(cells.at(2)), std::stoull(cells.at(3)), {}, {}};
    if (cells.at(4) != "-")
      for (const auto& one : split(cells[4], " "))
        row.defects[one.substr(0, one.find('='))] = std::stoull(one.substr(one.find('=') + 1));
    if (cells.at(5) != "-") row.must_have = split(cells[5], " | ");
    rows.push_back(std::move(row));
  }
  return rows;
}

class real_records : public testing::Test {
 protected:
  void SetUp() override {
    const auto* const shared = std::getenv("LAUNDROMAT_SHARED");
    if (!shared) GTEST_SKIP() << "set LAUNDROMAT_SHARED to the folder with conditions/records";
    conditions_ = fs::path(shared) / "conditions";
  }
  [[nodiscard]] fs::path at(const std::string& name) const { return folder_.path() / name; }

  temporary_folder folder_;
  fs::path conditions_;
};

TEST_F(real_records, are_as_many_as_the_list_says_with_the_defects_that_it_names_E03) {
  for (const auto& row : read_table()) {
    child_program program({"/bin/sh", "-c",
                           "'" + program_path() + "' records --json --to json-lines " +
                               (specs / (row.spec + ".yaml")).string() + " '" +
                               (conditions_ / row.file).string() + "' >" + at("out").string() + " 2>" +
                               at("err").string()});
    EXPECT_EQ(program.exit_code(), exit_ok) << row.spec << ": " << read_file(at("err"));
    const auto report = nlohmann::json::parse(read_file(at("err")), nullptr, false);
    ASSERT_TRUE(report.is_object()) << row.spec << ": " << read_file(at("err"));
    EXPECT_EQ(report.value("records", std::uint64_t{0}), row.records) << row.spec;
    const auto counts = report.value("defect_counts", nlohmann::json::object());
    EXPECT_EQ(counts, nlohmann::json(row.defects)) << row.spec << ": " << read_file(at("err"));
    const auto out = read_file(at("out"));
    EXPECT_EQ(static_cast<std::uint64_t>(std::ranges::count(out, '\n')), row.records) << row.spec;
  }
}

/// The documents of a run by the name of their file: facts of `ls --json`.
std::map<std::string, nlohmann::json> documents_of(const fs::path& data) {
  std::map<std::string, nlohmann::json> all;
  const auto listed = ask({"ls", "--json", "--all", "--data", data.string()});
  std::istringstream lines(listed.out);
  for (std::string line; std::getline(lines, line);) {
    auto fact = nlohmann::json::parse(line, nullptr, false);
    if (!fact.is_object()) continue;
    const auto uri = fact.value("uri", std::string{});
    all[uri.substr(uri.rfind('/') + 1)] = std::move(fact);
  }
  return all;
}

TEST_F(real_records, become_statements_in_a_campaign_whose_engine_is_killed_C02) {
  const auto table = read_table();
  std::string list;
  for (const auto& row : table) list += "  - " + (specs / (row.spec + ".yaml")).string() + "\n";
  std::ofstream{at("campaign.yaml")}
      << "name: real\ncontact: {product: Test, url: https://example.org/, mail: a@example.org}\n"
         "serve: {folder: "
      << conditions_.string()
      << "}\npoliteness: {own_hosts: [{host: 127.0.0.1, delay_s: 0.02, connections: 1}]}\n"
         "network: {retries_s: [], allow: [127.0.0.1]}\ndiscovery: {follow: []}\nseed_files: "
         "[seeds]\nrecords:\n"
      << list;
  std::ofstream seeds{at("seeds")};
  for (const auto& row : table) seeds << "{serve}/" << row.file << '\n';
  seeds.close();
  const std::vector<std::string> command{program_path(), "run",    at("campaign.yaml").string(),
                                         "--once",       "--data", at("data").string()};
  for (int kill = 0; kill < 5; ++kill) {
    child_program engine(command);
    ASSERT_TRUE(engine.prints("parsed  ", 5)) << engine.output();
    engine.signal(SIGKILL);
    ASSERT_EQ(engine.exit_code(), 128 + SIGKILL) << "the engine was at work\n" << engine.output();
    const auto documents = documents_of(at("data"));
    ASSERT_LT(std::ranges::count_if(
                  documents, [](const auto& one) { return one.second.value("status", "") == "parsed"; }),
              std::ssize(table))
        << "work was left";
  }
  child_program last(command);
  const auto code = last.exit_code(std::chrono::seconds{120});
  EXPECT_TRUE(code == exit_ok || code == exit_some_failed) << last.output();

  auto documents = documents_of(at("data"));
  for (const auto& row : table) {
    const auto fact = documents[row.file.substr(row.file.rfind('/') + 1)];
    ASSERT_TRUE(fact.is_object()) << row.file;
    EXPECT_EQ(fact.value("statements", std::uint64_t{0}), row.statements) << row.spec << ": " << fact;
    std::uint64_t defects = 0;
    for (const auto& [rule, count] : row.defects) defects += count;
    EXPECT_EQ(fact.value("defects", std::uint64_t{0}), defects) << row.spec << ": " << fact;
    if (row.statements == 0) continue;
    EXPECT_EQ(fact.value("format", ""), "records") << row.spec << ": " << fact;
    const auto printed = ask({"cat", fact.value("clean", ""), "--data", at("data").string()});
    for (const auto& statement : row.must_have)
      EXPECT_TRUE(holds(printed, statement + " .\n")) << row.spec << " lacks " << statement << "\n"
                                                      << printed.out;
  }
}

}  // namespace
}  // namespace laundromat
