// Tests of washer processes: results are the same as in the engine, and a crash costs one document.
// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <set>

#include "app/campaign/campaign_file.hpp"
#include "app/run/run_engine.hpp"
#include "app/terminal/exit_code.hpp"
#include "app/terminal/stop_signals.hpp"
#include "net/site_server.hpp"
#include "storage/files/posix_file.hpp"
#include "tests/app/child_program.hpp"
#include "tests/app/data_of_run.hpp"
#include "tests/places.hpp"
#include "tests/read_file.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat {
namespace {

namespace fs = std::filesystem;

/// One stored member, `é/日本.nt`, with a name in UTF-8.
constexpr std::string_view zip_of_a_foreign_name{
    "\x50\x4B\x03\x04\x14\x00\x00\x08\x00\x00\x00\x00\x21\x5C\x22\xF8\x5C\xB1\x14\x00"
    "\x00\x00\x14\x00\x00\x00\x0C\x00\x00\x00\xC3\xA9\x2F\xE6\x97\xA5\xE6\x9C\xAC\x2E"
    "\x6E\x74\x3C\x61\x3A\x73\x3E\x20\x3C\x61\x3A\x70\x3E\x20\x3C\x61\x3A\x6F\x3E\x20"
    "\x2E\x0A\x50\x4B\x01\x02\x14\x03\x14\x00\x00\x08\x00\x00\x00\x00\x21\x5C\x22\xF8"
    "\x5C\xB1\x14\x00\x00\x00\x14\x00\x00\x00\x0C\x00\x00\x00\x00\x00\x00\x00\x00\x00"
    "\x00\x00\x80\x01\x00\x00\x00\x00\xC3\xA9\x2F\xE6\x97\xA5\xE6\x9C\xAC\x2E\x6E\x74"
    "\x50\x4B\x05\x06\x00\x00\x00\x00\x01\x00\x01\x00\x3A\x00\x00\x00\x3E\x00\x00\x00"
    "\x00\x00",
    142};

/// A web of small documents, and campaigns for it.
class washers : public ::testing::Test {
 protected:
  void put(const std::string& name, const std::string& text) {
    fs::create_directories(folder_.path() / "web");
    std::ofstream{folder_.path() / "web" / name, std::ios::binary} << text;
    names_.push_back(name);
  }
  void put_good(int documents) {
    for (int i = 0; i < documents; ++i)
      put("good" + std::to_string(i) + ".nt",
          "_:a <http://a.example/p> \"" + std::to_string(i) + "\" .\nthis is no statement\n");
  }
  [[nodiscard]] campaign make_campaign(const std::string& data, const std::string& isolation) {
    if (!site_) {
      site_options options;
      options.root = folder_.path() / "web";
      options.media_types = usual_media_types();
      site_ = std::make_unique<site_server>(site_server::start(std::move(options)).value());
    }
    std::ofstream seeds{folder_.path() / "seeds.txt"};
    for (const auto& name : names_) seeds << site_->url("/" + name) << '\n';
    seeds.close();
    const auto file = folder_.path() / "test.yaml";
    std::ofstream{file}
        << "name: test\n"
           "isolation: " +
               isolation +
               "\n"
               "contact: {product: Test, url: https://example.org/, mail: crawl@example.org}\n"
               "seed_files: [seeds.txt]\n"
               "network:\n  allow: [127.0.0.1]\n"
               "politeness:\n  own_hosts:\n    - {host: 127.0.0.1, delay_s: 0, connections: 4}\n";
    auto loaded = load_campaign(file.string()).value();
    loaded.data = (folder_.path() / data).string();
    return loaded;
  }
  int run(const campaign& c, const std::string& washer = program_path()) {
    block_stop_signals();
    return run_campaign(c, {true, false, true, washer});
  }
  /// The engine as a separate process.
  [[nodiscard]] std::vector<std::string> command(const std::string& data,
                                                 const std::string& isolation = "process") {
    const auto c = make_campaign(data, isolation);
    return {program_path(), "--data", c.data, "run", (folder_.path() / "test.yaml").string(), "--once"};
  }
  [[nodiscard]] tally tally_in(const std::string& data) const { return tally_of(folder_.path() / data); }
  [[nodiscard]] auto tree_in(const std::string& data) const { return clean_tree(folder_.path() / data); }
  [[nodiscard]] std::set<std::string> uris_in(const std::string& data) const {
    auto db = journal_of(folder_.path() / data);
    const auto rows = journal_reader{db}.documents({}, 1'000).value();
    std::set<std::string> uris;
    for (const auto& row : rows) uris.insert(row.uri);
    return uris;
  }
  [[nodiscard]] std::size_t staged_in(const std::string& data) const {
    std::size_t count = 0;
    for (const auto& file : fs::directory_iterator{data_layout{folder_.path() / data}.clean() / ".staged"})
      count += file.is_regular_file();
    return count;
  }

  temporary_folder folder_;
  std::vector<std::string> names_;
  std::unique_ptr<site_server> site_;
};

TEST(sandbox, a_washer_can_do_nothing_but_wash) {
  child_program evil{{evil_washer_path(), "try"}};
  const auto possible = evil.exit_code();
  if (evil.output().find("missing: ") != std::string::npos)
    GTEST_SKIP() << "not on this kernel: " << evil.output();
  EXPECT_EQ(possible, 0) << evil.output();
}

TEST(sandbox, without_it_the_same_program_can_do_much) {
  child_program evil{{evil_washer_path(), "try-freely"}};
  const auto possible = evil.exit_code();
  ASSERT_TRUE(possible);
  EXPECT_GE(*possible, 8) << "else what it tries shows nothing: " << evil.output();
}

TEST(sandbox, landlock_also_applies) {
  child_program evil{{evil_washer_path(), "paths"}};
  const auto possible = evil.exit_code();
  if (possible == 77) GTEST_SKIP() << "no Landlock in this kernel";
  EXPECT_EQ(possible, 0) << "1: opens a file, 2: makes a folder, 4: cannot use what is open";
}

TEST(sandbox, a_washer_that_ignores_the_processor_limit_is_killed) {
  child_program evil{{evil_washer_path(), "burn"}};
  EXPECT_EQ(evil.exit_code(), 128 + SIGKILL);
}

TEST_F(washers, they_inherit_nothing_of_their_engine) {
  ::setenv("LAUNDROMAT_SECRET", "in the environment", 1);
  // A library may leave a descriptor open across exec.
  const file_descriptor leaked{::open("/dev/zero", O_RDONLY)};
  put("inherit.nt", "# inherit\n<a:s> <a:p> <a:o> .\n");
  EXPECT_EQ(run(make_campaign("data", "process"), evil_washer_path()), exit_ok);
  EXPECT_EQ(tally_in("data")["entry parsed"], 1U);
  ::unsetenv("LAUNDROMAT_SECRET");
}

TEST_F(washers, their_words_reach_no_terminal) {
  put("shout.nt", "# shout\n<a:s> <a:p> <a:o> .\n");
  const auto c = make_campaign("data", "process");
  const file_descriptor kept_out{::dup(STDOUT_FILENO)}, kept_err{::dup(STDERR_FILENO)};
  const auto file = (folder_.path() / "words").string();
  const file_descriptor words{::open(file.c_str(), O_RDWR | O_CREAT, 0600)};
  ::dup2(words.get(), STDOUT_FILENO);
  ::dup2(words.get(), STDERR_FILENO);
  const int code = run(c, evil_washer_path());
  ::dup2(kept_out.get(), STDOUT_FILENO);
  ::dup2(kept_err.get(), STDERR_FILENO);
  EXPECT_EQ(code, exit_ok);
  const std::string text = read_file(file);
  EXPECT_EQ(text.find("evil words"), text.npos) << text;
}

TEST_F(washers, one_that_asks_and_never_listens_costs_its_own_document) {
  put_good(5);
  put("pester.nt", "# pester\n");
  auto c = make_campaign("data", "process");
  c.limits.lease_s = 1;
  EXPECT_EQ(run(c, evil_washer_path()), exit_some_failed);
  EXPECT_EQ(tally_in("data")["entry parsed"], 5U);
}

TEST_F(washers, documents_are_the_same_wherever_they_are_washed) {
  put_good(30);
  put("latin.rdf",
      "<?xml version='1.0' encoding='ISO-8859-15'?>\n<rdf:RDF "
      "xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>"
      "<rdf:Description rdf:about='http://a.example/a'><p xmlns='http://a.example/'>\xA4 "
      "\xE9</p></rdf:Description>"
      "</rdf:RDF>\n");
  put("japanese.ttl",
      "<http://a.example/a> <http://a.example/p> \"\x93\xFA\x96\x7B\x8C\xEA\x93\xFA\x96\x7B\x8C\xEA\" .\n");
  put("context.jsonld", R"({"@context": "http://schema.org/", "@id": "http://a.example/a", "name": "a"})");
  std::string large;
  for (int i = 0; i < 40'000; ++i)
    large += "<http://a.example/" + std::to_string(i * 7'919 % 40'000) + "> <http://a.example/p> _:b .\n";
  put("large.nt", large);
  for (const auto* name : {"attic.tar.gz", "programmes.trig.bz2"}) {
    fs::copy_file(fs::path{source_path()} / "conf/demo-web" / name, folder_.path() / "web" / name);
    names_.emplace_back(name);
  }
  put("names.zip", std::string{zip_of_a_foreign_name});
  const auto here = run(make_campaign("here", "none")),
             elsewhere = run(make_campaign("elsewhere", "process"));
  EXPECT_EQ(here, elsewhere);
  EXPECT_EQ(tally_in("elsewhere"), tally_in("here"));
  EXPECT_GT(tally_in("here")["entry parsed"], 35U);
  EXPECT_EQ(uris_in("elsewhere"), uris_in("here"));
  EXPECT_TRUE(uris_in("here").contains(site_->url("/names.zip!/%C3%A9/%E6%97%A5%E6%9C%AC.nt")));
  const auto tree = tree_in("elsewhere");
  for (const auto& [path, bytes] : tree_in("here")) {
    if (path.find("meta.") != std::string::npos) continue;  // it contains timestamps
    const auto found = tree.find(path);
    ASSERT_NE(found, tree.end()) << path;
    EXPECT_TRUE(found->second == bytes) << path;
  }
  EXPECT_EQ(tree.size(), tree_in("here").size());
}

TEST_F(washers, times_of_members_do_not_depend_on_where_they_are_read) {
  put("names.zip", std::string{zip_of_a_foreign_name});
  for (const auto* isolation : {"none", "process"})
    for (const std::string zone : {"JST-9", "EST5"}) {
      ::setenv("TZ", zone.c_str(), 1);
      child_program engine{command(isolation + zone, isolation)};
      EXPECT_EQ(engine.exit_code(), exit_ok);
      ::unsetenv("TZ");
      auto db = journal_of(folder_.path() / (isolation + zone));
      journal_reader reader{db};
      const auto rows = reader.documents({}, 9).value();
      ASSERT_EQ(rows.size(), 1U);
      const auto archive = db.entry(rows[0].entry).value().parent;
      const auto members = reader.members(archive, std::nullopt, 9).value();
      ASSERT_EQ(members.size(), 1U);
      EXPECT_EQ(to_iso8601(members[0].modified), "2026-01-01T00:00:00.000Z") << isolation << ' ' << zone;
    }
}

TEST_F(washers, five_poison_documents_among_95_good_ones_cost_five_after_three_attempts) {
  put_good(95);
  for (int i = 0; i < 5; ++i)
    put("bad" + std::to_string(i) + ".nt", i == 0 ? "# exit\n" : i == 1 ? "# memory\n" : "# poison\n");
  EXPECT_EQ(run(make_campaign("data", "process"), evil_washer_path()), exit_some_failed);
  const tally expected{
      {"seed added", 100}, {"entry parsed", 95}, {"entry failed poison", 5}, {"clean cleaned", 95}};
  EXPECT_EQ(tally_in("data"), expected);
  EXPECT_EQ(staged_in("data"), 0U);
  auto db = journal_of(folder_.path() / "data");
  journal_reader reader{db};
  document_filter failed;
  failed.current = status::failed;
  const auto poisoned = reader.documents(failed, 1'000).value();
  EXPECT_EQ(poisoned.size(), 5U);
  for (const auto& row : poisoned) {
    const auto attempts = reader.attempts(row.entry).value();
    EXPECT_EQ(std::ranges::count(attempts, stage::unpack, &attempt_row::of), 3) << row.uri;
  }
}

TEST_F(washers, a_washer_that_hangs_is_killed_and_its_document_tried_elsewhere) {
  put_good(5);
  put("hang.nt", "# hang\n");
  auto c = make_campaign("data", "process");
  c.limits.lease_s = 1;
  EXPECT_EQ(run(c, evil_washer_path()), exit_some_failed);
  EXPECT_EQ(tally_in("data")["entry parsed"], 5U);
  EXPECT_EQ(tally_in("data")["entry failed attempts_exhausted"], 1U);
}

/// The child processes of `parent`.
std::vector<int> children_of(int parent) {
  std::vector<int> found;
  for (const auto& one : fs::directory_iterator{"/proc"}) {
    std::ifstream in{one.path() / "stat"};
    int id = 0, above = 0;
    std::string name, state;
    if (in >> id >> name >> state >> above && above == parent) found.push_back(id);
  }
  return found;
}

TEST_F(washers, killed_under_way_they_are_replaced_and_nothing_is_lost) {
  // At most twice: the third crash counts the document as poison.
  put_good(120);
  child_program engine{command("data")};
  for (const std::size_t parsed : {20, 60}) {
    ASSERT_TRUE(engine.prints("parsed ", parsed)) << engine.output();
    for (const int id : children_of(engine.id())) ::kill(id, SIGKILL);
  }
  EXPECT_EQ(engine.exit_code(), exit_ok) << engine.output();
  EXPECT_EQ(tally_in("data")["entry parsed"], 120U);
  EXPECT_EQ(staged_in("data"), 0U);
  run(make_campaign("whole", "none"));
  std::set<std::string> here, whole;
  for (const auto& [path, bytes] : tree_in("data")) here.insert(path);
  for (const auto& [path, bytes] : tree_in("whole")) whole.insert(path);
  EXPECT_EQ(here, whole);
}

TEST_F(washers, they_end_with_their_engine) {
  put_good(120);
  child_program engine{command("data")};
  ASSERT_TRUE(engine.prints("parsed ", 5)) << engine.output();
  constexpr int time_limit_ms = 60'000;
  std::vector<file_descriptor> children;
  for (const int id : children_of(engine.id()))
    children.emplace_back(static_cast<int>(::syscall(SYS_pidfd_open, id, 0)));
  EXPECT_FALSE(children.empty());
  engine.signal(SIGKILL);
  ASSERT_TRUE(engine.exit_code());
  for (const auto& child : children) {
    pollfd ended{child.get(), POLLIN, 0};
    EXPECT_EQ(::poll(&ended, 1, time_limit_ms), 1) << "a washer outlives its engine";
  }
}

}  // namespace
}  // namespace laundromat
