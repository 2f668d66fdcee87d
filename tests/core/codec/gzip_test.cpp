// Reading and writing gzip: members, damage, determinism.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/compression/gzip.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "core/base/digest.hpp"
#include "core/codec/compression/block_gzip.hpp"
#include "tests/core/codec/support.hpp"
#include "tests/core/slow_source.hpp"

namespace laundromat {

using namespace laundromat::testing;

namespace {

std::string gzip(std::string_view bytes) {
  return compress(layer_kind::gzip, bytes);
}

struct outcome_of_reading {
  result<std::string> text;
  warning_log warnings;
};

outcome_of_reading gunzip(std::string bytes, std::size_t chunk_bytes = 65'536) {
  warning_log warnings;
  auto source = make_gzip_source(make_memory_source(std::move(bytes)), warnings);
  auto text = drain(*source, chunk_bytes);
  return {std::move(text), std::move(warnings)};
}

}  // namespace

TEST(gzip, written_text_is_read_back) {
  for (const std::size_t lines : {0, 1, 100, 50'000}) {
    const auto text = some_text(lines);
    const auto read = gunzip(gzip(text));
    ASSERT_TRUE(read.text);
    EXPECT_EQ(*read.text, text);
    EXPECT_TRUE(read.warnings.rows().empty());
  }
}

TEST(gzip, a_stream_of_another_program_is_read) {
  // printf 'hello\n' | gzip -9 with a name and a comment, a header checksum and an extra field: every
  // optional field.
  const std::string_view body("\xcb\x48\xcd\xc9\xc9\xe7\x02\x00\x20\x30\x3a\x36\x06\x00\x00\x00", 16);
  const std::string header("\x1f\x8b\x08\x1e\0\0\0\0\x02\x03\x04\0abcdname\0comment\0\x12\x34", 31);
  for (std::size_t chunk = 1; chunk <= 3; ++chunk) {
    warning_log warnings;
    auto source = make_gzip_source(make_chopped_source(header + std::string(body), 7, chunk), warnings);
    const auto text = drain(*source, 1);
    ASSERT_TRUE(text);
    EXPECT_EQ(*text, "hello\n");
    EXPECT_TRUE(warnings.rows().empty());
  }
}

TEST(gzip, the_header_is_fixed_and_the_sizes_of_writes_have_no_effect) {
  const auto text = some_text(30'000);
  const auto whole = gzip(text);
  EXPECT_EQ(whole.substr(0, 10), std::string_view("\x1f\x8b\x08\0\0\0\0\0\0\xff", 10));
  for (std::uint32_t seed = 1; seed <= 5; ++seed) {
    std::mt19937 random(seed);
    string_sink out;
    block_gzip_sink sink(out);
    for (std::size_t at = 0; at < text.size();) {
      const auto n = std::min<std::size_t>(1 + random() % 700'000, text.size() - at);
      ASSERT_TRUE(sink.write(std::string_view(text).substr(at, n)));
      at += n;
    }
    ASSERT_TRUE(sink.finish());
    EXPECT_TRUE(out.text == whole) << "seed " << seed;
  }
}

TEST(gzip, members_follow_each_other) {
  const auto a = some_text(3'000, 1), b = some_text(1, 2), c = some_text(9'000, 3);
  const auto bytes = gzip(a) + gzip(b) + gzip("") + gzip(c);
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    warning_log warnings;
    auto source = make_gzip_source(make_chopped_source(bytes, seed, seed * 40), warnings);
    const auto text = drain(*source, seed * 500);
    ASSERT_TRUE(text);
    EXPECT_TRUE(*text == a + b + c) << "seed " << seed;
    EXPECT_TRUE(warnings.rows().empty());
  }
}

TEST(gzip, a_truncated_stream_keeps_the_text_before_the_cut_D16) {
  const auto text = some_text(2'000);
  const auto bytes = gzip(text);
  std::size_t longest = 0;
  for (std::size_t cut = 200; cut < bytes.size(); cut += 997) {
    const auto read = gunzip(bytes.substr(0, cut));
    ASSERT_TRUE(read.text) << cut;
    EXPECT_TRUE(text.starts_with(*read.text)) << cut;
    longest = std::max(longest, read.text->size());
    ASSERT_EQ(read.warnings.rows().size(), 1u) << cut;
    EXPECT_EQ(read.warnings.rows()[0].code, errc::truncated_stream);
    EXPECT_EQ(read.warnings.rows()[0].offset_bytes, cut);
  }
  EXPECT_GT(longest, text.size() * 9 / 10);
}

TEST(gzip, a_truncated_trailer_loses_no_text) {
  const auto text = some_text(100);
  const auto bytes = gzip(text);
  for (std::size_t missing = 1; missing <= 8; ++missing) {
    const auto read = gunzip(bytes.substr(0, bytes.size() - missing));
    ASSERT_TRUE(read.text);
    EXPECT_EQ(*read.text, text);
    EXPECT_EQ(read.warnings.count(errc::truncated_stream), 1u);
  }
}

TEST(gzip, a_member_without_trailer_at_the_end_gives_no_negative_offset) {
  const auto truncated = from_hex("1f8b08022a2a2a2a2a2a2a2a2a28454545454545454545454545454c1802");
  const auto read = gunzip(*truncated, 7);
  EXPECT_TRUE(!read.text || !read.warnings.rows().empty());
}

/// Members end at any position within a chunk.
TEST(gzip, members_are_found_in_chunks_of_any_size) {
  std::string packed, text;
  for (int i = 0; i < 50; ++i) {
    text += some_text(1 + i % 3);
    packed += gzip(some_text(1 + i % 3));
  }
  for (std::size_t chunk = 1; chunk < 40; ++chunk) {
    warning_log warnings;
    auto source = make_gzip_source(std::make_unique<testing::slow_source>(packed, chunk), warnings);
    const auto read = drain(*source, 65'536);
    ASSERT_TRUE(read) << chunk;
    EXPECT_EQ(*read, text) << chunk;
    EXPECT_TRUE(warnings.rows().empty()) << chunk;
  }
}

TEST(gzip, garbage_after_the_last_member_is_left_out_and_reported) {
  const auto text = some_text(10);
  const auto bytes = gzip(text);
  for (const auto& garbage :
       {std::string("\n"), std::string("x"), std::string("\x1f\x8b\x07zzzzzzzz"), std::string(512, '\0')}) {
    const auto read = gunzip(bytes + garbage);
    ASSERT_TRUE(read.text);
    EXPECT_EQ(*read.text, text);
    ASSERT_EQ(read.warnings.rows().size(), 1u);
    EXPECT_EQ(read.warnings.rows()[0].offset_bytes, bytes.size());
    EXPECT_EQ(read.warnings.rows()[0].code, errc::trailing_garbage);
  }
}

TEST(gzip, a_wrong_checksum_is_reported_and_the_next_member_still_read) {
  const auto text = some_text(1'000);
  auto bytes = gzip(text);
  bytes[bytes.size() - 6] ^= 1;
  const auto read = gunzip(bytes + gzip("more"));
  ASSERT_TRUE(read.text);
  EXPECT_EQ(*read.text, text + "more");
  EXPECT_EQ(read.warnings.count(errc::archive_damaged), 1u);
}

TEST(gzip, damage_in_the_middle_is_always_reported) {
  const auto text = some_text(2'000);
  const auto bytes = gzip(text);
  for (std::size_t at = 12; at < bytes.size(); at += 499) {
    auto broken = bytes;
    broken[at] ^= 0x10;
    const auto read = gunzip(broken);
    EXPECT_TRUE(!read.text || !read.warnings.rows().empty() || *read.text == text) << at;
    EXPECT_TRUE(read.text || read.text.error().code == errc::archive_damaged) << at;
  }
}

TEST(gzip, bytes_that_are_not_gzip_are_an_error) {
  EXPECT_EQ(gunzip("").text.error().code, errc::truncated_stream);
  EXPECT_EQ(gunzip("<http://example.org/>").text.error().code, errc::archive_damaged);
  EXPECT_EQ(gunzip("\x1f\x8b\x08").text.error().code, errc::truncated_stream);
}

TEST(gzip, an_error_of_the_source_is_not_an_end) {
  warning_log warnings;
  const auto bytes = gzip(some_text(1'000));
  auto source = make_gzip_source(make_failing_source(bytes.substr(0, bytes.size() / 2)), warnings);
  const auto text = drain(*source);
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().code, errc::io_failed);
}

}  // namespace laundromat
