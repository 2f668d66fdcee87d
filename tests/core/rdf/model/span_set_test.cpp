// Sets of spans: joined where they touch, and forgotten from the front.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/model/span_set.hpp"

#include <gtest/gtest.h>

#include <bitset>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace laundromat {
namespace {

using span_pairs = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

span_pairs content_of(const span_set& set) {
  return {set.begin(), set.end()};
}

TEST(span_set, joins_spans_that_touch_or_overlap_and_ignores_empty_ones) {
  span_set set;
  set.add(20, 30);
  set.add(5, 5);
  set.add(9, 3);
  set.add(0, 4);
  set.add(4, 6);
  set.add(25, 40);
  set.add(22, 23);
  set.add(50, 51);
  EXPECT_EQ(content_of(set), (span_pairs{{0, 6}, {20, 40}, {50, 51}}));
  set.add(5, 50);
  EXPECT_EQ(content_of(set), (span_pairs{{0, 51}}));
}

TEST(span_set, covers_a_span_only_when_every_byte_of_it_is_in_one) {
  span_set set;
  EXPECT_FALSE(set.covers(0, 1));
  set.add(10, 20);
  set.add(30, 40);
  EXPECT_TRUE(set.covers(10, 20));
  EXPECT_TRUE(set.covers(12, 13));
  EXPECT_FALSE(set.covers(9, 11));
  EXPECT_FALSE(set.covers(19, 21));
  EXPECT_FALSE(set.covers(15, 35)) << "the bytes between two spans are in none";
  EXPECT_TRUE(set.covers(30, 40));
}

TEST(span_set, forgets_the_bytes_before_an_offset_and_keeps_the_rest_of_a_span) {
  span_set set;
  set.add(0, 5);
  set.add(10, 20);
  set.drop(15);
  EXPECT_EQ(content_of(set), (span_pairs{{15, 20}}));
  set.drop(15);
  EXPECT_EQ(content_of(set), (span_pairs{{15, 20}}));
  set.drop(20);
  EXPECT_TRUE(set.empty());
}

TEST(span_set, holds_the_bytes_that_a_table_of_bytes_would_hold) {
  const unsigned seed = 7;
  std::mt19937 random(seed);
  constexpr std::size_t size = 64;
  for (int round = 0; round < 200; ++round) {
    span_set set;
    std::bitset<size> bytes;
    for (int step = 0; step < 12; ++step) {
      const auto begin = random() % size, end = random() % size;
      if (step % 5 == 4) {
        set.drop(begin);
        for (std::size_t i = 0; i < begin; ++i) bytes.reset(i);
      } else {
        set.add(begin, end);
        for (std::size_t i = begin; i < end; ++i) bytes.set(i);
      }
    }
    std::bitset<size> held;
    std::uint64_t last = 0;
    for (const auto& [begin, end] : set) {
      EXPECT_TRUE(begin < end && (held.none() || begin > last)) << "seed " << seed << ", round " << round;
      last = end;
      for (auto i = begin; i < end; ++i) held.set(i);
    }
    EXPECT_EQ(held, bytes) << "seed " << seed << ", round " << round;
  }
}

}  // namespace
}  // namespace laundromat
