// Claims about the command line: help, exit codes, and what commands without a journal print.
// SPDX-License-Identifier: Apache-2.0
#include "app/cli.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "app/campaign_keys.hpp"
#include "app/exit_code.hpp"
#include "core/lifecycle/print.hpp"

namespace laundromat {
namespace {

struct answer {
  int code;
  std::string out, err;
};

answer ask(const std::vector<std::string>& arguments, const std::string& input = {}) {
  std::istringstream in{input};
  std::ostringstream out, err;
  console io{in, out, err, {}, {}};
  const auto code = run_cli(arguments, io);
  return {code, out.str(), err.str()};
}

std::vector<std::string> commands() {
  std::istringstream help{ask({"--help"}).out};
  std::vector<std::string> names;
  bool listed = false;
  for (std::string line; std::getline(help, line);) {
    if (line == "Subcommands:") listed = true;
    if (!line.starts_with("  ") || !listed || line.starts_with("   ")) continue;
    if (line.starts_with("  laundromat")) break;
    names.push_back(line.substr(2, line.find(' ', 2) - 2));
  }
  return names;
}

TEST(cli, help_of_every_command_shows_an_example) {
  EXPECT_GE(commands().size(), 4U);
  EXPECT_NE(ask({"--help"}).out.find("Exit codes"), std::string::npos);
  for (const auto& name : commands()) {
    const auto help = ask({name, "--help"});
    EXPECT_EQ(help.code, exit_ok) << name;
    EXPECT_NE(help.out.find("Example:\n  laundromat " + name), std::string::npos) << name << help.out;
  }
}

TEST(cli, a_wrong_command_line_is_exit_code_2) {
  EXPECT_EQ(ask({}).code, exit_usage);
  EXPECT_EQ(ask({"--nonsense"}).code, exit_usage);
  EXPECT_EQ(ask({"run"}).code, exit_usage);
  EXPECT_EQ(ask({"lifecycle", "--format", "png"}).code, exit_usage);
  const auto typo = ask({"lifecycel"});
  EXPECT_EQ(typo.code, exit_usage);
  EXPECT_NE(typo.err.find("did you mean `lifecycle`"), std::string::npos) << typo.err;
}

TEST(cli, the_version_is_told) {
  const auto version = ask({"--version"});
  EXPECT_EQ(version.code, exit_ok);
  EXPECT_TRUE(version.out.starts_with("laundromat "));
}

TEST(cli, the_lifecycle_page_is_the_one_of_the_table) {
  EXPECT_EQ(ask({"lifecycle", "--format", "page"}).out, lifecycle_page());
  EXPECT_EQ(ask({"lifecycle"}).out, lifecycle_as_table());
}

TEST(cli, config_prints_the_defaults_and_names_problems_with_their_line) {
  EXPECT_EQ(ask({"config", "--defaults"}).out, default_campaign_yaml());
  const auto missing = ask({"config", "/nonexistent/x.yaml"});
  EXPECT_EQ(missing.code, exit_usage);
  EXPECT_TRUE(missing.err.starts_with("/nonexistent/x.yaml:1: cannot be read")) << missing.err;
  const auto anonymous = ask({"run", LAUNDROMAT_SOURCE_DIR "/conf/default.yaml"});
  EXPECT_EQ(anonymous.code, exit_usage);
  EXPECT_NE(anonymous.err.find("contact.url: no anonymous crawl"), std::string::npos) << anonymous.err;
}

}  // namespace
}  // namespace laundromat
