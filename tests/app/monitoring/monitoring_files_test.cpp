// Tests that board, alerts and guide name metrics that are printed, and that promtool accepts page and rules.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>

#include "tests/app/monitoring/full_page.hpp"
#include "tests/places.hpp"
#include "tests/read_file.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat {

namespace {

const auto board = source_path("conf/grafana/laundromat.json");
const auto alerts = source_path("conf/prometheus/alerts.yml");
const auto guide = source_path("doc/users/monitoring.md");

std::set<std::string> metrics_named_in(const std::string& file) {
  const auto text = read_file(file);
  std::set<std::string> found;
  const std::regex name{"\\blaundromat_[a-z_]+"};
  for (std::sregex_iterator at{text.begin(), text.end(), name}, end; at != end; ++at)
    if (const auto before = at->position() == 0 ? ' ' : text[static_cast<std::size_t>(at->position()) - 1];
        before != ':')
      found.insert(at->str());
  return found;
}

/// The exit code of promtool, or of the shell.
int promtool(const std::string& arguments) {
  const int ended = std::system(("promtool " + arguments + " 2>&1").c_str());
  return WIFEXITED(ended) ? WEXITSTATUS(ended) : -1;
}

/// Tests that are reported as skipped where promtool is not installed.
class promtool_test : public testing::Test {
 protected:
  void SetUp() override {
    if (std::system("command -v promtool >/dev/null") != 0) GTEST_SKIP() << "promtool is not installed";
  }
};

}  // namespace

TEST(monitoring_files, board_and_alerts_name_only_metrics_that_are_printed) {
  const auto printed = series_of(page_parts{}.print());
  for (const auto& file : {board, alerts}) {
    const auto named = metrics_named_in(file);
    EXPECT_GT(named.size(), 10U) << file;
    for (const auto& name : named) EXPECT_TRUE(printed.contains(name)) << name << " in " << file;
  }
}

TEST(monitoring_files, the_guide_lists_each_metric_with_its_meaning_and_each_alert) {
  std::map<std::string, std::string> listed;
  std::istringstream lines{read_file(guide)};
  const std::regex row{R"(\| `(laundromat_[a-z_]+)` \| (\w+) \| [^|]*\| (.*) \|)"};
  std::smatch parts;
  for (std::string line; std::getline(lines, line);)
    if (std::regex_match(line, parts, row)) {
      EXPECT_TRUE(listed.emplace(parts[1], parts[2].str() + ' ' + parts[3].str()).second) << parts[1];
    }
  EXPECT_EQ(listed, families_of(page_parts{}.print()));
  const auto text = read_file(guide), rules = read_file(alerts);
  const std::regex alert{"alert: (\\w+)"};
  for (std::sregex_iterator at{rules.begin(), rules.end(), alert}, end; at != end; ++at)
    EXPECT_NE(text.find("| `" + (*at)[1].str() + "` |"), std::string::npos) << (*at)[1];
}

TEST(monitoring_files, the_board_is_json_and_takes_its_data_from_a_variable) {
  const auto json = nlohmann::json::parse(read_file(board), nullptr, false);
  ASSERT_TRUE(json.is_object());
  EXPECT_GE(json["schemaVersion"], 36) << "Grafana 9";
  std::set<int> ids;
  for (const auto& panel : json["panels"]) {
    EXPECT_TRUE(ids.insert(panel["id"].get<int>()).second) << panel["id"];
    if (panel["type"] == "row") continue;
    EXPECT_EQ(panel["datasource"]["uid"], "${datasource}") << panel["title"];
    for (const auto& target : panel["targets"]) {
      EXPECT_EQ(target["datasource"]["uid"], "${datasource}") << panel["title"];
      EXPECT_NE(target["expr"].get<std::string>().find("$instance"), std::string::npos) << panel["title"];
    }
  }
}

TEST_F(promtool_test, accepts_the_page_without_a_remark) {
  const temporary_folder folder;
  const auto file = folder.path() / "page";
  std::ofstream{file} << page_parts{}.print();
  EXPECT_EQ(promtool("check metrics < " + file.string()), 0);
  page_parts alone;
  alone.engine = {};
  alone.cluster.reset();
  std::ofstream{file} << alone.print();
  EXPECT_EQ(promtool("check metrics < " + file.string()), 0);
}

TEST_F(promtool_test, accepts_the_rules_and_the_configuration) {
  EXPECT_EQ(promtool("check rules " + alerts), 0);
  EXPECT_EQ(promtool("check config " + source_path("conf/prometheus/prometheus.yml")), 0);
}

TEST_F(promtool_test, accepts_the_expressions_of_the_board) {
  const auto json = nlohmann::json::parse(read_file(board), nullptr, false);
  nlohmann::json rules = nlohmann::json::array();
  for (const auto& panel : json["panels"])
    for (const auto& target : panel.value("targets", nlohmann::json::array())) {
      auto expr =
          std::regex_replace(target["expr"].get<std::string>(), std::regex{R"(\$__rate_interval)"}, "5m");
      rules.push_back({{"record", "level:metric:operations"},
                       {"expr", std::move(expr)},
                       {"labels", {{"number", std::to_string(rules.size())}}}});
    }
  const temporary_folder folder;
  const auto file = folder.path() / "rules.yml";
  std::ofstream{file} << nlohmann::json{{"groups", {{{"name", "board"}, {"rules", rules}}}}};
  EXPECT_EQ(promtool("check rules " + file.string()), 0);
}

TEST_F(promtool_test, finds_that_each_alert_fires_when_it_should) {
  EXPECT_EQ(promtool("test rules " + source_path("tests/app/monitoring/alerts_test.yml")), 0);
  const auto cases = read_file(source_path("tests/app/monitoring/alerts_test.yml")),
             rules = read_file(alerts);
  const std::regex alert{"alert: (\\w+)"};
  for (std::sregex_iterator at{rules.begin(), rules.end(), alert}, end; at != end; ++at)
    EXPECT_NE(cases.find("alertname: " + (*at)[1].str() + "\n"), std::string::npos)
        << (*at)[1] << " never fires";
}

}  // namespace laundromat
