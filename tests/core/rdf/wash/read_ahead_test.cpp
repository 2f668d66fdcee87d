// Tests of reading in advance.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/wash/read_ahead.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

TEST(read_ahead, no_byte_is_lost_or_moved_with_any_number_of_threads) {
  std::string text;
  while (text.size() < 5 * read_ahead::small_bytes) text += std::to_string(text.size()) + "\n";
  for (const std::uint32_t left : {0U, 1U, 2U}) {
    thread_share share{left};
    worker_pool workers{2, &share};
    const auto source = make_memory_source(text);
    read_ahead reader{*source, workers};
    std::string found;
    for (auto chunk = reader.next(); chunk && !(*chunk)->empty(); chunk = reader.next()) found += **chunk;
    EXPECT_EQ(found.size(), text.size()) << left;
    EXPECT_TRUE(found == text) << left;
  }
}

}  // namespace
}  // namespace laundromat
