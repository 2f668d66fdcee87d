// Tests of the commands about providers: what they list, bind, drop and refuse, and what a run says that has failed.
// SPDX-License-Identifier: Apache-2.0
#include <csignal>
#include <nlohmann/json.hpp>

#include "tests/app/child_program.hpp"
#include "tests/app/providers/harvest_site.hpp"
#include "tests/net/stores/fake_store.hpp"
#include "tests/places.hpp"

namespace laundromat {
namespace {

using lines = std::set<std::string>;

class provider_commands : public harvest_site {
 protected:
  /// One provider with one imported version.
  void harvest_one(std::string_view extent = partial_dump) {
    enlist({"one"});
    describe("one", "2026-01-01", extent, "dump.nt");
    write("site/one/dump.nt", line("a", "1"));
    EXPECT_EQ(run(), 0);
  }
  [[nodiscard]] nlohmann::json fact(const std::vector<std::string>& words) const {
    auto all = words;
    all.emplace_back("--json");
    const auto printed = ask_about(all);
    return nlohmann::json::parse(printed.out.substr(0, printed.out.find('\n')), nullptr, false);
  }
  [[nodiscard]] bool is_there(const std::string& name) const {
    return std::filesystem::exists(folder() / name);
  }
};

bool says_to_err(const answer& a, std::string_view text) {
  return a.err.find(text) != std::string::npos;
}

TEST_F(provider_commands, what_left_the_registry_keeps_its_graph_until_it_is_dropped_G06) {
  harvest_one();
  EXPECT_EQ(ask_about({"providers", "--drop"}).code, exit_usage);
  const auto still = ask_about({"providers", "one", "--drop"});
  EXPECT_EQ(still.code, exit_usage);
  EXPECT_TRUE(says_to_err(still, "registry.yaml:2")) << still.err;

  enlist({"two"});
  const auto listed = ask_about({"providers"});
  EXPECT_EQ(listed.code, 0) << listed.err;
  EXPECT_TRUE(holds(listed, "no longer in the registry")) << listed.out;
  EXPECT_TRUE(holds(listed, "`laundromat providers one --drop`")) << listed.out;
  EXPECT_TRUE(holds(listed, "not registered yet")) << listed.out;
  EXPECT_EQ(graph("one"), lines{says("a", "1")});
  EXPECT_EQ(fact({"providers", "one"})["registered"], "");

  EXPECT_EQ(fact({"providers", "one", "--drop"})["dropped"], "one");
  EXPECT_FALSE(is_there("data/graphs/one"));
  EXPECT_TRUE(is_there("data/receipts/one/1.json"));
  EXPECT_EQ(ask_about({"providers", "one"}).code, exit_not_found);
  EXPECT_EQ(ask_about({"providers", "one", "--drop"}).code, exit_not_found);
  EXPECT_EQ(ask_about({"verify"}).code, 0);

  // The name begins anew, and its receipts have other numbers.
  enlist({"one"});
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(graph("one@1"), lines{says("a", "1")});
  EXPECT_TRUE(is_there("data/receipts/one/2.json"));
  const auto backup = (folder() / "backup").string();
  EXPECT_EQ(ask_about({"backup", backup}).code, 0);
  EXPECT_TRUE(is_there("backup/receipts/one/1.json"));
}

TEST_F(provider_commands, files_that_a_stopped_drop_has_left_are_removed_by_the_next_one_G06) {
  harvest_one();
  write("data/graphs/gone/version-1.nq.gz", "");
  const auto dropped = ask_about({"providers", "gone", "--drop"});
  EXPECT_EQ(dropped.code, 0) << dropped.err;
  EXPECT_FALSE(is_there("data/graphs/gone"));
  EXPECT_EQ(ask_about({"providers", "../one", "--drop"}).code, exit_not_found);
}

TEST_F(provider_commands, errors_of_the_registry_are_listed_with_their_lines_D78) {
  harvest_one();
  write("registry.yaml", "one:\n  void: nonsense\n");
  const auto listed = ask_about({"providers"});
  EXPECT_EQ(listed.code, exit_some_failed);
  EXPECT_TRUE(says_to_err(listed, "registry.yaml:2: ")) << listed.err;
  EXPECT_TRUE(holds(listed, "one")) << "the providers are listed, too: " << listed.out;
  const auto dropped = ask_about({"providers", "one", "--drop"});
  EXPECT_EQ(dropped.code, exit_usage);
  EXPECT_TRUE(says_to_err(dropped, "registry.yaml:2: ")) << dropped.err;
}

TEST_F(provider_commands, a_damaged_full_dump_is_not_up_to_date_G15) {
  harvest_one(full_dump);
  EXPECT_TRUE(holds(ask_about({"providers"}), "up to date"));
  describe("one", "2026-01-02", full_dump, "dump.nt");
  write("site/one/dump.nt", line("a", "2") + "<http://e.example/b> <http://e.example/p> .\n");
  (void)run();
  const auto listed = ask_about({"providers"});
  EXPECT_FALSE(holds(listed, "up to date")) << listed.out;
  EXPECT_TRUE(holds(listed, "not all of its dumps could be read")) << listed.out;
  EXPECT_TRUE(fact({"providers"})["datasets"][0]["damaged"]);
}

TEST_F(provider_commands, a_date_that_moved_backwards_is_one_warning_with_the_command_that_harvests_it_D75) {
  write("campaign.yaml", read("campaign.yaml") + "  every_s: 1\n");
  harvest_one();
  describe("one", "2025-12-01", partial_dump, "dump.nt");
  write("site/one/dump.nt", line("a", "2"));
  const std::string warning = "of one is not harvested: its dcterms:modified is ";
  child_program engine{
      {program_path(), "run", (folder() / "campaign.yaml").string(), "--data", data().string()}};
  ASSERT_TRUE(engine.prints(warning + "2025-12-01T00:00:00.000Z")) << engine.output();
  // Until the next date is read, the engine has made further steps.
  describe("one", "2025-12-02", partial_dump, "dump.nt");
  ASSERT_TRUE(engine.prints(warning + "2025-12-02T00:00:00.000Z")) << engine.output();
  engine.signal(SIGTERM);
  (void)engine.exit_code();
  const auto& log = engine.output();
  const auto first = log.find(warning + "2025-12-01");
  EXPECT_EQ(log.find(warning + "2025-12-01", first + 1), log.npos) << log;
  EXPECT_NE(log.find("that of its last harvest was 2026-01-01T00:00:00.000Z", first), log.npos) << log;
  EXPECT_NE(log.find("`laundromat harvest one --again`", first), log.npos) << log;
  EXPECT_EQ(graph("one"), lines{says("a", "1")});

  const auto listed = ask_about({"providers", "one"});
  EXPECT_TRUE(holds(listed, "the date moved backwards, to 2025-12-02")) << listed.out;
  EXPECT_TRUE(holds(listed, "`laundromat harvest one --again`")) << listed.out;
  EXPECT_EQ(ask_about({"harvest", "one", "--again"}).code, 0);
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(graph("one"), lines{says("a", "2")});
}

TEST_F(provider_commands, a_failed_harvest_is_the_result_of_a_run_and_ends_its_wait_on_demand_G12) {
  harvest_one();
  describe("one", "2026-01-02", partial_dump, "missing.nt");
  const std::vector<std::string> words{program_path(), "run",    (folder() / "campaign.yaml").string(),
                                       "--once",       "--data", data().string()};
  {
    child_program once{words};
    EXPECT_EQ(once.exit_code(), exit_some_failed);
    EXPECT_NE(once.output().find("the provider one: its harvest has failed 1 time: "), std::string::npos)
        << once.output();
    EXPECT_NE(once.output().find("`laundromat harvest one --now`"), std::string::npos) << once.output();
  }
  EXPECT_NE(fact({"providers"})["datasets"][0].value("not_before", ""), "");
  // A wait after failures is not ended by the dump being there, but by the operator.
  write("site/one/missing.nt", line("a", "2"));
  EXPECT_EQ(run(), exit_some_failed);
  EXPECT_EQ(graph("one"), lines{says("a", "1")});
  const auto now = ask_about({"harvest", "one", "--now"});
  EXPECT_EQ(now.code, 0) << now.err;
  EXPECT_TRUE(says_to_err(now, "no engine runs")) << now.err;
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(graph("one"), lines{says("a", "2")});
}

TEST_F(provider_commands, a_void_file_that_has_not_changed_is_no_line_of_the_log_G01) {
  harvest_one();
  const auto ran = [&](const std::string& level) {
    child_program once{{program_path(), "run", (folder() / "campaign.yaml").string(), "--once", "--data",
                        data().string(), "--log-level", level}};
    EXPECT_EQ(once.exit_code(), 0);
    return once.output();
  };
  const std::string unchanged = "unchanged   http";
  EXPECT_EQ(ran("info").find(unchanged), std::string::npos);
  EXPECT_NE(ran("debug").find(unchanged), std::string::npos);
}

TEST_F(provider_commands, a_binding_is_checked_and_compared_with_the_registry_G21) {
  harvest_one();
  for (const auto* location :
       {"nonsense", "ftp://e.example/void", "http://user@e.example/void", "/void.ttl"}) {
    const auto refused = ask_about({"providers", "one", "--bind", location});
    EXPECT_EQ(refused.code, exit_usage) << location << refused.err;
  }
  const auto bound = ask_about({"providers", "one", "--bind", "https://e.example/void"});
  EXPECT_EQ(bound.code, 0);
  EXPECT_TRUE(says_to_err(bound, "registry.yaml:2 names http://127.0.0.1:")) << bound.err;
  const auto again = fact({"providers", "one", "--bind", "https://e.example/void"});
  EXPECT_EQ(again["before"], "https://e.example/void");
  EXPECT_TRUE(again.contains("warning"));
  EXPECT_TRUE(holds(ask_about({"providers"}), "--bind http://127.0.0.1:")) << "before the next run, too";
  write("registry.yaml", "one: {void: 'https://e.example/void'}\n");
  EXPECT_FALSE(fact({"providers", "one", "--bind", "https://e.example/void"}).contains("warning"));
}

TEST_F(provider_commands, dates_that_lead_to_no_harvest_come_with_the_command_that_does_it_G11_D75) {
  harvest_one();
  describe("one", "2025-01-01", partial_dump, "dump.nt");
  EXPECT_EQ(run(), 0);
  const auto backwards = ask_about({"providers"});
  EXPECT_TRUE(holds(backwards, "moved backwards")) << backwards.out;
  EXPECT_TRUE(holds(backwards, "`laundromat harvest one --again`")) << backwards.out;
  write("site/one/dump.nt", line("a", "2"));
  EXPECT_EQ(ask_about({"harvest", "one", "--again"}).code, 0);
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(graph("one"), lines{says("a", "2")});
  describe("one", "2999-01-01", partial_dump, "dump.nt");
  EXPECT_EQ(run(), 0);
  const auto future = ask_about({"providers"});
  EXPECT_TRUE(holds(future, "its date is in the future")) << future.out;
  EXPECT_TRUE(holds(future, "`laundromat harvest one --again`")) << future.out;
}

TEST_F(provider_commands, an_export_of_graphs_refuses_what_it_would_ignore_G19) {
  harvest_one();
  const auto out = (folder() / "out").string();
  for (const std::vector<std::string>& words : {std::vector<std::string>{"-o", out + ".ttl"},
                                                {"-o", out + ".gz"},
                                                {"-o", out + ".nq", "--format", "trig"},
                                                {"--host", "e.example"},
                                                {"--split", "1GiB", "-o", out + "/"},
                                                {"--valid-everywhere"},
                                                {"--authority", out},
                                                {"--publishers", out},
                                                {"--triple-terms", "basic-encoding"},
                                                {"--graphs", "own"}}) {
    auto all = words;
    all.insert(all.begin(), {"export", "--providers"});
    const auto refused = ask_about(all);
    EXPECT_EQ(refused.code, exit_usage) << words.front();
    EXPECT_TRUE(says_to_err(refused, words.front())) << refused.err;
  }
  for (const auto* end : {".nq", ".nq.gz", ".trig", ".trig.gz", "/"})
    EXPECT_EQ(ask_about({"export", "--providers", "-o", out + end}).code, 0) << end;
}

TEST_F(provider_commands, a_provider_is_no_record_and_the_message_says_where_its_graph_is_G17) {
  harvest_one();
  for (const auto* command : {"cat", "show", "errors"}) {
    const auto refused = ask_about({command, "one"});
    EXPECT_EQ(refused.code, exit_not_found) << command;
    EXPECT_TRUE(says_to_err(refused, "`laundromat export --providers one`")) << refused.err;
    EXPECT_TRUE(says_to_err(refused, "`laundromat history one`")) << refused.err;
  }
  const auto retried = ask_about({"retry", "one"});
  EXPECT_EQ(retried.code, exit_not_found);
  EXPECT_TRUE(says_to_err(retried, "`laundromat harvest one --now`")) << retried.err;
}

TEST_F(provider_commands, a_version_of_a_graph_is_loaded_by_its_name_G18) {
  harvest_one();
  describe("one", "2026-01-02", partial_dump, "dump.nt");
  write("site/one/dump.nt", line("a", "2"));
  EXPECT_EQ(run(), 0);
  test::fake_store store;
  const std::string usual = "http://e.example/graphs/one", other = "http://e.example/other";
  const auto newest = ask_about({"load", "one", "--graph-store", store.url("/data")});
  EXPECT_EQ(newest.code, 0) << newest.err;
  EXPECT_EQ(store.graph(usual), lines{says("a", "2") + " ."});
  EXPECT_EQ(ask_about({"load", "one@1", "--graph", other, "--graph-store", store.url("/data")}).code, 0);
  EXPECT_EQ(store.graph(other), lines{says("a", "1") + " ."});
  EXPECT_EQ(ask_about({"load", "one@7", "--graph-store", store.url("/data")}).code, exit_not_found);
  EXPECT_EQ(ask_about({"load", "two", "--graph-store", store.url("/data")}).code, exit_not_found);
  // A folder of this name is no document.
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder());
  std::filesystem::create_directories(folder() / "one");
  std::filesystem::create_directories(folder() / "two");
  EXPECT_EQ(ask_about({"load", "one", "--graph-store", store.url("/data")}).code, 0);
  const auto no_provider = ask_about({"load", "two", "--graph-store", store.url("/data")});
  EXPECT_EQ(no_provider.code, exit_not_found);
  EXPECT_TRUE(says_to_err(no_provider, "two is a folder, and no provider of ")) << no_provider.err;
  std::filesystem::current_path(before);
}

TEST_F(provider_commands, a_version_without_statements_empties_the_graph_in_the_store_G18) {
  harvest_one();
  test::fake_store store;
  const std::string usual = "http://e.example/graphs/one";
  ASSERT_EQ(ask_about({"load", "one", "--graph-store", store.url("/data")}).code, 0);
  ASSERT_EQ(ask_about({"restore", "one@0"}).code, 0);
  const auto emptied = ask_about({"load", "one", "--graph-store", store.url("/data")});
  EXPECT_EQ(emptied.code, 0) << emptied.err;
  EXPECT_EQ(store.graph(usual), lines{});
  write("empty.nt", "");
  const auto document = ask_about(
      {"load", (folder() / "empty.nt").string(), "--graph", usual, "--graph-store", store.url("/data")});
  EXPECT_EQ(document.code, exit_usage) << "a graph is not emptied by a wrong file";
}

TEST_F(provider_commands, messages_about_stores_and_uris_have_no_names_of_errors_and_say_what_to_do_G18_M26) {
  harvest_one();
  const auto gone = ask_about({"load", "one", "--graph-store", "http://127.0.0.1:1/data", "--attempts", "1"});
  EXPECT_TRUE(says_to_err(gone, "unreachable: the host refused the connection")) << gone.err;
  EXPECT_FALSE(says_to_err(gone, "connection_refused")) << gone.err;
  for (const auto* uri : {"urn:x:y", "a:1"}) {
    const auto unknown = ask_about({"lookup", uri});
    EXPECT_EQ(unknown.code, exit_not_found);
    EXPECT_TRUE(says_to_err(unknown, "only http and https URIs have sitemaps")) << unknown.err;
  }
  const auto unknown = ask_about({"lookup", "http://unknown.example/1"});
  EXPECT_TRUE(says_to_err(unknown, "`laundromat add http://unknown.example/sitemap.xml`")) << unknown.err;
}

}  // namespace
}  // namespace laundromat
