// Tests of what a provider may write, of days that wait, and of the scenarios of others.
// SPDX-License-Identifier: Apache-2.0
#include <condition_variable>
#include <csignal>
#include <cstdlib>
#include <mutex>

#include "tests/app/child_program.hpp"
#include "tests/app/providers/harvest_site.hpp"
#include "tests/net/stores/fake_store.hpp"
#include "tests/places.hpp"

namespace laundromat {
namespace {

using lines = std::set<std::string>;
using harvest_rules_test = harvest_site;
namespace fs = std::filesystem;

TEST_F(harvest_rules_test, a_page_in_the_place_of_a_dump_changes_nothing_unless_pages_are_announced_G12_G15) {
  enlist({"one"});
  describe("one", "2026-01-01", full_dump, "dump");
  write("site/one/dump", line("a", "1"));
  EXPECT_EQ(run(), 0);
  const std::string page =
      "<!DOCTYPE html><html><body about=\"http://e.example/m\"><p property=\"http://e.example/p\">We are "
      "back soon</p></body></html>";
  write("site/one/dump", page);
  describe("one", "2026-01-02", full_dump, "dump");
  (void)run();
  EXPECT_EQ(graph("one"), lines{says("a", "1")});
  const auto history = ask_about({"history", "one"}).out;
  EXPECT_NE(history.find("is an HTML page"), std::string::npos) << history;
  write("site/one/void.ttl", read("site/one/void.ttl") +
                                 "<#d> <http://rdfs.org/ns/void#feature> "
                                 "<http://www.w3.org/ns/formats/RDFa> .\n");
  EXPECT_EQ(ask_about({"harvest", "one", "--again"}).code, 0);
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(graph("one"), lines{says("m", "We are back soon")});
}

TEST_F(harvest_rules_test, a_dump_may_come_from_another_host_and_the_receipt_says_so_G21) {
  enlist({"one"});
  describe("one", "2026-01-01", partial_dump, "dump.nt");
  write("site/one/dump.nt", line("a", "1"));
  EXPECT_EQ(run(), 0);
  const auto port = read("data/serve.port");
  write("site/mirror/dump.nt", line("a", "2"));
  write("site.rules", "/one/dump.nt redirect http://localhost:" +
                          port.substr(0, port.find_first_not_of("0123456789")) + "/mirror/dump.nt 302\n");
  describe("one", "2026-01-02", partial_dump, "dump.nt");
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(graph("one"), lines{says("a", "2")});
  const auto history = ask_about({"history", "one"}).out;
  EXPECT_NE(history.find("/one/dump.nt came from http://localhost:"), std::string::npos) << history;
}

TEST_F(harvest_rules_test, a_full_dump_is_merged_where_the_campaign_or_the_registry_says_so_G15) {
  write("campaign.yaml", read("campaign.yaml") + "  full_dumps: merge\n");
  write(
      "registry.yaml",
      "one:\n  void: '{serve}/one/void.ttl'\ntwo:\n  void: '{serve}/two/void.ttl'\n  full_dumps: replace\n");
  for (const auto* modified : {"2026-01-01", "2026-01-02"}) {
    for (const auto* name : {"one", "two"}) {
      describe(name, modified, full_dump, "dump.nt");
      write(std::string{"site/"} + name + "/dump.nt", line(modified, "1") + line("same", modified));
    }
    EXPECT_EQ(run(), 0);
  }
  EXPECT_EQ(graph("one"),
            (lines{says("2026-01-01", "1"), says("2026-01-02", "1"), says("same", "2026-01-02")}));
  EXPECT_EQ(graph("two"), (lines{says("2026-01-02", "1"), says("same", "2026-01-02")}));
}

TEST_F(harvest_rules_test, of_five_days_that_wait_only_the_newest_is_harvested_G20) {
  std::mutex mutex;
  std::condition_variable released;
  bool is_released = false;
  // The dump of the second day takes as long as the test wants.
  test::fake_store slow{[&](std::size_t, const test::seen_request& request) {
    std::unique_lock lock{mutex};
    if (request.target.starts_with("/dump")) released.wait(lock, [&] { return is_released; });
    return test::store_trouble{};
  }};
  slow.set_graph("d", {"<http://e.example/a> <http://e.example/p> \"2\" ."});
  write("campaign.yaml", read("campaign.yaml") + "  every_s: 1\n");
  enlist({"one"});
  const auto date_of = [](int number) { return "2026-01-0" + std::to_string(number); };
  const auto publish = [&](int number) {
    const auto dump = "day" + std::to_string(number) + ".nt";
    write("site/one/" + dump, line("a", std::to_string(number)));
    describe("one", date_of(number), partial_dump, number == 2 ? slow.url("/dump?graph=d") : dump);
  };
  publish(1);
  child_program engine{
      {program_path(), "run", (folder() / "campaign.yaml").string(), "--data", data().string()}};
  const auto until_it_knows = [&](const std::string& word, int number) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds{60};
    while (std::chrono::steady_clock::now() < deadline)
      if (holds(ask_about({"providers", "one", "--json"}), '"' + word + "\":\"" + date_of(number)))
        return true;
    return false;
  };
  ASSERT_TRUE(until_it_knows("harvested", 1)) << engine.output();
  for (int number = 2; number <= 6; ++number) {
    publish(number);
    ASSERT_TRUE(until_it_knows(number == 2 ? "running" : "pending", number)) << engine.output();
  }
  {
    const std::lock_guard lock{mutex};
    is_released = true;
  }
  released.notify_all();
  ASSERT_TRUE(until_it_knows("harvested", 6)) << engine.output();
  engine.signal(SIGTERM);
  (void)engine.exit_code();
  EXPECT_EQ(graph("one"), lines{says("a", "6")});
  const auto history = ask_about({"history", "one", "--json"}).out;
  std::size_t imports = 0, skipped = 0;
  for (auto at = history.find("\"outcome\""); at != history.npos; at = history.find("\"outcome\"", at + 1)) {
    imports += history.compare(at, 20, "\"outcome\":\"imported\"") == 0 ||
                       history.compare(at, 21, "\"outcome\":\"unchanged\"") == 0
                   ? 1
                   : 0;
    skipped += history.compare(at, 19, "\"outcome\":\"skipped\"") == 0 ? 1 : 0;
  }
  EXPECT_EQ(imports, 3U) << "the first, the second and the sixth day: " << history;
  EXPECT_EQ(skipped, 3U) << history;
}

/// The scenario of the GeoLink Harvester: one provider, whose dump gets a second thing.
TEST_F(harvest_rules_test,
       the_simple_scenario_of_the_geolink_harvester_names_its_mistakes_and_then_runs_G07_G08_G14) {
  const auto* const shared = std::getenv("LAUNDROMAT_SHARED");
  if (!shared) GTEST_SKIP() << "set LAUNDROMAT_SHARED to the folder with conditions/geolink";
  const auto scenario = fs::path{shared} / "conditions/geolink/tests/scenarios/simple_scenario";
  ASSERT_TRUE(fs::exists(scenario)) << scenario;
  const auto thing = [](const std::string& name, const std::string& property) {
    const std::string test = "<http://example.org/test/";
    return lines{test + name + "> " + test + "someProperty> \"" + property + '"',
                 test + name + "> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> " + test + "Thing>"};
  };
  write("registry.yaml", "test:\n  void: '{serve}/void.ttl'\n");
  write("site/void.ttl", read_file(scenario / "void.ttl"));
  write("site/test.ttl", read_file(scenario / "test-t0.ttl"));
  (void)run();
  const auto shown = ask_about({"providers", "test"}).out;
  for (const auto* rule : {"no_modified", "no_extent", "dump_as_text"})
    EXPECT_NE(shown.find(rule), std::string::npos) << shown;
  EXPECT_EQ(ask_about({"export", "--providers"}).out, "") << "without a date nothing is harvested";
  const auto publish = [&](const std::string& modified, const char* dump) {
    write("site/void.ttl",
          "[] a <http://rdfs.org/ns/void#Dataset> ; <http://rdfs.org/ns/void#dataDump> <test.ttl> ; "
          "<http://purl.org/dc/terms/modified> \"" +
              modified + "\" .\n");
    write("site/test.ttl", read_file(scenario / dump));
    EXPECT_EQ(run(), 0);
  };
  publish("2015-10-01T00:00:00Z", "test-t0.ttl");
  auto wanted = thing("A", "some property");
  EXPECT_EQ(graph("test"), wanted);
  publish("2015-10-02T00:00:00Z", "test-t1.ttl");
  wanted.merge(thing("B", "some other property"));
  EXPECT_EQ(graph("test"), wanted);
  EXPECT_NE(read("registry.yaml").find("modified: 2015-10-02T00:00:00.000Z"), std::string::npos);
}

TEST_F(harvest_rules_test, the_only_dataset_keeps_its_name_when_its_dump_moves_G04) {
  enlist({"one"});
  for (const auto* month : {"2026-01", "2026-02"}) {
    write("site/one/void.ttl", std::string{"[] a <http://rdfs.org/ns/void#Dataset> ; "
                                           "<http://purl.org/dc/terms/modified> \""} +
                                   month + "-01\" ; <http://rdfs.org/ns/void#feature> <" +
                                   std::string{full_dump} + "> ; <http://rdfs.org/ns/void#dataDump> <" +
                                   month + ".nt> .\n");
    write(std::string{"site/one/"} + month + ".nt", line("a", month));
    EXPECT_EQ(run(), 0);
  }
  EXPECT_EQ(graph("one"), lines{says("a", "2026-02")});
  const auto registry = read("registry.yaml");
  EXPECT_NE(registry.find("  modified: 2026-02-01T00:00:00.000Z"), std::string::npos) << registry;
  EXPECT_EQ(registry.find("datasets:"), std::string::npos) << registry;
}

TEST_F(harvest_rules_test, the_demo_harvests_two_providers_that_the_program_serves_itself_G07_G08_G10_G19) {
  const fs::path source{source_path()};
  const auto conf = folder() / "conf";
  fs::create_directories(conf);
  for (const auto* name : {"harvest.yaml", "harvest-registry.yaml", "harvest-store.password", "harvest-web"})
    fs::copy(source / "conf" / name, conf / name, fs::copy_options::recursive);
  for (int runs = 0; runs < 2; ++runs) {
    child_program engine{
        {program_path(), "run", (conf / "harvest.yaml").string(), "--once", "--data", data().string()}};
    EXPECT_EQ(engine.exit_code(), 0) << engine.output();
  }
  for (const auto* name : {"north", "south"}) {
    const auto exported = ask_about({"export", "--providers", name}).out;
    EXPECT_GT(std::ranges::count(exported, '\n'), 3) << name;
  }
  EXPECT_EQ(read("conf/harvest-registry.yaml"), read_file(source / "conf/harvest-registry.yaml"));
  EXPECT_EQ(ask_about({"verify"}).code, 0);
}

}  // namespace
}  // namespace laundromat
