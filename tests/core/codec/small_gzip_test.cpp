// Tests of inflating small files at once.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/compression/small_gzip.hpp"

#include <gtest/gtest.h>

#include "core/codec/compression/block_gzip.hpp"

namespace laundromat {

namespace {

std::string packed(std::string_view text) {
  string_sink out;
  block_gzip_sink sink{out};
  EXPECT_TRUE(sink.write(text) && sink.finish());
  return out.text;
}

std::string lines_of(int first, int count) {
  std::string text;
  for (int i = first; i < first + count; ++i) text += "line " + std::to_string(i * 7919) + '\n';
  return text;
}

}  // namespace

TEST(small_gzip, reads_files_of_any_size_one_after_the_other) {
  small_gzip_reader reader;
  for (const int count : {10, 40'000, 0, 1, 100'000, 3}) {
    const auto text = lines_of(count, count);
    EXPECT_EQ(reader.read(packed(text), text.size()), text) << count;
  }
}

TEST(small_gzip, refuses_a_text_that_is_too_long) {
  const auto text = lines_of(1, 5);
  EXPECT_FALSE(small_gzip_reader{}.read(packed(text), text.size() - 1));
}

TEST(small_gzip, refuses_every_changed_byte_and_still_reads_the_whole_file) {
  const auto text = lines_of(1, 60), whole = packed(text);
  small_gzip_reader reader;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    auto changed = whole;
    changed[i] = static_cast<char>(changed[i] ^ 0xFF);
    EXPECT_FALSE(reader.read(changed, 1 << 20)) << i;
    ASSERT_EQ(reader.read(whole, 1 << 20), text);
  }
}

TEST(small_gzip, refuses_a_cut_file_and_bytes_after_it) {
  const auto text = lines_of(1, 60), whole = packed(text);
  small_gzip_reader reader;
  for (std::size_t length = 0; length < whole.size(); ++length)
    EXPECT_FALSE(reader.read(std::string_view{whole}.substr(0, length), 1 << 20)) << length;
  EXPECT_FALSE(reader.read(whole + '\0', 1 << 20));
  EXPECT_FALSE(reader.read(whole + packed(""), 1 << 20));
  EXPECT_FALSE(reader.read(whole + whole, 1 << 20));
}

}  // namespace laundromat
