// Tests of the command hosts, and of what status, show and run say of used budgets.
// SPDX-License-Identifier: Apache-2.0
#include <csignal>
#include <nlohmann/json.hpp>

#include "app/run/waits_file.hpp"
#include "storage/journal/steering_store.hpp"
#include "tests/app/journal_commands.hpp"
#include "tests/app/small_web.hpp"

namespace laundromat {
namespace {

class hosts_command : public journal_commands {
 protected:
  void use(const crawl_budgets& budgets) {
    ASSERT_TRUE(journal_->begin());
    ASSERT_TRUE(journal_->use_budgets(budgets));
    ASSERT_TRUE(journal_->commit());
  }
  std::vector<nlohmann::json> hosts(std::vector<std::string> arguments = {}) {
    arguments.insert(arguments.begin(), {"hosts", "--json"});
    const auto got = on_data(arguments);
    EXPECT_EQ(got.code, 0) << got.err;
    std::vector<nlohmann::json> rows;
    std::istringstream lines{got.out};
    for (std::string line; std::getline(lines, line);) rows.push_back(nlohmann::json::parse(line));
    return rows;
  }
};

TEST_F(hosts_command, lists_the_longest_queue_first_R178) {
  for (int n = 0; n < 3; ++n) enlist_seed("https://b.example/" + std::to_string(n));
  const auto all = hosts();
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0]["host"], "b.example:443");
  EXPECT_EQ(all[0]["queued"], 3);
  EXPECT_EQ(all[1]["host"], "a.example:80");
  EXPECT_EQ(all[1]["documents"], 1);
  EXPECT_EQ(all[1]["live"], 0);
  EXPECT_EQ(hosts({"--limit", "1"}).size(), 1U);
  EXPECT_NE(on_data({"hosts", "--limit", "1"}).out.find("and 1 more host"), std::string::npos);
  EXPECT_EQ(hosts({"b.example"}).size(), 1U);
  EXPECT_EQ(on_data({"hosts", "c.example"}).code, exit_not_found);
}

TEST_F(hosts_command, says_first_why_a_running_engine_asks_none_R222) {
  const auto locked = data_folder::open(layout_.root);
  ASSERT_TRUE(locked) << to_string(locked.error());
  const waits_file waits{layout_.root};
  EXPECT_EQ(on_data({"hosts"}).out.find("pauses"), std::string::npos);
  waits.write("no new crawl begins: less free space than disk.intake_mib");
  EXPECT_TRUE(on_data({"hosts"}).out.starts_with("the engine pauses because of this machine: no new crawl "));
}

TEST_F(hosts_command, says_when_a_host_is_asked_next_and_why_not_before_R178) {
  EXPECT_FALSE(hosts()[0].contains("waits"));
  ASSERT_TRUE(journal_->begin());
  stored_host state{"a.example:80", from_ms(4'000'000'000'000), {}, 2};
  ASSERT_TRUE(journal_->save_host(state));
  ASSERT_TRUE(journal_->crawl_as("socks"));
  ASSERT_TRUE(
      journal_->save_robots({"a.example:80", noon, noon + seconds{60}, "200",
                             "User-agent: *\nCrawl-delay: 9\n\nUser-agent: socks\nCrawl-delay: 7\n"}));
  ASSERT_TRUE(journal_->commit());
  auto row = hosts()[0];
  EXPECT_EQ(row["waits"]["cause"], "delay");
  EXPECT_EQ(row["waits"]["until"], "2096-10-02T07:06:40.000Z");
  EXPECT_EQ(row["failures"], 2);
  EXPECT_EQ(row["robots"]["status"], "200");
  EXPECT_EQ(row["robots"]["crawl_delay_s"], 7);
  const auto table = on_data({"hosts"}).out;
  EXPECT_NE(table.find("2096-10-02T07:06:40.000Z, delay"), std::string::npos) << table;
  EXPECT_NE(table.find("200, crawl-delay 7.0 s, until"), std::string::npos) << table;

  use({{}, {1}});
  EXPECT_EQ(hosts()[0]["waits"], (nlohmann::json{{"cause", "budget_used"}, {"detail", "1 of 1 document"}}));
  ASSERT_TRUE(
      steering_store{*journal_}.add(make_rule(steering_kind::pause_host, "a.example", "move", noon).value()));
  EXPECT_EQ(hosts()[0]["waits"], (nlohmann::json{{"cause", "steering"}, {"detail", "pause host: move"}}));
}

TEST_F(hosts_command, says_as_status_does_when_robots_txt_is_read_again_R222) {
  enlist_seed("http://a.example/2");
  ASSERT_TRUE(journal_->begin());
  const auto in = [](int s) { return from_ms(4'000'000'000'000) + seconds{s}; };
  ASSERT_TRUE(journal_->save_host({"a.example:80", in(0), {}, 1, noon, errc::asked_to_wait, "asked", ""}));
  ASSERT_TRUE(journal_->save_robots(
      {"a.example:80", noon, in(240), "connection_refused: Failed to connect", std::nullopt}));
  ASSERT_TRUE(journal_->commit());
  const auto waits = hosts()[0]["waits"];
  EXPECT_EQ(waits["until"], to_iso8601(in(240)));
  EXPECT_EQ(waits["cause"], "robots_unreachable");
  const auto status = nlohmann::json::parse(on_data({"status", "--json"}).out);
  ASSERT_EQ(status["waiting_hosts"].size(), 1U);
  auto of_status = status["waiting_hosts"][0];
  of_status.erase("authority");
  EXPECT_EQ(of_status, waits);
}

TEST_F(hosts_command, a_used_budget_is_named_by_status_and_show_R177) {
  enlist_seed("http://a.example/2");
  use({{}, {1}});
  const auto status = nlohmann::json::parse(on_data({"status", "--json"}).out);
  EXPECT_EQ(status["waiting_hosts"][0]["cause"], "budget_used");
  EXPECT_EQ(status["waiting_hosts"][0]["authority"], "a.example:80");
  EXPECT_EQ(nlohmann::json::parse(on_data({"show", "--json", "http://a.example/2"}).out)["used_budget"],
            "1 of 1 document");
  use({{1}, {}});
  EXPECT_EQ(nlohmann::json::parse(on_data({"status", "--json"}).out)["used_budget"], "1 of 1 document");
  EXPECT_NE(on_data({"status"}).out.find("the budget of the campaign is used (1 of 1 document)"),
            std::string::npos);
  EXPECT_NE(on_data({"show", "http://a.example/2"}).out.find("1 of 1 document"), std::string::npos);
  EXPECT_NE(on_data({"hosts"}).out.find("the budget of the campaign is used: 1 of 1 document"),
            std::string::npos);
}

class budget_of_run : public small_web {
 protected:
  [[nodiscard]] std::uint64_t documents() const {
    const auto got = ask({"--data", data().string(), "hosts", "--json"});
    return got.out.empty() ? 0 : nlohmann::json::parse(got.out)["documents"].get<std::uint64_t>();
  }
  std::string run_with(const std::string& budgets) {
    write_campaign(budgets);
    child_program once{run("")};
    EXPECT_EQ(once.exit_code(), 0) << once.output();
    return once.output();
  }
};

TEST_F(budget_of_run, ends_it_and_counts_over_runs_R176_R177) {
  serve(8, 2'000);
  const auto end = run_with("budgets: {documents: 3}\n");
  EXPECT_NE(end.find("the budget of the campaign is used (3 of 3 documents): raise `budgets`"),
            std::string::npos)
      << end;
  EXPECT_EQ(documents(), 3U);
  run_with("budgets: {documents: 5}\n");
  EXPECT_EQ(documents(), 5U);
  const auto rests = run_with("budgets: {host_documents: 4}\n");
  EXPECT_NE(rests.find("whose budget is used (5 of 4 documents)"), std::string::npos) << rests;
  EXPECT_EQ(documents(), 5U);
  run_with("");
  EXPECT_EQ(documents(), 8U);
}

TEST_F(budget_of_run, error_pages_are_documents_and_reports_agree_R223) {
  serve(1, 100);
  write_campaign("budgets: {host_documents: 3}\n");
  const auto crawl = [&](int pages) {
    std::ofstream seeds{folder_.path() / "seeds.txt"};
    for (int i = 0; i < pages; ++i) seeds << site_->url("/none/" + std::to_string(i)) << '\n';
    seeds.close();
    child_program once{run("")};
    once.exit_code();
    return once.output();
  };
  crawl(3);
  EXPECT_EQ(documents(), 3U);
  const auto rests = crawl(10);
  EXPECT_NE(rests.find("whose budget is used (3 of 3 documents)"), rests.npos) << rests;
  const auto json = [&](std::vector<std::string> command) {
    command.insert(command.begin(), {"--data", data().string()});
    command.emplace_back("--json");
    return nlohmann::json::parse(ask(command).out);
  };
  const auto host = json({"hosts"}), row = json({"report", "hosts"}), codes = json({"report", "codes"});
  EXPECT_EQ(host["documents"], 3);
  EXPECT_EQ(codes["key"], "404");
  EXPECT_EQ(codes["count"], 3) << "the other seeds were not requested";
  EXPECT_EQ(row["count"], 3);
  EXPECT_EQ(row["bytes"], host["bytes"]);
  EXPECT_EQ(row["key"], host["host"]);
}

TEST_F(budget_of_run, counts_what_came_before_a_kill_R176) {
  serve(12, 2'000, milliseconds{300});
  write_campaign("budgets: {documents: 6}\n");
  {
    child_program killed{run("", "")};
    ASSERT_TRUE(killed.prints("parsed ", 2)) << killed.output();
    killed.signal(SIGKILL);
    EXPECT_EQ(killed.exit_code(), 128 + SIGKILL);
  }
  EXPECT_GE(documents(), 2U);
  EXPECT_LE(documents(), 6U);
  run_with("budgets: {documents: 6}\n");
  EXPECT_EQ(documents(), 6U);
}

}  // namespace
}  // namespace laundromat
