// Tests of blocks with a checksum: they are read as they were written, or not at all.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/naming/checked_blocks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/core/rdf/naming/damaged_run_store.hpp"

namespace laundromat {

namespace {

const std::vector<std::string> blocks{"a", std::string(70'000, 'b'), std::string("\0\n", 2)};

std::uint64_t write_blocks(run_store& store) {
  checked_block_writer writer(**store.create());
  for (const auto& block : blocks) EXPECT_TRUE(writer.write(block));
  return writer.run_bytes();
}

/// Blocks until the end or an error.
result<std::vector<std::string>> read_blocks(run_store& store, std::uint64_t run_bytes) {
  checked_block_reader reader(*store.open(0), run_bytes);
  std::vector<std::string> all;
  std::vector<char> block;
  while (true) {
    const auto more = reader.next(block);
    if (!more) return tl::unexpected(more.error());
    if (!*more) return all;
    all.emplace_back(block.begin(), block.end());
  }
}

TEST(checked_blocks, are_read_as_they_were_written) {
  const auto store = make_memory_run_store();
  const auto bytes = write_blocks(*store);
  EXPECT_EQ(bytes, 3 * 8 + 1 + 70'000 + 2);
  const auto read = read_blocks(*store, bytes);
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, blocks);
}

/// Bytes of sizes, of checksums and of content.
TEST(checked_blocks, with_a_changed_byte_are_an_error) {
  for (const std::uint64_t offset : {0, 3, 4, 8, 9, 12, 13, 20, 70'000, 70'017, 70'024, 70'026}) {
    testing::damaged_run_store store(offset);
    const auto bytes = write_blocks(store);
    const auto read = read_blocks(store, bytes);
    ASSERT_FALSE(read) << offset;
    EXPECT_EQ(read.error().code, errc::io_failed) << offset;
  }
}

TEST(checked_blocks, of_a_run_that_ends_too_early_are_an_error) {
  const auto store = make_memory_run_store();
  const auto bytes = write_blocks(*store);
  EXPECT_FALSE(read_blocks(*store, bytes - 1)) << "the last block is longer than the run";
  EXPECT_FALSE(read_blocks(*store, bytes + 9)) << "the source ends before the run";
}

}  // namespace

}  // namespace laundromat
