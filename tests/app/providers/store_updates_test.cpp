// Tests of pauses, repairs and resumed batches of a store that is kept equal to the graphs of providers.
// SPDX-License-Identifier: Apache-2.0
#include "app/providers/store_updates.hpp"

#include <condition_variable>

#include "storage/stores/data_folder.hpp"
#include "storage/stores/scratch_store.hpp"
#include "tests/app/child_program.hpp"
#include "tests/app/providers/harvest_site.hpp"
#include "tests/net/stores/fake_store.hpp"
#include "tests/places.hpp"

namespace laundromat {
namespace {

using lines = std::set<std::string>;
using namespace std::chrono_literals;

constexpr auto* graph_of_one = "http://e.example/graphs/one";

class store_updates_test : public harvest_site {
 protected:
  /// Harvests one provider, so that there is a graph with so many subjects.
  void harvest(const std::string& modified, int subjects, const std::string& value) {
    std::string dump;
    for (int i = 0; i < subjects; ++i) dump += line("s" + std::to_string(i), value);
    write("site/one/dump.nt", dump);
    describe("one", modified, full_dump, "dump.nt");
    if (modified == "2026-01-01") enlist({"one"});
    EXPECT_EQ(run(), 0);
  }
  [[nodiscard]] lines wanted() const {
    lines all;
    for (const auto& statement : graph("one")) all.insert(statement + " .");
    return all;
  }
  [[nodiscard]] campaign::harvest_store settings_of(const test::fake_store& store) const {
    campaign::harvest_store place;
    place.name = "s";
    place.graph_store = store.url("/graphs");
    place.update = store.url("/update");
    place.query = store.url("/query");
    place.batch_statements = 3;
    place.check = true;
    return place;
  }
  /// One step of updating a store, as a run of its own would do it.
  void step(const campaign::harvest_store& store, timestamp now) {
    const auto opened = safe_folder::open(data());
    auto scratch = scratch_store::at(folder() / "scratch");
    ASSERT_TRUE(opened && scratch);
    auto env = std::make_shared<environment>();
    env->folder = &*opened;
    env->scratch = &*scratch;
    auto db = journal::open(data_layout{data()}.journal(), journal_mode::read_write);
    ASSERT_TRUE(db);
    store_updates updates{env, *std::move(db), store, "test"};
    const auto done = updates.step(now);
    EXPECT_TRUE(done) << to_string(done.error());
  }
  [[nodiscard]] store_cursor cursor() const {
    auto db = journal::open(data_layout{data()}.journal(), journal_mode::read_write);
    graph_records records{*db};
    return *records.cursor_of("s", records.provider("one")->id);
  }

  timestamp now_{std::chrono::seconds{1'800'000'000}};
};

TEST_F(store_updates_test,
       a_store_that_loses_statements_gets_the_whole_graph_again_after_growing_pauses_G18) {
  test::fake_store store;
  bool is_losing = true;
  store.keeps_line = [&](const std::string& one) { return !is_losing || one.find("/s3>") == one.npos; };
  harvest("2026-01-01", 5, "1");
  const auto place = settings_of(store);
  step(place, now_);
  EXPECT_EQ(cursor().version, 0U);
  EXPECT_NE(cursor().problem.find("gets the whole graph again"), std::string::npos);
  EXPECT_NE(cursor().note.find("1 statement missing"), std::string::npos) << cursor().note;
  const auto sent = store.requests().size();
  step(place, now_ + 30s);
  EXPECT_EQ(store.requests().size(), sent) << "the pause";
  step(place, now_ + 61s);
  EXPECT_GT(store.requests().size(), sent);
  EXPECT_EQ(cursor().not_before, now_ + 61s + 120s) << "twice as long";
  is_losing = false;
  step(place, now_ + 200s);
  EXPECT_EQ(store.graph(graph_of_one), wanted());
  EXPECT_EQ(cursor().version, 1U);
  EXPECT_EQ(cursor().problem, "");
  EXPECT_EQ(cursor().repairs, 0U);
}

TEST_F(store_updates_test, statements_that_a_store_refuses_are_noted_and_not_sent_again_for_ever_G18) {
  test::fake_store store;
  store.accepts_line = [](const std::string& one) { return one.find("/s3>") == one.npos; };
  harvest("2026-01-01", 5, "1");
  const auto place = settings_of(store);
  step(place, now_);
  EXPECT_EQ(cursor().version, 1U);
  EXPECT_EQ(cursor().unsent, 1U);
  harvest("2026-01-02", 5, "2");
  step(place, now_ + 1s);
  EXPECT_EQ(cursor().version, 2U);
  EXPECT_EQ(store.graph(graph_of_one).size(), 4U);
  const auto sent = store.requests().size();
  step(place, now_ + 1000s);
  EXPECT_EQ(store.requests().size(), sent);
}

TEST_F(store_updates_test, a_store_that_refuses_everything_keeps_its_graph_and_gets_the_new_one_later_G18) {
  test::fake_store store;
  bool is_broken = false;
  store.accepts_line = [&](const std::string&) { return !is_broken; };
  harvest("2026-01-01", 4, "1");
  auto place = settings_of(store);
  place.update.clear();
  step(place, now_);
  const auto before = wanted();
  EXPECT_EQ(store.graph(graph_of_one), before);
  harvest("2026-01-02", 4, "2");
  is_broken = true;
  step(place, now_ + 1s);
  EXPECT_EQ(store.graph(graph_of_one), before);
  EXPECT_EQ(cursor().version, 1U);
  EXPECT_NE(cursor().problem.find("refuses every statement"), std::string::npos) << cursor().problem;
  is_broken = false;
  step(place, now_ + 100s);
  EXPECT_EQ(store.graph(graph_of_one), wanted());
}

TEST_F(store_updates_test, another_store_of_the_same_name_gets_the_whole_graph_G18) {
  test::fake_store first, second;
  harvest("2026-01-01", 5, "1");
  step(settings_of(first), now_);
  harvest("2026-01-02", 5, "2");
  step(settings_of(second), now_ + 1s);
  EXPECT_EQ(second.graph(graph_of_one), wanted());
  EXPECT_EQ(cursor().version, 2U);
}

TEST_F(store_updates_test, a_graph_that_a_store_cannot_take_holds_up_no_other_graph_G18) {
  test::fake_store store{[](std::size_t, const test::seen_request& request) {
    test::store_trouble trouble;
    if (request.target.find("graphs%2Fone") != std::string::npos) trouble.status = 503;
    return trouble;
  }};
  enlist({"one", "two"});
  for (const auto* name : {"one", "two"}) {
    describe(name, "2026-01-01", full_dump, "dump.nt");
    write(std::string{"site/"} + name + "/dump.nt", line("a", "1"));
  }
  EXPECT_EQ(run(), 0);
  const auto opened = safe_folder::open(data());
  auto scratch = scratch_store::at(folder() / "scratch");
  ASSERT_TRUE(opened && scratch);
  auto env = std::make_shared<environment>();
  env->folder = &*opened;
  env->scratch = &*scratch;
  auto db = journal::open(data_layout{data()}.journal(), journal_mode::read_write);
  ASSERT_TRUE(db);
  auto place = settings_of(store);
  place.check = false;
  store_updates updates{env, *std::move(db), place, "test"};
  EXPECT_TRUE(updates.step(now_));
  EXPECT_TRUE(updates.step(now_ + 61s));
  EXPECT_EQ(store.graph("http://e.example/graphs/two").size(), 1U);
}

TEST_F(store_updates_test, a_lost_statement_is_noticed_beside_one_that_cannot_be_sent_G18) {
  test::fake_store store;
  store.keeps_line = [](const std::string& one) { return one.find("/s1>") == one.npos; };
  enlist({"one"});
  describe("one", "2026-01-01", full_dump, "dump.ttl");
  write("site/one/dump.ttl", line("s0", "1") + line("s1", "1") +
                                 "<http://e.example/t> <http://e.example/says> <<( <http://e.example/a> "
                                 "<http://e.example/b> <http://e.example/c> )>> .\n");
  EXPECT_EQ(run(), 0);
  step(settings_of(store), now_);
  EXPECT_EQ(cursor().version, 0U) << "it gets the whole graph again: " << cursor().note;
}

TEST_F(store_updates_test, batches_of_another_size_or_kind_are_played_from_the_first_one_G18) {
  std::size_t refuse_from = 0;
  test::fake_store store{[&](std::size_t number, const test::seen_request&) {
    test::store_trouble trouble;
    if (refuse_from > 0 && number >= refuse_from) trouble.status = 503;
    return trouble;
  }};
  harvest("2026-01-01", 10, "1");
  auto place = settings_of(store);
  place.check = false;
  step(place, now_);
  harvest("2026-01-02", 10, "2");
  refuse_from = store.requests().size() + 3;  // after two of seven batches
  step(place, now_ + 1s);
  EXPECT_EQ(cursor().batch, 2U);
  EXPECT_NE(cursor().problem.find("503"), std::string::npos) << cursor().problem;
  refuse_from = 0;
  place.batch_statements = 7;
  step(place, now_ + 100s);
  EXPECT_EQ(store.graph(graph_of_one), wanted());
  harvest("2026-01-03", 10, "3");
  refuse_from = store.requests().size() + 3;
  step(place, now_ + 200s);
  EXPECT_EQ(cursor().batch, 2U);
  refuse_from = 0;
  place.update.clear();  // graphs are sent whole now
  step(place, now_ + 300s);
  EXPECT_EQ(store.graph(graph_of_one), wanted());
}

TEST_F(store_updates_test, a_store_of_a_campaign_gets_the_login_that_the_campaign_names_G18) {
  write("password", "secret word\nsecond line\n");
  harvest("2026-01-01", 3, "1");
  struct login_case {
    const char *login, *user, *wanted;
  };
  for (const auto& one : {login_case{"basic", "dba", "Basic ZGJhOnNlY3JldCB3b3Jk"},
                          login_case{"any", "dba", "Basic ZGJhOnNlY3JldCB3b3Jk"},
                          login_case{"bearer", "", "Bearer secret word"}}) {
    test::fake_store store;
    store.login = one.wanted;
    auto place = settings_of(store);
    place.name = one.login;
    place.login = one.login;
    place.user = one.user;
    place.password_file = (folder() / "password").string();
    step(place, now_);
    EXPECT_EQ(store.graph(graph_of_one), wanted()) << one.login;
  }
  test::fake_store store;
  store.digest_password = "secret word";
  auto place = settings_of(store);
  place.name = "digest";
  place.login = "digest";
  place.user = "dba";
  place.password_file = (folder() / "password").string();
  step(place, now_);
  EXPECT_EQ(store.graph(graph_of_one), wanted());
  // Without the password nothing is sent, and the reason has no secret.
  place.name = "s";
  place.password_file = (folder() / "missing").string();
  step(place, now_);
  EXPECT_NE(cursor().problem.find("missing"), std::string::npos) << cursor().problem;
}

TEST_F(store_updates_test, a_store_that_answers_much_more_than_it_was_sent_is_not_read_to_the_end_G18) {
  test::fake_store store;
  harvest("2026-01-01", 3, "1");
  auto place = settings_of(store);
  place.check = false;
  step(place, now_);
  const auto opened = safe_folder::open(data());
  auto scratch = scratch_store::at(folder() / "scratch");
  ASSERT_TRUE(opened && scratch);
  lines many;
  for (int i = 0; i < 1'000; ++i)
    many.insert("<http://e.example/x" + std::to_string(i) + "> <http://e.example/p> \"x\" .");
  store.set_graph(graph_of_one, many);
  store_limits limits;
  limits.answer_bytes = 10'000;
  sparql_store to{{place.graph_store, place.update, place.query}, {}, limits};
  const auto pages = make_memory_run_store(), sorting = make_memory_run_store();
  const auto found = to.check(
      graph_of_one, [] { return make_memory_source(line("s0", "1")); }, *pages, *sorting);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().cause.code, errc::limit_exceeded) << to_string(found.error().cause);
}

TEST_F(store_updates_test, a_store_that_stalls_holds_up_no_provider_and_no_other_store_G18) {
  std::mutex mutex;
  std::condition_variable released;
  bool is_released = false;
  test::fake_store stalled{[&](std::size_t, const test::seen_request&) {
    std::unique_lock lock{mutex};
    released.wait(lock, [&] { return is_released; });
    return test::store_trouble{};
  }};
  test::fake_store quick;
  const auto store_line = [](const char* name, const test::fake_store& store) {
    return std::string{"    - {name: "} + name + ", graph_store: '" + store.url("/graphs") + "'}\n";
  };
  write("campaign.yaml", read("campaign.yaml") + "  every_s: 1\n  stores:\n" +
                             store_line("stalled", stalled) + store_line("quick", quick));
  enlist({"one", "two"});
  for (const auto* name : {"one", "two"}) {
    describe(name, "2026-01-01", full_dump, "dump.nt");
    write(std::string{"site/"} + name + "/dump.nt", line("a", "1"));
  }
  child_program engine{
      {program_path(), "run", (folder() / "campaign.yaml").string(), "--data", data().string()}};
  ASSERT_TRUE(engine.prints("the graph of one: imported")) << engine.output();
  ASSERT_TRUE(engine.prints("the store quick has version 1 of the graph of one")) << engine.output();
  describe("one", "2026-01-02", full_dump, "dump.nt");
  write("site/one/dump.nt", line("a", "2"));
  ASSERT_TRUE(engine.prints("the graph of one: imported", 2)) << engine.output();
  ASSERT_TRUE(engine.prints("the store quick has version 2 of the graph of one")) << engine.output();
  {
    const std::lock_guard lock{mutex};
    is_released = true;
  }
  released.notify_all();
  ASSERT_TRUE(engine.prints("the store stalled has version 2 of the graph of one")) << engine.output();
  EXPECT_EQ(stalled.graph(graph_of_one), quick.graph(graph_of_one));
  engine.signal(SIGTERM);
  (void)engine.exit_code();
}

}  // namespace
}  // namespace laundromat
