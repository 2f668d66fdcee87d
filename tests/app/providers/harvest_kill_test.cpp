// Tests that a harvest that is killed at any point leaves each graph before or after an import, never between.
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <chrono>
#include <csignal>

#include "tests/app/child_program.hpp"
#include "tests/app/providers/harvest_site.hpp"
#include "tests/net/stores/fake_store.hpp"

namespace laundromat {
namespace {

using lines = std::set<std::string>;

class harvest_kill_test : public harvest_site {
 protected:
  /// Waits until a run has come to some step of a harvest, a later one for each number; or until it has ended.
  void reach(child_program& engine, std::size_t number) const {
    constexpr std::array steps{"seed list",        "void.ttl",        "dump.nt",
                               "the graph of one", "the store s has", "washed in this run"};
    const auto step = number % (steps.size() + 2);
    if (step < steps.size()) return (void)engine.prints(steps[step]);
    // In the middle of an import, or of tidying after it.
    if (step > steps.size()) (void)engine.prints("the graph of one");
    wait_for_unfinished(engine, "washed in this run");
  }
  /// Waits until a file of the graph is being written, or the program prints its last words.
  void wait_for_unfinished(child_program& program, std::string_view last_words) const {
    const auto file = data() / "graphs" / "one" / "unfinished";
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds{60};
    while (!std::filesystem::exists(file) && std::chrono::steady_clock::now() < deadline &&
           !program.prints(last_words, 1, std::chrono::seconds{0})) {
    }
  }
};

TEST_F(harvest_kill_test, a_graph_is_before_or_after_an_import_whenever_the_engine_is_killed_G12_G14_G18) {
  constexpr int subjects = 3'000, kills = 16;
  test::fake_store store;
  write("campaign.yaml", read("campaign.yaml") + "  stores:\n    - {name: s, graph_store: '" +
                             store.url("/graphs") + "', update: '" + store.url("/update") + "'}\n");
  enlist({"one"});
  const auto version = [&](int number) {
    lines all;
    for (int i = 0; i < subjects; ++i) all.insert(says("s" + std::to_string(i), std::to_string(number)));
    return all;
  };
  const auto publish = [&](int number) {
    std::string dump;
    for (int i = 0; i < subjects; ++i) dump += line("s" + std::to_string(i), std::to_string(number));
    write("site/one/dump.nt", dump);
    char date[32];
    std::snprintf(date, sizeof date, "2026-01-%02dT00:00:00Z", number);
    describe("one", date, number % 2 == 0 ? full_dump : partial_dump, "dump.nt");
  };
  publish(1);
  ASSERT_EQ(run(), 0);
  int newest = 1;
  for (int number = 2; number < 2 + kills; ++number) {
    publish(number);
    child_program engine{{LAUNDROMAT_PROGRAM, "run", (folder() / "campaign.yaml").string(), "--data",
                          data().string(), "--once"}};
    reach(engine, static_cast<std::size_t>(number));
    engine.signal(SIGKILL);
    (void)engine.exit_code();
    const auto found = graph("one");
    const bool is_after = found == version(number);
    bool is_before = false;
    for (int older = newest; older < number; ++older) is_before = is_before || found == version(older);
    EXPECT_TRUE(is_before || is_after) << "after kill " << number;
    if (is_after) newest = number;
  }
  ASSERT_EQ(run(), 0);
  EXPECT_EQ(graph("one"), version(1 + kills));
  EXPECT_EQ(ask_about({"verify"}).code, 0);
  EXPECT_NE(read("registry.yaml").find("modified: 2026-01-17T00:00:00.000Z"), std::string::npos);
  lines sent;
  for (const auto& one : graph("one")) sent.insert(one + " .");
  EXPECT_EQ(store.graph("http://e.example/graphs/one"), sent) << "the store has what the graph has";
}

TEST_F(harvest_kill_test, a_graph_has_one_version_or_the_other_whenever_a_restoration_is_killed_G14_G17) {
  enlist({"one"});
  std::array<lines, 2> versions;
  for (std::size_t number = 0; number < 2; ++number) {
    std::string dump;
    for (int i = 0; i < 3'000; ++i) {
      const auto subject = "s" + std::to_string(i), value = std::to_string(number);
      dump += line(subject, value);
      versions[number].insert(says(subject, value));
    }
    write("site/one/dump.nt", dump);
    describe("one", "2026-01-0" + std::to_string(number + 1), full_dump, "dump.nt");
    ASSERT_EQ(run(), 0);
  }
  for (int kill = 0; kill < 8; ++kill) {
    child_program restoration{
        {LAUNDROMAT_PROGRAM, "restore", kill % 4 < 2 ? "one@1" : "one@2", "--data", data().string()}};
    if (kill % 2 == 1) wait_for_unfinished(restoration, "version");
    restoration.signal(SIGKILL);
    (void)restoration.exit_code();
    const auto found = graph("one");
    EXPECT_TRUE(found == versions[0] || found == versions[1]) << "after kill " << kill;
  }
  EXPECT_EQ(ask_about({"restore", "one@1"}).code, 0);
  EXPECT_EQ(graph("one"), versions[0]);
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(ask_about({"verify"}).code, 0);
}

}  // namespace
}  // namespace laundromat
