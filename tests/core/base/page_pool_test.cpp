// Chunks are complete, disjoint, and used again.
// SPDX-License-Identifier: Apache-2.0
#include "core/base/page_pool.hpp"

#include <gtest/gtest.h>

#include <sys/mman.h>

#include <cstring>
#include <set>
#include <thread>

namespace laundromat {
namespace {

constexpr std::size_t chunk_bytes = 8192;

bool holds_only(const page_pool::chunk& chunk, std::size_t bytes, char what) {
  for (std::size_t i = 0; i < bytes; ++i)
    if (chunk[i] != what) return false;
  return true;
}

}  // namespace

TEST(page_pool, no_two_chunks_overlap) {
  page_pool pool{chunk_bytes};
  std::vector<page_pool::chunk> chunks;
  for (int i = 0; i < 5'000; ++i) {  // more than one mapping
    chunks.push_back(pool.take());
    std::memset(chunks.back().get(), i % 128, chunk_bytes);
  }
  for (std::size_t i = 0; i < chunks.size(); ++i)
    ASSERT_TRUE(holds_only(chunks[i], chunk_bytes, static_cast<char>(i % 128))) << i;
}

TEST(page_pool, a_returned_chunk_is_used_again) {
  page_pool pool{chunk_bytes};
  std::set<char*> known;
  for (int round = 0; round < 3; ++round) {
    std::vector<page_pool::chunk> chunks(10);
    for (auto& one : chunks) known.insert((one = pool.take()).get());
  }
  EXPECT_EQ(known.size(), 10U);
}

TEST(page_pool, a_chunk_beyond_those_that_are_kept_leaves_its_memory_to_the_system) {
  page_pool pool{chunk_bytes};
  std::vector<page_pool::chunk> chunks(10);
  const auto take_all = [&] {
    std::set<char*> taken;
    for (auto& one : chunks) {
      taken.insert((one = pool.take()).get());
      std::memset(one.get(), 1, chunk_bytes);
    }
    return taken;
  };
  const auto places = take_all();
  const auto resident = [&] {
    std::size_t count = 0;
    unsigned char is_there = 0;
    for (auto* place : places) count += mincore(place, chunk_bytes, &is_there) == 0 && (is_there & 1) != 0;
    return count;
  };
  chunks.clear();
  EXPECT_EQ(resident(), 10U);
  pool.keep_at_most(4 * chunk_bytes);
  EXPECT_EQ(resident(), 4U) << "of those that were returned before";
  chunks.resize(10);
  EXPECT_EQ(take_all(), places) << "no other memory is mapped";
  EXPECT_EQ(resident(), 10U) << "all that are used stay";
  chunks.clear();
  EXPECT_EQ(resident(), 4U);
}

TEST(page_pool, a_larger_chunk_has_the_requested_size) {
  page_pool pool{chunk_bytes};
  const auto large = pool.take(10 * chunk_bytes);
  std::memset(large.get(), 1, 10 * chunk_bytes);
  EXPECT_TRUE(holds_only(large, 10 * chunk_bytes, 1));
  std::memset(pool.take(77).get(), 2, chunk_bytes);
}

TEST(page_pool, threads_take_and_give_back) {
  page_pool pool{chunk_bytes};
  std::vector<std::thread> threads;
  for (char number = 1; number <= 4; ++number)
    threads.emplace_back([&pool, number] {
      for (int round = 0; round < 500; ++round) {
        const auto one = pool.take(), other = pool.take();
        std::memset(one.get(), number, chunk_bytes);
        std::memset(other.get(), number, chunk_bytes);
        EXPECT_TRUE(holds_only(one, chunk_bytes, number));
      }
    });
  for (auto& thread : threads) thread.join();
}

}  // namespace laundromat
