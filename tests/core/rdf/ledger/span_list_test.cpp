// Spans: all that were asked for, whatever the limit.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/ledger/span_list.hpp"

#include <gtest/gtest.h>

#include <random>

namespace laundromat {
namespace {

TEST(span_list, sorts_spans_and_joins_adjacent_ones) {
  span_list list;
  for (const auto& s : {byte_span{20, 30}, {5, 5}, {0, 4}, {4, 6}, {25, 40}, {50, 51}}) list.add(s);
  EXPECT_EQ(list.finish(), (std::vector<byte_span>{{0, 6}, {20, 40}, {50, 51}}));
  EXPECT_TRUE(list.is_empty());
}

TEST(span_list, a_limit_joins_near_neighbours_and_loses_nothing) {
  constexpr unsigned seed = 3;
  std::mt19937 random(seed);
  span_list list{16};
  std::vector<byte_span> wanted;
  for (int i = 0; i < 1'000; ++i) {
    const std::uint64_t begin = random() % 1'000'000;
    wanted.push_back({begin, begin + 1 + random() % 50});
    list.add(wanted.back());
  }
  const auto all = list.finish();
  EXPECT_LE(all.size(), 16u);
  for (std::size_t i = 1; i < all.size(); ++i) EXPECT_LT(all[i - 1].end, all[i].begin);
  for (const auto& w : wanted) {
    bool is_there = false;
    for (const auto& s : all) is_there = is_there || (s.begin <= w.begin && w.end <= s.end);
    EXPECT_TRUE(is_there) << w.begin;
  }
}

}  // namespace
}  // namespace laundromat
