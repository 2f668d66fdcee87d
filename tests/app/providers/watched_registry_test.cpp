// Tests of registries that change while they are in use.
// SPDX-License-Identifier: Apache-2.0
#include "app/providers/watched_registry.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "tests/app/child_program.hpp"
#include "tests/app/providers/harvest_site.hpp"
#include "tests/places.hpp"

namespace laundromat {
namespace {

using lines = std::set<std::string>;
using watched_registry_test = harvest_site;

TEST_F(watched_registry_test, a_file_is_read_when_it_has_changed_and_the_last_good_one_stays_D78) {
  watched_registry watched{(folder() / "registry.yaml").string(), "http://127.0.0.1:1",
                           registry_log::changes};
  write("registry.yaml", "one:\n  void: http://e.example/void.ttl\n");
  EXPECT_EQ(watched.read().content.providers.size(), 1U);
  write("registry.yaml", "one:\n  void: http://e.example/void.ttl\ntwo:\n  void: nonsense\n");
  const auto broken = watched.read();
  EXPECT_EQ(broken.content.providers.size(), 1U);
  EXPECT_NE(broken.problem.find("registry.yaml:4:"), std::string::npos) << broken.problem;
  std::filesystem::remove(folder() / "registry.yaml");
  EXPECT_EQ(watched.read().content.providers.size(), 1U);
  EXPECT_NE(watched.read().problem, "");
  write("registry.yaml", "two:\n  void: http://e.example/2\nthree:\n  void: http://e.example/3\n");
  const auto mended = watched.read();
  EXPECT_EQ(mended.content.providers.size(), 2U);
  EXPECT_EQ(mended.problem, "");
}

TEST_F(watched_registry_test,
       a_running_engine_obeys_a_changed_registry_and_asks_void_files_with_conditions_G01_G05_G06_D78) {
  write("campaign.yaml", read("campaign.yaml") + "  every_s: 1\n");
  enlist({"one"});
  for (const auto* name : {"one", "two"}) {
    describe(name, "2026-01-01", full_dump, "dump.nt");
    write(std::string{"site/"} + name + "/dump.nt", line("a", "1"));
  }
  child_program engine{
      {program_path(), "run", (folder() / "campaign.yaml").string(), "--data", data().string()}};
  ASSERT_TRUE(engine.prints("the graph of one: imported")) << engine.output();
  write("registry.yaml", "one:\n  void: nonsense\n");
  ASSERT_TRUE(engine.prints("registry.yaml:2:")) << engine.output();
  // The last good registry stays in force.
  describe("one", "2026-01-02", full_dump, "dump.nt");
  write("site/one/dump.nt", line("a", "2"));
  ASSERT_TRUE(engine.prints("the graph of one: imported", 2)) << engine.output();
  enlist({"one", "two"});
  ASSERT_TRUE(engine.prints("the provider two is new")) << engine.output();
  ASSERT_TRUE(engine.prints("the graph of two: imported")) << engine.output();
  enlist({"two"});
  ASSERT_TRUE(engine.prints("the provider one is gone")) << engine.output();
  describe("two", "2026-01-03", full_dump, "dump.nt");
  write("site/two/dump.nt", line("a", "3"));
  ASSERT_TRUE(engine.prints("the graph of two: imported", 2)) << engine.output();
  engine.signal(SIGTERM);
  (void)engine.exit_code();
  const auto log = engine.output();
  const auto is_new = log.find("the provider two is new");
  EXPECT_EQ(log.find("the provider two is new", is_new + 1), log.npos) << "it is logged once: " << log;
  EXPECT_EQ(graph("one"), lines{says("a", "2")}) << "the graph of a provider that is gone stays";
  EXPECT_EQ(graph("two"), lines{says("a", "3")});
  // Each VoID file was requested about once a second, and most answers had no body.
  const auto codes = ask_about({"report", "codes", "--json"}).out;
  EXPECT_NE(codes.find("304"), std::string::npos) << codes;
}

}  // namespace
}  // namespace laundromat
