// Tests of the components of stored statements, and of the choice of the smallest ones.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/naming/components.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace laundromat {

namespace {

using edge = std::pair<std::string, std::string>;  ///< labels; without the second one the object is an IRI

struct held_document {
  std::unique_ptr<run_store> runs = make_memory_run_store();
  std::optional<held_statements> held;

  held_document(const std::vector<edge>& edges, const naming_limits& limits) {
    held.emplace(*runs, limits);
    for (const auto& [from, to] : edges) {
      const bool is_iri = to.empty();
      EXPECT_TRUE(held->add({{term_kind::blank, from, {}, {}},
                             {term_kind::iri, "http://e/p", {}, {}},
                             {is_iri ? term_kind::iri : term_kind::blank, is_iri ? "http://e/o" : to, {}, {}},
                             {}}));
    }
    held->flush();
  }
};

naming_limits limits_of(std::uint64_t statements) {
  naming_limits limits;
  limits.statements = statements;
  return limits;
}

/// A path of as many statements from nodes whose labels begin with `label`.
void add_path(std::vector<edge>& to, const std::string& label, int statements) {
  for (int i = 0; i < statements; ++i)
    to.emplace_back(label + std::to_string(i), label + std::to_string(i + 1));
}

TEST(components, are_numbered_in_the_order_of_their_first_nodes) {
  for (const auto most : {std::uint64_t{100}, std::uint64_t{2}}) {
    held_document document({{"a", ""}, {"b", "c"}, {"d", ""}, {"e", "b"}, {"d", "a"}}, limits_of(most));
    const components parts(document.held->take_sets());
    ASSERT_EQ(parts.count(), 2U);
    ASSERT_EQ(parts.node_count(), 5U);
    const std::vector<std::uint32_t> expected{0, 1, 1, 0, 1};  // a, b, c, d, e
    for (components::node n = 0; n < 5; ++n) EXPECT_EQ(parts.of(n), expected[n]) << n;
    constexpr auto none = held_statements::no_node;
    EXPECT_EQ(parts.of(components::quad{{none, none, 4, none}, 0}), 1U);
  }
}

TEST(components, count_their_different_statements) {
  held_document document({{"a", "b"}, {"a", "b"}, {"b", "a"}, {"c", ""}}, limits_of(100));
  const components parts(document.held->take_sets());
  const auto all = consider_statements(*document.held, parts, 100);
  ASSERT_TRUE(all);
  EXPECT_EQ(all->quads.size(), 3U);
  EXPECT_EQ(all->sizes, (std::vector<std::uint32_t>{2, 1}));
  EXPECT_EQ(all->largest, ~std::uint64_t{0});
}

/// Paths of 2, 2, 3 and 9 statements: 7 have room for the first three, 6 only for the first two, because 3 more do not fit.
TEST(components, are_considered_up_to_the_size_that_fits) {
  std::vector<edge> edges;
  add_path(edges, "z", 9);
  add_path(edges, "a", 2);
  add_path(edges, "b", 2);
  add_path(edges, "c", 3);
  const auto once = edges;
  edges.insert(edges.end(), once.begin(), once.end());
  std::mt19937 random{2026};
  for (const auto& [most, largest, considered] :
       {std::tuple{7U, 3U, 7U}, std::tuple{6U, 2U, 4U}, std::tuple{4U, 2U, 4U}, std::tuple{3U, 0U, 0U}}) {
    std::ranges::shuffle(edges, random);
    held_document document(edges, limits_of(most));
    ASSERT_TRUE(document.held->is_partial());
    const components parts(document.held->take_sets());
    ASSERT_EQ(parts.count(), 4U);
    const auto all = consider_statements(*document.held, parts, most);
    ASSERT_TRUE(all);
    EXPECT_EQ(all->largest, largest) << most;
    EXPECT_EQ(all->quads.size(), considered) << most;
    for (const auto& q : all->quads) EXPECT_LE(all->sizes[parts.of(q)], largest);
    auto sizes = all->sizes;
    std::ranges::sort(sizes);
    EXPECT_EQ(sizes, (std::vector<std::uint32_t>{2, 2, 3, 9})) << "repeated statements are counted once";
  }
}

}  // namespace

}  // namespace laundromat
