// Tests components of datasets against a naive search.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/metrics/graph_components.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <string>

namespace laundromat {
namespace {

TEST(graph_components, connect_described_documents_in_either_direction_M29) {
  graph_components found;
  for (const auto* subject : {"http://e/a", "http://e/a#part", "http://e/b", "http://e/c", "http://e/d"})
    found.add_subject(subject);
  found.end_of_subjects();
  EXPECT_EQ(found.nodes(), 4U) << "a fragment is of the same document";
  found.link("http://e/a#part", "http://e/b");
  found.link("http://e/c", "http://other/");
  found.link("http://e/d", "http://other/");
  EXPECT_EQ(found.count(), 3U) << "what is not described connects nothing";
  EXPECT_TRUE(found.mark("http://e/b#x"));
  EXPECT_FALSE(found.mark("http://e/sample"));
  EXPECT_EQ(found.count_marked(), 1U);
  EXPECT_EQ(found.unmarked_documents(), 2U);
  const auto largest = found.largest_unmarked(1);
  ASSERT_EQ(largest.size(), 1U);
  EXPECT_EQ(largest[0].documents, 1U);
  EXPECT_EQ(found.component_of("http://e/a"), found.component_of("http://e/b"));
  EXPECT_EQ(found.component_of("http://other/"), graph_components::none);
}

TEST(graph_components, of_random_graphs_are_those_of_a_naive_search_M29) {
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    std::mt19937 random{seed};
    const auto nodes = 1 + random() % 60, links = random() % 80;
    std::map<std::string, std::set<std::string>> graph;
    graph_components found;
    const auto name = [&](std::uint32_t i) { return "http://e/" + std::to_string(i); };
    for (std::uint32_t i = 0; i < nodes; ++i) graph[name(i)], found.add_subject(name(i));
    found.end_of_subjects();
    for (std::uint32_t i = 0; i < links; ++i) {
      const auto a = name(random() % nodes), b = name(random() % nodes);
      graph[a].insert(b), graph[b].insert(a);
      found.link(a, b);
    }
    std::set<std::string> seen;
    std::multiset<std::size_t> sizes;
    for (const auto& [start, ignored] : graph) {
      std::vector<std::string> todo{start};
      std::size_t size = 0;
      while (!todo.empty()) {
        const auto at = todo.back();
        todo.pop_back();
        if (!seen.insert(at).second) continue;
        ++size;
        for (const auto& next : graph[at]) todo.push_back(next);
      }
      if (size > 0) sizes.insert(size);
    }
    EXPECT_EQ(found.count(), sizes.size()) << "seed " << seed;
    std::multiset<std::size_t> found_sizes;
    for (const auto& one : found.largest_unmarked(1'000)) found_sizes.insert(one.documents);
    EXPECT_EQ(found_sizes, sizes) << "seed " << seed;
    EXPECT_EQ(found.unmarked_documents(), nodes);
  }
}

TEST(graph_components, more_nodes_than_the_limit_have_no_answer_M29) {
  graph_components found{3};
  for (int i = 0; i < 100; ++i) found.add_subject("http://e/" + std::to_string(i % 3));
  found.end_of_subjects();
  EXPECT_FALSE(found.is_cut());
  EXPECT_EQ(found.count(), 3U);
  graph_components more{3};
  for (int i = 0; i < 4; ++i) more.add_subject("http://e/" + std::to_string(i));
  more.end_of_subjects();
  EXPECT_TRUE(more.is_cut());
  EXPECT_EQ(more.nodes(), 0U);
}

}  // namespace
}  // namespace laundromat
