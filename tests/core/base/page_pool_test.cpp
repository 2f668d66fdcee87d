// Pieces are whole, each one's own, and serve again.
// SPDX-License-Identifier: Apache-2.0
#include "core/base/page_pool.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <thread>

namespace laundromat {
namespace {

constexpr std::size_t piece_bytes = 8192;

bool holds_only(const piece_pool::piece& piece, std::size_t bytes, char what) {
  for (std::size_t i = 0; i < bytes; ++i)
    if (piece[i] != what) return false;
  return true;
}

}  // namespace

TEST(piece_pool, no_two_pieces_overlap) {
  piece_pool pool{piece_bytes};
  std::vector<piece_pool::piece> pieces;
  for (int i = 0; i < 5'000; ++i) {  // more than a slab
    pieces.push_back(pool.take());
    std::memset(pieces.back().get(), i % 128, piece_bytes);
  }
  for (std::size_t i = 0; i < pieces.size(); ++i)
    ASSERT_TRUE(holds_only(pieces[i], piece_bytes, static_cast<char>(i % 128))) << i;
}

TEST(piece_pool, what_was_given_back_serves_again) {
  piece_pool pool{piece_bytes};
  std::set<char*> known;
  for (int round = 0; round < 3; ++round) {
    std::vector<piece_pool::piece> pieces(10);
    for (auto& one : pieces) known.insert((one = pool.take()).get());
  }
  EXPECT_EQ(known.size(), 10U);
}

TEST(piece_pool, a_larger_piece_is_as_large_as_was_asked_for) {
  piece_pool pool{piece_bytes};
  const auto large = pool.take(10 * piece_bytes);
  std::memset(large.get(), 1, 10 * piece_bytes);
  EXPECT_TRUE(holds_only(large, 10 * piece_bytes, 1));
  std::memset(pool.take(77).get(), 2, piece_bytes);
}

TEST(piece_pool, threads_take_and_give_back) {
  piece_pool pool{piece_bytes};
  std::vector<std::thread> threads;
  for (char number = 1; number <= 4; ++number)
    threads.emplace_back([&pool, number] {
      for (int round = 0; round < 500; ++round) {
        const auto one = pool.take(), other = pool.take();
        std::memset(one.get(), number, piece_bytes);
        std::memset(other.get(), number, piece_bytes);
        EXPECT_TRUE(holds_only(one, piece_bytes, number));
      }
    });
  for (auto& thread : threads) thread.join();
}

}  // namespace laundromat
