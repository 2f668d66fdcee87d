// gzip in blocks: any reader reads the whole file, ours reads single blocks, and blocks depend only on the bytes.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/compression/block_gzip.hpp"

#include <gtest/gtest.h>

#include <future>
#include <random>

#include "core/codec/compression/gzip.hpp"
#include "tests/core/codec/support.hpp"

namespace laundromat {

using namespace laundromat::testing;

namespace {

struct packed {
  std::string bytes;
  block_index index;
};

packed pack(const std::string& text, std::size_t block_bytes, std::uint32_t threads, std::size_t chunk_bytes,
            thread_share* share = nullptr) {
  worker_pool workers{threads, share};
  string_sink out;
  block_gzip_sink sink{out, &workers, block_bytes};
  for (std::size_t i = 0; i < text.size(); i += chunk_bytes)
    EXPECT_TRUE(sink.write(std::string_view{text}.substr(i, chunk_bytes)));
  EXPECT_TRUE(sink.finish());
  return {out.text, sink.index()};
}

/// Sorted lines, some of them longer than a block in these tests.
std::string make_lines(unsigned seed, int count) {
  std::mt19937 dice(seed);
  std::vector<std::string> all;
  for (int i = 0; i < count; ++i) {
    auto line = "<http://example.org/" + std::to_string(dice() % 500) + "> <a:p> \"" + std::to_string(dice());
    if (dice() % 100 == 0) line.append(dice() % 5'000, 'x');
    all.push_back(line + "\" .\n");
  }
  std::sort(all.begin(), all.end());
  std::string out;
  for (const auto& line : all) out += line;
  return out;
}

std::string inflated(const std::string& bytes) {
  warning_log warnings;
  auto source = make_gzip_source(make_memory_source(bytes), warnings);
  auto text = drain(*source);
  EXPECT_TRUE(text);
  EXPECT_TRUE(warnings.rows().empty());
  return text.value_or("");
}

}  // namespace

TEST(block_gzip, a_pool_without_free_threads_gives_the_same_file) {
  const auto text = make_lines(1, 2'000);
  thread_share none{0};
  const auto packed_alone = pack(text, 4'096, 0, 1'000), starved = pack(text, 4'096, 2, 1'000, &none);
  EXPECT_EQ(starved.bytes, packed_alone.bytes);
  EXPECT_EQ(starved.index, packed_alone.index);
}

TEST(block_gzip, is_gzip_and_depends_on_the_bytes_only) {
  for (const int count : {0, 1, 10, 3'000}) {
    const auto text = make_lines(7, count);
    for (const std::size_t block : {1'000u, 20'000u, 1u << 20}) {
      const auto first = pack(text, block, 1, text.size() + 1);
      EXPECT_TRUE(inflated(first.bytes) == text);
      for (const auto threads : {1u, 2u, 4u})
        for (const std::size_t chunk : {1u, 777u, 100'000u}) {
          const auto other = pack(text, block, threads, chunk);
          EXPECT_TRUE(other.bytes == first.bytes) << threads << " threads, chunks of " << chunk;
          EXPECT_TRUE(other.index == first.index);
        }
    }
  }
}

TEST(block_gzip, does_not_depend_on_memory_addresses) {
  std::mt19937 dice(11);
  std::vector<std::string> texts;
  for (int i = 0; i < 1'000; ++i) {
    const auto line = "<" + std::to_string(dice()) + "> <a:p> <a:o> .\n";
    texts.push_back(line + line);
  }
  const auto pack_all = [&] {
    std::vector<std::string> all;
    for (const auto& text : texts) all.push_back(pack(text, 4'096, 0, text.size()).bytes);
    return all;
  };
  const auto here = pack_all();
  // A thread allocates other memory.
  const auto elsewhere = std::async(std::launch::async, pack_all).get();
  for (std::size_t i = 0; i < texts.size(); ++i) EXPECT_TRUE(here[i] == elsewhere[i]) << texts[i];
  // What a thread keeps from one text has no effect on the next one.
  (void)pack(std::string(100'000, 'x') + '\n', 4'096, 0, 100'001);
  for (auto i = texts.size(); i-- > 0;)
    EXPECT_TRUE(pack(texts[i], 4'096, 0, texts[i].size()).bytes == here[i]) << texts[i];
}

TEST(block_gzip, text_without_final_line_feed_and_incompressible_text_are_written) {
  std::mt19937 dice(5);
  std::string noise;
  for (int i = 0; i < 300'000; ++i) noise.push_back(static_cast<char>(dice()));
  for (const auto& text : {std::string("no end"), noise, std::string(100'000, '\n')})
    EXPECT_TRUE(inflated(pack(text, 4'096, 2, 1'000).bytes) == text);
}

TEST(block_gzip, every_block_can_be_read_alone) {
  const auto text = make_lines(3, 2'000);
  const auto [bytes, index] = pack(text, 4'096, 1, 1'000);
  ASSERT_GT(index.blocks.size(), 20u);
  const auto source = make_memory_source(bytes);
  std::string all;
  for (std::size_t i = 0; i < index.blocks.size(); ++i) {
    const auto block = read_block(*source, index, i);
    ASSERT_TRUE(block);
    EXPECT_EQ(index.blocks[i].plain_offset, all.size());
    EXPECT_TRUE(block->starts_with(index.blocks[i].head));
    EXPECT_TRUE(block->ends_with('\n'));
    all += *block;
  }
  EXPECT_TRUE(all == text);
}

TEST(block_gzip, an_index_of_another_file_is_refused) {
  const auto one = pack(make_lines(3, 2'000), 4'096, 1, 1'000),
             other = pack(make_lines(4, 1'000), 4'096, 1, 1'000);
  const auto source = make_memory_source(other.bytes);
  const auto got = read_block(*source, one.index, one.index.blocks.size() - 1);
  ASSERT_FALSE(got);
  EXPECT_EQ(got.error().code, errc::archive_damaged);
}

TEST(block_index, finds_every_line_in_the_returned_blocks) {
  const auto text = make_lines(9, 2'000);
  const auto [bytes, index] = pack(text, 4'096, 1, 100'000);
  const auto source = make_memory_source(bytes);
  for (int i = 0; i < 520; ++i) {
    const auto prefix = "<http://example.org/" + std::to_string(i) + "> ";
    std::string expected, found;
    for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1)
      if (std::string_view{text}.substr(at).starts_with(prefix))
        expected += text.substr(at, text.find('\n', at) + 1 - at);
    auto number = index.find_first(prefix);
    do {
      const auto block = read_block(*source, index, number).value();
      for (std::size_t at = 0; at < block.size(); at = block.find('\n', at) + 1)
        if (std::string_view{block}.substr(at).starts_with(prefix))
          found += block.substr(at, block.find('\n', at) + 1 - at);
    } while (index.may_go_on(++number, prefix));
    EXPECT_TRUE(found == expected) << prefix;
  }
}

TEST(block_index, is_read_back_and_all_damage_is_detected) {
  const auto index = pack(make_lines(3, 300), 1'000, 1, 1'000).index;
  const auto bytes = to_bytes(index);
  const auto again = parse_block_index(bytes);
  ASSERT_TRUE(again);
  EXPECT_EQ(*again, index);
  EXPECT_EQ(parse_block_index(to_bytes({})).value(), block_index{});
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    auto damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 1);
    EXPECT_FALSE(parse_block_index(damaged)) << i;
    EXPECT_FALSE(parse_block_index(bytes.substr(0, i))) << i;
  }
  const auto refused = parse_block_index(bytes + "x");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, errc::archive_damaged);
}

/// A small block is deflated in memory that a thread keeps, a large one in memory of its own.
TEST(block_gzip, takes_a_text_as_it_writes_one) {
  for (const std::size_t bytes : {0U, 1U, 4'000U, 99'999U, 100'001U, 120'000U, 600'000U}) {
    auto text = make_lines(5, 20'000).substr(0, bytes);
    string_sink out;
    block_gzip_sink sink{out};
    EXPECT_TRUE(sink.take(text));
    EXPECT_TRUE(sink.write("<more> <a:p> <a:o> .\n"));
    EXPECT_TRUE(sink.finish());
    text += "<more> <a:p> <a:o> .\n";
    EXPECT_EQ(inflated(out.text), text);
    const auto written = pack(text, block_gzip_sink::default_block_bytes, 1, text.size());
    EXPECT_EQ(out.text, written.bytes) << bytes;
    EXPECT_EQ(to_bytes(sink.index()), to_bytes(written.index));
  }
}

}  // namespace laundromat
