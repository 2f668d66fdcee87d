// Tests of SPARQL stores that are kept equal to the graphs of a harvest, and of receipts that are sent.
// SPDX-License-Identifier: Apache-2.0
#include "tests/app/providers/harvest_site.hpp"
#include "tests/net/stores/fake_store.hpp"

namespace laundromat {
namespace {

using lines = std::set<std::string>;

class harvest_stores_test : public harvest_site {
 protected:
  /// Adds a store to the campaign.
  void keep_in(const test::fake_store& store) const {
    write("campaign.yaml", read("campaign.yaml") + "  stores:\n    - {name: s, graph_store: '" +
                               store.url("/graphs") + "', update: '" + store.url("/update") + "', query: '" +
                               store.url("/query") + "', batch_statements: 3, check: true}\n");
  }
  void publish(const std::string& modified, int subjects, const std::string& value) const {
    std::string dump;
    for (int i = 0; i < subjects; ++i) dump += line("s" + std::to_string(i), value);
    write("site/one/dump.nt", dump);
    describe("one", modified, full_dump, "dump.nt");
  }
  /// The graph as the store should have it.
  [[nodiscard]] lines wanted() const {
    lines all;
    for (const auto& statement : graph("one")) all.insert(statement + " .");
    return all;
  }
};

constexpr auto* graph_iri = "http://e.example/graphs/one";

TEST_F(harvest_stores_test, a_store_gets_a_graph_whole_and_then_changes_G18) {
  test::fake_store store;
  keep_in(store);
  enlist({"one"});
  publish("2026-01-01", 10, "1");
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(store.graph(graph_iri), wanted());
  publish("2026-01-02", 8, "2");
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(store.graph(graph_iri), wanted());
  std::size_t updates = 0;
  for (const auto& one : store.requests()) updates += one.target.starts_with("/update") ? 1 : 0;
  EXPECT_EQ(updates, 4U + 3U) << "ten removed and eight added, three in a batch";
  EXPECT_NE(ask_about({"providers", "one"}).out.find("version 2 of 2"), std::string::npos);
  // A restored version goes there, too.
  EXPECT_EQ(ask_about({"restore", "one@1"}).code, 0);
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(store.graph(graph_iri), wanted());
}

TEST_F(harvest_stores_test,
       a_store_that_fails_in_the_middle_costs_no_import_and_is_brought_up_to_date_later_G18) {
  bool is_broken = false;
  test::fake_store store{[&](std::size_t number, const test::seen_request& request) {
    test::store_trouble trouble;
    if (is_broken && request.target.starts_with("/update") && number % 2 == 0) {
      trouble.cuts = true;
      trouble.does_it_first = number % 4 == 0;
    }
    return trouble;
  }};
  keep_in(store);
  enlist({"one"});
  publish("2026-01-01", 10, "1");
  EXPECT_EQ(run(), 0);
  is_broken = true;
  for (int number = 2; number < 7; ++number) {
    publish("2026-01-0" + std::to_string(number), 10 - number, std::to_string(number));
    EXPECT_EQ(run(), exit_some_failed);
    EXPECT_EQ(graph("one").size(), static_cast<std::size_t>(10 - number));
  }
  is_broken = false;
  for (int tries = 0; tries < 3; ++tries) EXPECT_EQ(run(), 0);
  EXPECT_EQ(store.graph(graph_iri), wanted());
}

TEST_F(harvest_stores_test, what_a_store_does_not_take_is_named_G18) {
  test::fake_store store;
  store.accepts_line = [](const std::string& one) { return one.find("/s3>") == std::string::npos; };
  keep_in(store);
  enlist({"one"});
  publish("2026-01-01", 3, "1");
  EXPECT_EQ(run(), 0);
  publish("2026-01-02", 5, "2");
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(store.graph(graph_iri).size(), 4U);
  const auto shown = ask_about({"providers", "one"}).out;
  EXPECT_NE(shown.find("1 statement"), std::string::npos) << shown;
  EXPECT_NE(shown.find("/s3"), std::string::npos) << shown;
}

}  // namespace
}  // namespace laundromat
