// Tests that commands and the end of a run judge a provider alike, and that nothing it lacks hides something else.
// SPDX-License-Identifier: Apache-2.0
#include <csignal>
#include <nlohmann/json.hpp>

#include "tests/app/child_program.hpp"
#include "tests/app/providers/harvest_site.hpp"
#include "tests/places.hpp"

namespace laundromat {
namespace {

class provider_judgement : public harvest_site {
 protected:
  void harvest_one(std::string_view extent = partial_dump) {
    enlist({"one"});
    describe("one", "2026-01-01", extent, "dump.nt");
    write("site/one/dump.nt", line("a", "1"));
    EXPECT_EQ(run(), 0);
  }
  /// Runs the campaign once in a process of its own. Returns its exit code and its output.
  [[nodiscard]] std::pair<int, std::string> run_once() const {
    child_program once{
        {program_path(), "run", (folder() / "campaign.yaml").string(), "--once", "--data", data().string()}};
    const auto code = once.exit_code();
    return {code.value_or(-1), once.output()};
  }
  [[nodiscard]] nlohmann::json fact(std::vector<std::string> words) const {
    words.emplace_back("--json");
    const auto printed = ask_about(words);
    return nlohmann::json::parse(printed.out.substr(0, printed.out.find('\n')), nullptr, false);
  }
};

bool errs_with(const answer& a, std::string_view text) {
  return a.err.find(text) != std::string::npos;
}

TEST_F(provider_judgement,
       a_damaged_dump_is_called_the_same_by_the_run_status_and_providers_and_is_no_failure_G15) {
  harvest_one();
  describe("one", "2026-01-02", partial_dump, "dump.nt");
  write("site/one/dump.nt", line("a", "2") + "<http://e.example/b> <http://e.example/p> .\n");
  const auto [code, output] = run_once();
  EXPECT_EQ(output.find("the provider one: "), output.rfind("the provider one: ")) << output;
  EXPECT_NE(output.find("the provider one: harvested in part: not all of its dumps could be read"),
            output.npos)
      << output;
  EXPECT_TRUE(holds(ask_about({"status"}), "1 provider: 1 harvested in part"));
  EXPECT_EQ(fact({"status"})["providers"]["in_part"], 1);
  EXPECT_TRUE(holds(ask_about({"providers"}), "harvested in part: not all of its dumps could be read"));
  EXPECT_EQ(fact({"providers"})["standing"], "in_part");
  EXPECT_EQ(run(), 0) << "a dump that was imported as far as it could be read is no failure";
}

TEST_F(provider_judgement, a_failed_harvest_has_the_same_words_in_the_run_and_in_providers_G12_D73) {
  harvest_one();
  describe("one", "2026-01-02", partial_dump, "missing.nt");
  const auto [code, output] = run_once();
  EXPECT_EQ(code, exit_some_failed);
  const std::string words = "its harvest has failed 1 time: the dump ";
  EXPECT_NE(output.find("the provider one: " + words), output.npos) << output;
  EXPECT_TRUE(holds(ask_about({"providers"}), words));
  EXPECT_EQ(fact({"providers"})["standing"], "failing");
  EXPECT_EQ(fact({"status"})["providers"]["failing"], 1);
}

TEST_F(provider_judgement, a_restored_graph_is_counted_by_status_as_one_and_is_told_beside_what_is_due_G17) {
  harvest_one();
  describe("one", "2026-01-02", partial_dump, "dump.nt");
  write("site/one/dump.nt", line("a", "2"));
  EXPECT_EQ(run(), 0);
  ASSERT_EQ(ask_about({"restore", "one@1"}).code, 0);
  EXPECT_TRUE(holds(ask_about({"status"}), "1 provider: 1 restored"));
  EXPECT_EQ(fact({"status"})["providers"]["restored"], 1);
  ASSERT_EQ(ask_about({"harvest", "one", "--again"}).code, 0);
  const auto listed = ask_about({"providers"});
  EXPECT_TRUE(holds(listed, "due; version 1 was restored at ")) << listed.out;
}

TEST_F(provider_judgement, an_error_in_the_registry_is_told_by_status_too_with_the_next_void_file_D78_G17) {
  harvest_one();
  child_program engine{
      {program_path(), "run", (folder() / "campaign.yaml").string(), "--data", data().string()}};
  ASSERT_TRUE(engine.prints("campaign test")) << engine.output();
  write("registry.yaml", "one:\n  void: nonsense\n");
  const auto stands = ask_about({"status"});
  EXPECT_EQ(stands.code, exit_some_failed);
  EXPECT_TRUE(errs_with(stands, "registry.yaml:2: ")) << stands.err;
  EXPECT_TRUE(holds(stands, "1 provider: 1 up to date; next VoID file at ")) << stands.out;
  EXPECT_EQ(fact({"status"})["providers"]["registry_problems"].size(), 1U);
  engine.signal(SIGTERM);
  (void)engine.exit_code();
}

TEST_F(provider_judgement,
       an_entry_in_one_line_is_told_with_its_line_unless_nothing_is_written_back_D78_G12) {
  harvest_one();
  write("registry.yaml", "# no block\none: {void: '{serve}/one/void.ttl'}\n");
  describe("one", "2026-01-02", partial_dump, "dump.nt");
  const std::string told = "registry.yaml:2: dates of harvests cannot be written into the entry of one";
  const auto output = run_once().second;
  EXPECT_NE(output.find(told), output.npos) << output;
  EXPECT_EQ(output.find("invalid_argument"), output.npos) << output;
  EXPECT_TRUE(errs_with(ask_about({"providers"}), told));
  write("campaign.yaml", read("campaign.yaml") + "  write_back: false\n");
  EXPECT_EQ(run(), 0);
  EXPECT_FALSE(errs_with(ask_about({"providers"}), told));
}

TEST_F(provider_judgement,
       what_is_odd_in_the_registry_is_logged_once_also_when_the_engine_has_written_it_D78) {
  enlist({"one"});
  write("registry.yaml", read("registry.yaml") + "two:\n  inbox: http://e.example/inbox\n");
  describe("one", "2026-01-01", partial_dump, "dump.nt");
  write("site/one/dump.nt", line("a", "1"));
  write("campaign.yaml", read("campaign.yaml") + "  every_s: 1\n");
  child_program engine{
      {program_path(), "run", (folder() / "campaign.yaml").string(), "--data", data().string()}};
  ASSERT_TRUE(engine.prints("the graph of one: imported")) << engine.output();
  write("registry.yaml", read("registry.yaml") + "three:\n  void: '{serve}/one/void.ttl'\n");
  ASSERT_TRUE(engine.prints("the provider three is new")) << engine.output();
  engine.signal(SIGTERM);
  (void)engine.exit_code();
  const auto& log = engine.output();
  EXPECT_NE(read("registry.yaml").find("modified: 2026-01-01"), std::string::npos);
  const auto first = log.find("the provider `two` has no `void`");
  EXPECT_NE(first, log.npos);
  EXPECT_EQ(log.find("the provider `two` has no `void`", first + 1), log.npos) << log;
}

}  // namespace
}  // namespace laundromat
