// Tests that a harvest that is killed at any point leaves each graph before or after an import, never between.
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <chrono>
#include <csignal>

#include "tests/app/child_program.hpp"
#include "tests/app/providers/harvest_site.hpp"

namespace laundromat {
namespace {

using lines = std::set<std::string>;
class harvest_kill_test : public harvest_site {
 protected:
  /// Waits until a run has come to some step of a harvest, a later one for each number; or until it has ended.
  void reach(child_program& engine, std::size_t number) const {
    constexpr std::array steps{"seed list", "void.ttl", "dump.nt", "the graph of one", "washed in this run"};
    const auto step = number % (steps.size() + 1);
    if (step < steps.size()) return (void)engine.prints(steps[step]);
    // In the middle of an import.
    const auto file = data() / "graphs" / "one" / "unfinished";
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds{60};
    while (!std::filesystem::exists(file) && std::chrono::steady_clock::now() < deadline &&
           !engine.prints("washed in this run", 1, std::chrono::seconds{0})) {
    }
  }
};

TEST_F(harvest_kill_test, a_graph_is_before_or_after_an_import_whenever_the_engine_is_killed_G12_G14) {
  constexpr int subjects = 3'000, kills = 12;
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
  EXPECT_NE(read("registry.yaml").find("modified: 2026-01-13T00:00:00.000Z"), std::string::npos);
}

}  // namespace
}  // namespace laundromat
