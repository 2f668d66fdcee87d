// The sample: exact while it fits, uniform beyond, independent of the order.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/metrics/node_sample.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <string>

#include "core/rdf/metrics/term_counts.hpp"
#include "core/rdf/metrics/term_hash.hpp"
#include "tests/core/base/chosen_texts.hpp"

namespace laundromat {
namespace {

using enum node_sample::kind;

std::map<std::uint64_t, std::pair<std::uint32_t, std::uint32_t>> contents(node_sample& sample) {
  sample.flush();
  std::map<std::uint64_t, std::pair<std::uint32_t, std::uint32_t>> all;
  for (const auto& node : sample.nodes())
    if (node.key != 0) all[node.key] = {node.in, node.out};
  return all;
}

TEST(node_sample, is_exact_while_all_terms_fit) {
  node_sample sample(64);
  for (int round = 0; round < 3; ++round)
    for (int i = 0; i < 64; ++i) sample.add(hash_term(std::to_string(i)), iri, 2, 1);
  const auto found = contents(sample);
  EXPECT_EQ(found.size(), 64U);
  for (const auto& [key, counts] : found) EXPECT_EQ(counts, std::pair(6U, 3U));
  EXPECT_EQ(sample.level(), 0U);
  EXPECT_EQ(sample.estimate(64), (counted{64, 0}));
}

TEST(node_sample, keeps_kinds_apart) {
  node_sample sample(64);
  for (const auto kind : {iri, blank, literal}) sample.add(hash_term("a"), kind, 1, 0);
  EXPECT_EQ(contents(sample).size(), 3U);
}

TEST(node_sample, does_not_depend_on_the_order) {
  std::vector<std::uint64_t> hashes;
  for (int i = 0; i < 5'000; ++i) hashes.push_back(hash_term(std::to_string(i % 3'000)));
  node_sample forward(256), backward(256);
  for (const auto hash : hashes) forward.add(hash, iri, 1, 0);
  std::ranges::reverse(hashes);
  for (const auto hash : hashes) backward.add(hash, iri, 1, 0);
  EXPECT_EQ(contents(forward), contents(backward));
  EXPECT_EQ(forward.level(), backward.level());
}

/// A node that is not found would get a second slot.
TEST(node_sample, finds_its_terms_after_any_number_of_halvings) {
  for (const auto terms : {64U, 1'000U, 20'000U, 300'000U}) {
    node_sample sample(1 << 11);
    for (int round = 0; round < 2; ++round)
      for (unsigned i = 0; i < terms; ++i) sample.add(hash_term(std::to_string(i)), iri, 3, i % 2);
    const auto found = contents(sample);
    const auto slots = std::ranges::count_if(sample.nodes(), [](const auto& node) { return node.key != 0; });
    EXPECT_EQ(static_cast<std::size_t>(slots), found.size());
    for (const auto& [key, counts] : found) EXPECT_EQ(counts.first, 6U);
  }
}

TEST(node_sample, the_table_of_objects_equals_one_made_of_objects_only) {
  node_sample all(1 << 12), expected(1 << 12);
  const auto add = [&](unsigned number) {
    const auto hash = hash_term(std::to_string(number % 3'000));
    const auto in = number % 3'000 % 5;
    all.add(hash, literal, in, 7);
    if (in != 0) expected.add(hash, literal, in, 0);
  };
  for (unsigned i = 0; i < 6'000; ++i) add(i);
  all.flush();
  auto objects = all.objects();
  EXPECT_EQ(contents(objects), contents(expected));
  for (unsigned i = 0; i < 3'000; ++i) {
    objects.add(hash_term(std::to_string(i)), literal, 1, 0);
    expected.add(hash_term(std::to_string(i)), literal, 1, 0);
  }
  EXPECT_EQ(contents(objects), contents(expected));
  EXPECT_EQ(contents(all).size(), 3'000U);
}

TEST(node_sample, estimates_within_its_error) {
  for (const auto terms : {1'000U, 30'000U, 400'000U}) {
    node_sample sample(1 << 12);
    for (unsigned i = 0; i < terms; ++i) sample.add(hash_term("term " + std::to_string(i)), iri, 1, 0);
    const auto kept = contents(sample).size();
    const auto found = sample.estimate(kept);
    EXPECT_NEAR(static_cast<double>(found.value), terms, 4 * found.relative_error * terms) << terms;
    EXPECT_LE(found.relative_error, 0.025);
    EXPECT_LE(kept, std::size_t{1} << 12);
  }
}

TEST(node_sample, a_small_sample_has_the_error_of_chance) {
  node_sample sample(64);
  for (unsigned i = 0; sample.level() == 0; ++i) sample.add(hash_term(std::to_string(i)), iri, 1, 0);
  ASSERT_EQ(sample.level(), 1U);
  for (const std::uint64_t kept : {0U, 1U, 4U}) {
    const auto found = sample.estimate(kept, 10);
    EXPECT_EQ(found.value, 10 + 2 * kept);
    EXPECT_DOUBLE_EQ(found.relative_error * static_cast<double>(found.value),
                     std::sqrt(2.0 * static_cast<double>(kept + 1)));
  }
}

TEST(node_sample, counts_saturate) {
  node_sample sample(64);
  for (int i = 0; i < 3; ++i) sample.add(8, iri, UINT64_MAX, 1U << 31);
  EXPECT_EQ(contents(sample).begin()->second, std::pair(UINT32_MAX, UINT32_MAX));
}

/// Terms whose hashes differ, and have the same home slot in a table of any size.
TEST(node_sample, terms_with_one_home_slot_cost_linear_time) {
  testing::expect_linear_probes(4'000, [](std::size_t n) {
    node_sample sample;
    for (int round = 0; round < 2; ++round)
      for (std::uint64_t i = 0; i < n; ++i) sample.add(i << 40, iri, 1, 0);
    EXPECT_EQ(contents(sample).size(), n);
    return sample.probes();
  });
}

TEST(term_counts, terms_chosen_to_collide_cost_linear_time) {
  testing::expect_linear_probes(4'000, [](std::size_t n) {
    const auto terms = testing::choose_for_hash_term(n);
    testing::expect_one_hash(terms, hash_term);
    term_counts counts({n, n * 16});
    for (int round = 0; round < 2; ++round)
      for (std::uint32_t i = 0; i < n; ++i) {
        EXPECT_EQ(counts.find_or_keep(terms[i]), i);
        counts.count(i);
      }
    EXPECT_EQ(counts.different(), (counted{n, 0}));
    return counts.probes();
  });
}

TEST(term_hash, distinguishes_lengths_and_positions) {
  std::map<std::uint64_t, std::string> seen;
  for (std::size_t length = 0; length < 70; ++length)
    for (std::size_t at = 0; at <= length; ++at) {
      std::string text(length, 'a');
      if (at < length) text[at] = 'b';
      EXPECT_TRUE(seen.emplace(hash_term(text), text).second) << text;
    }
}

}  // namespace
}  // namespace laundromat
