// Tests of the comparison of a graph with a store: cases, and random graphs against sets.
// SPDX-License-Identifier: Apache-2.0
#include "core/sinks/store_comparison.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <random>
#include <set>

#include "core/rdf/delta/line_stream.hpp"
#include "tests/places.hpp"
#include "tests/read_file.hpp"

namespace laundromat {
namespace {

namespace fs = std::filesystem;

fs::path cases_folder() {
  return fs::path(source_path()) / "tests/core/sinks/cases";
}

result<store_differences> compare_texts(const std::string& graph, const std::string& store,
                                        comparison_limits limits = {}, delta_consumer take = {}) {
  const auto source = make_view_source(graph);
  store_comparison comparison{*source, "http://e.example/g", limits, std::move(take)};
  for (std::size_t at = 0; at < store.size();) {
    const auto end = store.find('\n', at) + 1;
    if (auto taken = comparison.take(store.substr(at, end - at)); !taken)
      return tl::unexpected(taken.error());
    at = end;
  }
  return comparison.finish();
}

std::string text_of(const store_differences& found) {
  std::string out = "equal " + std::to_string(found.equal) + "\n";
  if (found.missing > 0) out += "missing " + std::to_string(found.missing) + "\n";
  if (found.extra > 0) out += "extra " + std::to_string(found.extra) + "\n";
  for (std::size_t i = 0; i < found.changes.size(); ++i)
    if (found.changes[i] > 0)
      out.append(to_string(static_cast<store_change>(i))) += " " + std::to_string(found.changes[i]) + "\n";
  for (std::size_t i = 0; i < found.unsent.counts.size(); ++i)
    if (found.unsent.counts[i] > 0)
      out.append(to_string(static_cast<unsendable>(i))) +=
          " " + std::to_string(found.unsent.counts[i]) + "\n";
  for (const auto& one : found.missing_examples) out += "missing: " + one + "\n";
  for (const auto& one : found.extra_examples) out += "extra: " + one + "\n";
  for (const auto& one : found.change_examples)
    out.append(to_string(one.change)) += ": " + one.graph + " => " + one.store + "\n";
  return out;
}

TEST(store_comparison, finds_what_is_expected_in_each_case_G18) {
  int cases = 0;
  for (const auto& file : fs::directory_iterator(cases_folder())) {
    if (file.path().extension() != ".expected") continue;
    ++cases;
    const auto name = file.path().stem().string();
    SCOPED_TRACE(name);
    const auto found = compare_texts(read_file(cases_folder() / (name + ".graph.nq")),
                                     read_file(cases_folder() / (name + ".store.nq")));
    ASSERT_TRUE(found) << to_string(found.error());
    EXPECT_EQ(text_of(*found), read_file(file.path()));
    EXPECT_FALSE(found->is_partly_paired);
  }
  EXPECT_GE(cases, 7);
}

std::string line_of(unsigned number) {
  return "<http://e.example/" + std::to_string(number / 5) + "> <http://e.example/p> \"" +
         std::to_string(number) + "\" .\n";
}

TEST(store_comparison, gives_the_delta_that_repairs_the_store_of_random_graphs_G18) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random{seed};
    std::set<std::string> graph, store;
    for (unsigned i = 0; i < 200; ++i) {
      if (random() % 3 > 0) graph.insert(line_of(i));
      if (random() % 3 > 0) store.insert(line_of(i));
    }
    std::string left, right;
    for (const auto& line : graph) left += line;
    for (const auto& line : store) right += line;
    auto repaired = store;
    const auto found =
        compare_texts(left, right, {}, [&](delta_sign sign, std::string_view line) -> result<void> {
          if (sign == delta_sign::added)
            EXPECT_TRUE(repaired.emplace(line).second);
          else
            EXPECT_EQ(repaired.erase(std::string(line)), 1U);
          return {};
        });
    ASSERT_TRUE(found);
    EXPECT_EQ(repaired, graph);
    EXPECT_EQ(found->equal + found->missing, graph.size());
    EXPECT_EQ(found->equal + found->extra, store.size());
  }
}

TEST(store_comparison, counts_differences_beyond_its_limits_without_pairing_them_G18) {
  std::string graph, store;
  for (int i = 1'000; i < 2'000; ++i) {
    const std::string begin = "<http://e.example/s> <http://e.example/p> \"";
    graph += begin + "0" + std::to_string(i) + "\"^^<http://www.w3.org/2001/XMLSchema#integer> .\n";
    store += begin + std::to_string(i) + "\"^^<http://www.w3.org/2001/XMLSchema#integer> .\n";
  }
  const auto whole = compare_texts(graph, store);
  ASSERT_TRUE(whole);
  EXPECT_TRUE(whole->is_same());
  EXPECT_EQ(whole->changed(), 1'000U);
  EXPECT_EQ(whole->change_examples.size(), comparison_limits{}.examples);
  comparison_limits small;
  small.group_bytes = 20'000;
  const auto part = compare_texts(graph, store, small);
  ASSERT_TRUE(part);
  EXPECT_TRUE(part->is_partly_paired);
  EXPECT_EQ(part->changed() + part->missing, 1'000U);
  EXPECT_GT(part->extra, 0U);
}

TEST(store_comparison, refuses_a_graph_that_is_not_clean) {
  const auto found = compare_texts("<http://e.example/b> <p> <o> .\n<http://e.example/a> <p> <o> .\n", "");
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, errc::syntax_error);
}

}  // namespace
}  // namespace laundromat
