// Tests of providers whose datasets fail, overlap or move, and of operators who change things beside a running engine.
// SPDX-License-Identifier: Apache-2.0
#include <condition_variable>
#include <csignal>
#include <mutex>

#include "storage/graphs/graph_records.hpp"
#include "tests/app/child_program.hpp"
#include "tests/app/providers/harvest_site.hpp"
#include "tests/net/stores/fake_store.hpp"
#include "tests/places.hpp"

namespace laundromat {
namespace {

using lines = std::set<std::string>;

class harvest_faults_test : public harvest_site {
 protected:
  struct published {
    std::string name, modified, dumps;
    std::string_view extent = full_dump;
  };
  /// Writes a VoID file with several datasets.
  void publish(const std::vector<published>& datasets) const {
    std::string text;
    for (const auto& one : datasets)
      text += "<#" + one.name +
              "> a <http://rdfs.org/ns/void#Dataset> ; <http://purl.org/dc/terms/modified> \"" +
              one.modified + "\" ; <http://rdfs.org/ns/void#feature> <" + std::string{one.extent} +
              "> ; <http://rdfs.org/ns/void#dataDump> " + one.dumps + " .\n";
    write("site/one/void.ttl", text);
  }
  [[nodiscard]] std::size_t imports_with(const std::string& outcome) const {
    const auto history = ask_about({"history", "one", "--json"}).out;
    std::size_t count = 0;
    const auto wanted = "\"outcome\":\"" + outcome + '"';
    for (auto at = history.find(wanted); at != history.npos; at = history.find(wanted, at + 1)) ++count;
    return count;
  }
  /// An engine that goes on.
  [[nodiscard]] std::vector<std::string> engine() const {
    return {program_path(), "run", (folder() / "campaign.yaml").string(), "--data", data().string()};
  }
};

TEST_F(harvest_faults_test, a_dataset_that_fails_lets_the_others_be_harvested_once_G04_G12) {
  enlist({"one"});
  publish({{"a", "2026-01-01", "<a.nt>"}, {"b", "2026-01-01", "<missing.nt>"}});
  write("site/one/a.nt", line("a", "1"));
  for (int runs = 0; runs < 3; ++runs) EXPECT_EQ(run(), exit_some_failed);
  EXPECT_EQ(imports_with("imported"), 1U);
  EXPECT_EQ(imports_with("unchanged"), 0U);
  EXPECT_EQ(graph("one"), lines{says("a", "1")});
  EXPECT_NE(read("registry.yaml").find("void.ttl#a\": 2026-01-01"), std::string::npos);
}

TEST_F(harvest_faults_test, what_was_announced_before_is_imported_before_what_waits_G20) {
  write("campaign.yaml", read("campaign.yaml") + "  every_s: 1\n");
  write("site.rules", "/one/first.nt delay 4000\n");
  enlist({"one"});
  publish({{"d", "2026-01-01", "<first.nt>", partial_dump}});
  write("site/one/first.nt", line("first", "1"));
  write("site/one/second.nt", line("second", "1"));
  child_program running{engine()};
  const auto until_it_says = [&](const std::string& text) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds{60};
    while (std::chrono::steady_clock::now() < deadline)
      if (holds(ask_about({"providers", "one", "--json"}), text)) return true;
    return false;
  };
  ASSERT_TRUE(until_it_says("\"running\":\"2026-01-01")) << running.output();
  publish({{"d", "2026-01-02", "<second.nt>", partial_dump}});
  ASSERT_TRUE(until_it_says("\"pending\":\"2026-01-02")) << running.output();
  ASSERT_TRUE(until_it_says("\"harvested\":\"2026-01-02")) << running.output();
  running.signal(SIGTERM);
  (void)running.exit_code();
  EXPECT_EQ(graph("one"), (lines{says("first", "1"), says("second", "1")}));
  EXPECT_EQ(graph("one@1"), lines{says("first", "1")});
}

TEST_F(harvest_faults_test, a_dump_that_failed_gets_into_no_graph_by_another_dataset_G13_G15) {
  enlist({"one"});
  publish({{"a", "2026-01-01", "<a.nt>"}, {"b", "2026-01-01", "<b>, <c.nt>"}});
  write("site/one/a.nt", line("a", "1"));
  write("site/one/b", line("b", "1"));
  write("site/one/c.nt", line("c", "1"));
  EXPECT_EQ(run(), 0);
  write("site/one/b",
        "<!DOCTYPE html><html><body about=\"http://e.example/m\"><p property=\"http://e.example/p\">We are "
        "back soon</p></body></html>");
  write("site/one/c.nt", line("c", "2"));
  write("site/one/a.nt", line("a", "2"));
  publish({{"a", "2026-01-02", "<a.nt>"}, {"b", "2026-01-02", "<b>, <c.nt>"}});
  EXPECT_EQ(run(), exit_some_failed);
  EXPECT_EQ(graph("one"), (lines{says("a", "2"), says("b", "1"), says("c", "1")}));
}

TEST_F(harvest_faults_test, a_new_data_folder_is_filled_whatever_the_registry_has_noted_G02_G04) {
  write("registry.yaml", "one:\n  void: '{serve}/one/void.ttl'\n  modified: 2026-01-01T00:00:00Z\n");
  describe("one", "2026-01-01", full_dump, "dump.nt");
  write("site/one/dump.nt", line("a", "1"));
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(graph("one"), lines{says("a", "1")});
}

TEST_F(harvest_faults_test, statements_in_graphs_of_others_are_counted_once_D74) {
  enlist({"one"});
  for (const auto* modified : {"2026-01-01", "2026-01-02"}) {
    describe("one", modified, partial_dump, "dump.nq");
    write("site/one/dump.nq", line("a", modified) + says("x", "1") + " <http://e.example/graphs/two> .\n");
    EXPECT_EQ(run(), 0);
  }
  const auto history = ask_about({"history", "one", "--json"}).out;
  EXPECT_EQ(history.find("\"foreign_statements\":2"), std::string::npos) << history;
}

TEST_F(harvest_faults_test, a_void_file_without_statements_has_no_dataset_G07) {
  enlist({"one"});
  write("site/one/void.ttl", "# nothing yet\n");
  EXPECT_EQ(run(), exit_some_failed);
  EXPECT_NE(ask_about({"providers", "one"}).out.find("no_dataset"), std::string::npos);
}

TEST_F(harvest_faults_test, two_versions_of_one_graph_are_not_exported_as_one_G19) {
  enlist({"one"});
  describe("one", "2026-01-01", full_dump, "dump.nt");
  write("site/one/dump.nt", line("a", "1"));
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(ask_about({"export", "--providers", "one@0", "one@1"}).code, exit_usage);
}

TEST_F(harvest_faults_test, restorations_beside_imports_lose_no_version_G14_G17) {
  constexpr int datasets = 40;
  enlist({"one"});
  write("campaign.yaml", read("campaign.yaml") + "  every_s: 1\n");
  std::vector<published> all;
  for (int i = 0; i < datasets; ++i) {
    const auto name = "d" + std::to_string(i);
    all.push_back({name, "2026-01-01", "<" + name + ".nt>", partial_dump});
    write("site/one/" + name + ".nt", line(name, "1"));
  }
  publish(all);
  child_program running{engine()};
  ASSERT_TRUE(running.prints("the graph of one: imported")) << running.output();
  int version = 1;
  while (imports_with("imported") < datasets && !running.prints("critical", 1, std::chrono::seconds{0}))
    (void)ask_about({"restore", "one@" + std::to_string(version++ % 5)});
  EXPECT_EQ(running.output().find("critical"), std::string::npos) << running.output();
  running.signal(SIGTERM);
  (void)running.exit_code();
  EXPECT_EQ(ask_about({"verify"}).code, 0);
  EXPECT_EQ(imports_with("imported"), static_cast<std::size_t>(datasets));
}

TEST_F(harvest_faults_test, a_provider_that_is_dropped_beside_an_engine_costs_only_that_G21) {
  std::mutex mutex;
  std::condition_variable released;
  bool is_released = false;
  test::fake_store store{[&](std::size_t, const test::seen_request&) {
    std::unique_lock lock{mutex};
    released.wait(lock, [&] { return is_released; });
    return test::store_trouble{};
  }};
  write("campaign.yaml", read("campaign.yaml") + "  every_s: 1\n  stores:\n    - {name: s, graph_store: '" +
                             store.url("/graphs") + "'}\n");
  enlist({"one", "two"});
  for (const auto* name : {"one", "two"}) {
    describe(name, "2026-01-01", full_dump, "dump.nt");
    write(std::string{"site/"} + name + "/dump.nt", line("a", "1"));
  }
  child_program running{engine()};
  ASSERT_TRUE(running.prints("the graph of one: imported")) << running.output();
  ASSERT_TRUE(running.prints("the graph of two: imported")) << running.output();
  enlist({"two"});
  ASSERT_TRUE(running.prints("the provider one is gone")) << running.output();
  EXPECT_EQ(ask_about({"providers", "one", "--drop"}).code, 0);
  {
    const std::lock_guard lock{mutex};
    is_released = true;
  }
  released.notify_all();
  ASSERT_TRUE(running.prints("the store s has version 1 of the graph of two")) << running.output();
  running.signal(SIGTERM);
  (void)running.exit_code();
  EXPECT_EQ(ask_about({"verify"}).code, 0);
}

TEST_F(harvest_faults_test, another_location_begins_anew_and_nothing_of_the_old_one_is_written_G21) {
  enlist({"one"});
  describe("one", "2026-01-01", full_dump, "dump.nt");
  write("site/one/dump.nt", line("a", "1"));
  EXPECT_EQ(run(), 0);
  auto db = journal::open(data() / "journal.sqlite", journal_mode::read_write);
  ASSERT_TRUE(db);
  graph_records records{*db};
  const auto before = records.provider("one").value();
  const auto dataset = records.datasets(before.id).value().front();
  ASSERT_TRUE(records.bind(before.id, "http://new.example/void.ttl"));
  EXPECT_TRUE(records.datasets(before.id).value().empty());
  const auto saved = records.save_dataset(before, dataset);
  ASSERT_FALSE(saved);
  EXPECT_EQ(saved.error().code, errc::invalid_argument);
  import_commit late;
  late.version_before = before.version;
  late.void_uri = before.void_uri;
  EXPECT_FALSE(records.commit(before.id, late));
}

TEST_F(harvest_faults_test, a_fault_of_the_folder_of_one_graph_holds_up_no_other_G01) {
  for (const auto* one : {"a", "b"}) {
    describe(one, "2026-01-01", partial_dump, "dump.nt");
    write(std::string{"site/"} + one + "/dump.nt", line(one, "1"));
  }
  enlist({"a"});
  EXPECT_EQ(run(), 0);
  std::filesystem::rename(data() / "graphs/a", folder() / "moved");
  std::filesystem::create_directory_symlink(folder() / "moved", data() / "graphs/a");
  enlist({"a", "b"});
  EXPECT_EQ(run(), 1);
  EXPECT_NE(ask_about({"providers", "a"}).out.find("symbolic link"), std::string::npos);
  EXPECT_EQ(graph("b"), (std::set<std::string>{says("b", "1")}));
  std::filesystem::remove(data() / "graphs/a");
  std::filesystem::rename(folder() / "moved", data() / "graphs/a");
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(graph("a"), (std::set<std::string>{says("a", "1")}));
}

}  // namespace
}  // namespace laundromat
