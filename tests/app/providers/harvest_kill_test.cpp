// Tests that a harvest that is killed at any point leaves each graph before or after an import, never between.
// SPDX-License-Identifier: Apache-2.0
#include <poll.h>
#include <sys/inotify.h>

#include <array>
#include <chrono>
#include <csignal>

#include "storage/files/posix_file.hpp"
#include "tests/app/child_program.hpp"
#include "tests/app/providers/harvest_site.hpp"
#include "tests/net/stores/fake_store.hpp"
#include "tests/places.hpp"

namespace laundromat {
namespace {

using lines = std::set<std::string>;

/// Sees the first change of a kind in a folder from now on.
class change_watch {
 public:
  change_watch(const std::filesystem::path& folder, std::uint32_t kind) {
    std::filesystem::create_directories(folder);
    EXPECT_GE(::inotify_add_watch(events_.get(), folder.c_str(), kind), 0);
  }
  /// Whether there was one within a minute.
  [[nodiscard]] bool wait() const {
    pollfd ready{events_.get(), POLLIN, 0};
    return ::poll(&ready, 1, 60'000) == 1;
  }

 private:
  file_descriptor events_{::inotify_init1(IN_CLOEXEC)};
};

class harvest_kill_test : public harvest_site {
 protected:
  [[nodiscard]] child_program engine() const {
    return child_program{
        {program_path(), "run", (folder() / "campaign.yaml").string(), "--data", data().string(), "--once"}};
  }
  /// Publishes a full dump of some subjects, which all have this number.
  [[nodiscard]] lines publish(int number) const {
    std::string dump;
    lines all;
    for (int i = 0; i < 20; ++i) {
      const auto subject = "s" + std::to_string(i), value = std::to_string(number);
      dump += line(subject, value);
      all.insert(says(subject, value));
    }
    write("site/one/dump.nt", dump);
    describe("one", "2026-01-0" + std::to_string(number), full_dump, "dump.nt");
    return all;
  }
  void replace_in_campaign(const std::string& before, const std::string& after) const {
    auto text = read("campaign.yaml");
    text.replace(text.find(before), before.size(), after);
    write("campaign.yaml", text);
  }
  /// The number of imports that made a version.
  [[nodiscard]] std::size_t versions() const {
    std::size_t count = 0;
    std::istringstream printed{ask_about({"history", "one", "--json"}).out};
    for (std::string line; std::getline(printed, line);)
      count += line.find("\"outcome\":\"imported\"") != line.npos ? 1 : 0;
    return count;
  }
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
  const auto publish_part = [&](int number) {
    std::string dump;
    for (int i = 0; i < subjects; ++i) dump += line("s" + std::to_string(i), std::to_string(number));
    write("site/one/dump.nt", dump);
    char date[32];
    std::snprintf(date, sizeof date, "2026-01-%02dT00:00:00Z", number);
    describe("one", date, number % 2 == 0 ? full_dump : partial_dump, "dump.nt");
  };
  publish_part(1);
  ASSERT_EQ(run(), 0);
  int newest = 1;
  for (int number = 2; number < 2 + kills; ++number) {
    publish_part(number);
    auto killed = engine();
    reach(killed, static_cast<std::size_t>(number));
    killed.signal(SIGKILL);
    (void)killed.exit_code();
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
        {program_path(), "restore", kill % 4 < 2 ? "one@1" : "one@2", "--data", data().string()}};
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

TEST_F(harvest_kill_test, a_registry_is_old_or_new_when_the_engine_is_killed_while_it_writes_it_G03_G05) {
  replace_in_campaign("registry.yaml", "listed/registry.yaml");
  enlist({"one"});
  std::filesystem::create_directories(folder() / "listed");
  std::filesystem::rename(folder() / "registry.yaml", folder() / "listed/registry.yaml");
  for (int number = 1; number <= 6; ++number) {
    const auto wanted = publish(number);
    const auto before = read("listed/registry.yaml");
    const change_watch writing{folder() / "listed", IN_CREATE};
    auto killed = engine();
    EXPECT_TRUE(writing.wait()) << killed.output();
    killed.signal(SIGKILL);
    (void)killed.exit_code();
    EXPECT_EQ(graph("one"), wanted) << "the registry says nothing that was not imported";
    const auto date = "modified: 2026-01-0" + std::to_string(number) + "T00:00:00.000Z";
    const auto after = read("listed/registry.yaml");
    EXPECT_TRUE(after == before || after.find(date) != after.npos) << after;
    EXPECT_EQ(run(), 0);
    EXPECT_NE(read("listed/registry.yaml").find(date), std::string::npos);
    EXPECT_EQ(versions(), static_cast<std::size_t>(number)) << "it is not imported again";
  }
}

TEST_F(harvest_kill_test, an_export_is_old_or_new_when_the_engine_is_killed_while_it_writes_it_G17) {
  replace_in_campaign("registry.yaml", "registry.yaml\n  export_file: exported/all.nq");
  enlist({"one"});
  const auto exported = [&] {
    lines all;
    std::istringstream text{read("exported/all.nq")};
    const std::string end = " <http://e.example/graphs/one> .";
    for (std::string line; std::getline(text, line);) {
      EXPECT_TRUE(line.ends_with(end)) << line;
      all.insert(line.substr(0, line.size() - std::min(line.size(), end.size())));
    }
    return all;
  };
  lines before;
  for (int number = 1; number <= 4; ++number) {
    const auto wanted = publish(number);
    const change_watch writing{folder() / "exported", IN_CREATE};
    auto killed = engine();
    EXPECT_TRUE(writing.wait()) << killed.output();
    killed.signal(SIGKILL);
    (void)killed.exit_code();
    if (std::filesystem::exists(folder() / "exported/all.nq")) {
      EXPECT_TRUE(exported() == before || exported() == wanted) << "after kill " << number;
    }
    EXPECT_EQ(run(), 0);
    EXPECT_EQ(exported(), wanted);
    before = wanted;
  }
}

TEST_F(harvest_kill_test, a_provider_that_is_dropped_is_there_or_gone_whenever_the_command_is_killed_G06) {
  for (int round = 0; round < 4; ++round) {
    enlist({"one"});
    lines wanted;
    for (int number = 1; number <= 3; ++number) {
      wanted = publish(number);
      ASSERT_EQ(run(), 0);
    }
    EXPECT_EQ(graph("one"), wanted);
    write("registry.yaml", "{}\n");
    ASSERT_EQ(run(), 0);
    const change_watch removing{data() / "graphs/one", IN_DELETE | IN_DELETE_SELF};
    child_program dropping{{program_path(), "providers", "one", "--drop", "--data", data().string()}};
    if (round % 2 == 0) {
      EXPECT_TRUE(removing.wait()) << dropping.output();
    }
    dropping.signal(SIGKILL);
    (void)dropping.exit_code();
    if (ask_about({"providers", "one"}).code == 0) {
      EXPECT_EQ(graph("one"), wanted);
    }
    EXPECT_EQ(ask_about({"verify"}).code, 0);
    (void)ask_about({"providers", "one", "--drop"});
    EXPECT_FALSE(std::filesystem::exists(data() / "graphs/one"));
    EXPECT_NE(ask_about({"providers", "one"}).code, 0);
  }
}

}  // namespace
}  // namespace laundromat
