// Tests of graphs in a store that fails, refuses, is killed and cuts its answers.
// SPDX-License-Identifier: Apache-2.0
#include "net/stores/sparql_store.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "tests/net/stores/fake_store.hpp"

namespace laundromat {
namespace {

using lines = std::set<std::string>;
const std::string iri = "http://e.example/g";

std::string statement(unsigned number) {
  return "<http://e.example/" + std::to_string(number / 3) + "> <http://e.example/p> \"" +
         std::to_string(number) + "\" .";
}

lines statements(unsigned first, unsigned last, unsigned step = 1) {
  lines out;
  for (auto i = first; i < last; i += step) out.insert(statement(i));
  return out;
}

document_opener opener(const lines& all) {
  std::string text;
  for (const auto& one : all) text += one + "\n";
  return [text]() -> result<byte_source_ptr> { return make_memory_source(text); };
}

delta_source delta(const lines& before, const lines& after) {
  return [before, after](const delta_consumer& take) -> result<void> {
    const auto left = *opener(before)(), right = *opener(after)();
    auto counts = compare(*left, *right, take);
    return counts ? result<void>{} : tl::unexpected(counts.error());
  };
}

store_limits small_limits() {
  store_limits out;
  out.update = {10, 100'000};
  out.piece = {25, 100'000};
  return out;
}

sparql_store connect(const test::fake_store& store, store_limits limits = small_limits(),
                     store_credentials credentials = {}) {
  store_client_options options;
  options.user_agent = "laundromat-test/1.0";
  options.credentials = std::move(credentials);
  options.total = milliseconds{20'000};
  return sparql_store{
      {store.url("/data"), store.url("/update"), store.url("/query"), "graph"}, options, limits};
}

TEST(sparql_store, puts_a_graph_whole_and_replaces_the_one_that_was_there_G18) {
  test::fake_store store;
  store.set_graph(iri, {statement(999)});
  auto client = connect(store);
  const auto all = statements(0, 100);
  const auto sent = client.put_graph(iri, opener(all));
  ASSERT_TRUE(sent) << to_string(sent.error().cause);
  EXPECT_TRUE(sent->was_whole);
  EXPECT_EQ(sent->totals.added, 100U);
  EXPECT_EQ(store.graph(iri), all);
  EXPECT_EQ(store.requests().size(), 1U);
  EXPECT_EQ(*client.count(iri), 100U);
  ASSERT_TRUE(client.put_graph(iri, opener({})));
  EXPECT_TRUE(store.graph(iri).empty());
}

TEST(sparql_store, names_graphs_by_a_parameter_or_by_their_own_address_G18) {
  test::fake_store store;
  store_client_options options;
  sparql_store direct{{store.url("/graphs/"), {}, {}, {}}, options};
  const auto own = store.url("/graphs/one");
  ASSERT_TRUE(direct.put_graph(own, opener(statements(0, 5))));
  EXPECT_EQ(store.graph(own).size(), 5U);
  EXPECT_FALSE(direct.put_graph("http://stranger.example/", opener(statements(0, 5))));
  EXPECT_FALSE(direct.put_graph("http://e.example/a b", opener(statements(0, 5))));
  sparql_store with_query{{store.url("/data?x=1"), {}, {}, "graph"}, options};
  ASSERT_TRUE(with_query.put_graph("http://e.example/?a=b&c", opener(statements(0, 5))));
  EXPECT_EQ(store.graph("http://e.example/?a=b&c").size(), 5U);
}

TEST(sparql_store, puts_a_large_graph_in_parts_that_continue_after_a_kill_G18) {
  const auto all = statements(0, 200);
  auto limits = small_limits();
  limits.whole_bytes = 1'000;
  for (std::size_t killed_at = 1; killed_at <= 8; ++killed_at) {
    for (const bool was_done : {false, true}) {
      SCOPED_TRACE(killed_at);
      test::fake_store store{[&](std::size_t number, const auto&) {
        return number == killed_at ? test::store_trouble{0, {}, {}, was_done, true} : test::store_trouble{};
      }};
      store.set_graph(iri, {statement(999)});
      std::uint64_t cursor = 0;
      const auto keep = [&](std::uint64_t next) -> result<void> {
        cursor = next;
        return {};
      };
      auto client = connect(store, limits);
      const auto broken = client.put_graph(iri, opener(all), cursor, keep);
      ASSERT_FALSE(broken);
      EXPECT_EQ(broken.error().fault, store_fault::unreachable);
      EXPECT_EQ(cursor, killed_at - 1);
      auto again = connect(store, limits);
      const auto sent = again.put_graph(iri, opener(all), cursor, keep);
      ASSERT_TRUE(sent) << to_string(sent.error().cause);
      EXPECT_FALSE(sent->was_whole);
      EXPECT_EQ(store.graph(iri), all);
      EXPECT_EQ(cursor, 8U);
    }
  }
}

TEST(sparql_store, applies_a_delta_that_may_be_played_again_from_each_cursor_G18) {
  const auto before = statements(0, 120), after = statements(0, 240, 2);
  for (std::uint64_t cursor = 0; cursor <= 12; ++cursor) {
    test::fake_store store;
    store.set_graph(iri, before);
    auto client = connect(store);
    const auto whole = client.apply(iri, delta(before, after));
    ASSERT_TRUE(whole);
    EXPECT_EQ(whole->totals.removed, 60U);
    EXPECT_EQ(whole->totals.added, 60U);
    EXPECT_EQ(whole->totals.batches, 12U);
    EXPECT_EQ(store.graph(iri), after);
    const auto again = client.apply(iri, delta(before, after), cursor);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->requests, 12 - cursor);
    EXPECT_EQ(store.graph(iri), after);
  }
}

TEST(sparql_store, has_the_graph_after_faults_at_random_requests_G18) {
  const auto before = statements(0, 120), after = statements(40, 300, 3);
  for (unsigned seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random{seed};
    test::fake_store store{[&](std::size_t, const auto&) -> test::store_trouble {
      switch (random() % 6) {
        case 0:
          return {503, "", "7", random() % 2 == 0};
        case 1:
          return {500, "oops", "", random() % 2 == 0};
        case 2:
          return {0, "", "", random() % 2 == 0, true};
        default:
          return {};
      }
    }};
    store.set_graph(iri, before);
    std::uint64_t cursor = 0, tries = 0;
    for (; tries < 500; ++tries) {
      auto client = connect(store);
      const auto sent =
          client.apply(iri, delta(before, after), cursor, [&](std::uint64_t next) -> result<void> {
            if (random() % 3 > 0) cursor = next;  // the journal may be older than the store
            return {};
          });
      if (sent) break;
      EXPECT_TRUE(sent.error().is_for_later()) << to_string(sent.error().cause);
      if (sent.error().fault == store_fault::busy) {
        EXPECT_EQ(sent.error().retry_after, seconds{7});
      }
    }
    EXPECT_LT(tries, 500U);
    EXPECT_EQ(store.graph(iri), after);
  }
}

TEST(sparql_store, leaves_out_and_names_the_statements_that_a_store_refuses_G18) {
  test::fake_store store;
  store.accepts_line = [](const std::string& line) { return line.find("bad") == line.npos; };
  auto all = statements(0, 100);
  const std::string bad_one = "<http://e.example/7> <http://e.example/p> \"bad 1\" .",
                    bad_two = "<http://e.example/70> <http://e.example/p> \"bad 2\" .",
                    unsendable_one = "<http://e.example/71> <http://e.example/p> \"x\"@ar--rtl .";
  all.insert({bad_one, bad_two, unsendable_one});
  auto client = connect(store);
  for (const bool is_whole : {false, true}) {
    const auto sent = is_whole ? client.put_graph(iri, opener(all)) : client.apply(iri, delta({}, all));
    ASSERT_TRUE(sent) << to_string(sent.error().cause);
    EXPECT_EQ(sent->totals.unsent.counts[static_cast<std::size_t>(unsendable::refused)], 2U);
    EXPECT_EQ(sent->totals.unsent.sum(), 3U);
    EXPECT_EQ(sent->totals.added, 100U);
    const auto& examples = sent->totals.unsent.examples;
    ASSERT_EQ(examples.size(), 3U);
    EXPECT_EQ(examples[1].statement, bad_two);
    EXPECT_NE(examples[1].detail.find("SR341"), std::string::npos);
    EXPECT_EQ(store.graph(iri), statements(0, 100));
  }
}

TEST(sparql_store, ends_soon_where_a_store_refuses_everything_G18) {
  test::fake_store store;
  store.accepts_line = [](const std::string&) { return false; };
  auto client = connect(store);
  const auto sent = client.apply(iri, delta({}, statements(0, 3'000)));
  ASSERT_FALSE(sent);
  EXPECT_FALSE(sent.error().is_for_later());
  EXPECT_LT(store.requests().size(), 70U);
  test::fake_store picky;
  picky.accepts_line = [](const std::string& line) { return line.find("1\"") == line.npos; };
  auto limits = small_limits();
  limits.refused_statements = 5;
  auto other = connect(picky, limits);
  const auto refused = other.apply(iri, delta({}, statements(0, 3'000)));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().fault, store_fault::refused_statements);
}

TEST(sparql_store, refuses_to_go_on_with_wrong_credentials_G18) {
  test::fake_store store;
  store.digest_password = "right";
  store.set_graph(iri, {statement(1)});
  auto wrong = connect(store, small_limits(), {store_login::digest, "dba", store_secret{"wrong"}});
  for (const auto& sent :
       {wrong.put_graph(iri, opener(statements(0, 100))), wrong.apply(iri, delta({}, statements(0, 100)))}) {
    ASSERT_FALSE(sent);
    EXPECT_EQ(sent.error().fault, store_fault::refused_credentials);
  }
  EXPECT_EQ(store.graph(iri), lines{statement(1)});
  auto right = connect(store, small_limits(), {store_login::digest, "dba", store_secret{"right"}});
  const auto sent = right.put_graph(iri, opener(statements(0, 100)));
  ASSERT_TRUE(sent) << to_string(sent.error().cause);
  EXPECT_EQ(store.graph(iri), statements(0, 100));
}

TEST(sparql_store, works_by_sparql_alone_G18) {
  test::fake_store store;
  store.set_graph(iri, {statement(999)});
  sparql_store client{{{}, store.url("/update"), store.url("/query"), "graph"}, {}, small_limits()};
  const auto all = statements(0, 100);
  const auto sent = client.put_graph(iri, opener(all));
  ASSERT_TRUE(sent) << to_string(sent.error().cause);
  EXPECT_EQ(store.graph(iri), all);
  EXPECT_EQ(sent->requests, 10U);
  const auto pages = make_memory_run_store(), sorting = make_memory_run_store();
  const auto checked = client.check(iri, opener(all), *pages, *sorting);
  ASSERT_TRUE(checked) << to_string(checked.error().cause);
  EXPECT_EQ(checked->equal, 100U);
  ASSERT_TRUE(client.drop_graph(iri));
  EXPECT_TRUE(store.graph(iri).empty());
}

TEST(sparql_store, compares_what_the_store_has_and_notices_an_answer_that_is_cut_G18) {
  test::fake_store store;
  auto there = statements(0, 100);
  there.erase(statement(50));
  there.insert(statement(500));
  store.set_graph(iri, there);
  auto client = connect(store);
  {
    const auto pages = make_memory_run_store(), sorting = make_memory_run_store();
    const auto checked = client.check(iri, opener(statements(0, 100)), *pages, *sorting);
    ASSERT_TRUE(checked) << to_string(checked.error().cause);
    EXPECT_EQ(checked->equal, 99U);
    EXPECT_EQ(checked->missing, 1U);
    EXPECT_EQ(checked->extra, 1U);
  }
  store.most_rows = 60;
  const auto pages = make_memory_run_store(), sorting = make_memory_run_store();
  const auto cut = client.check(iri, opener(statements(0, 100)), *pages, *sorting);
  ASSERT_FALSE(cut) << "this store answers no other queries";
  EXPECT_EQ(cut.error().fault, store_fault::incomplete);
}

TEST(sparql_store, finds_no_graph_to_be_an_empty_one_G18) {
  test::fake_store store;
  auto client = connect(store);
  const auto pages = make_memory_run_store(), sorting = make_memory_run_store();
  const auto checked = client.check(iri, opener({}), *pages, *sorting);
  ASSERT_TRUE(checked) << to_string(checked.error().cause);
  EXPECT_TRUE(checked->is_same());
  ASSERT_TRUE(client.drop_graph(iri));
}

}  // namespace
}  // namespace laundromat
