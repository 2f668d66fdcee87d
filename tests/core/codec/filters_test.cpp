// bzip2, xz, zstd, lz4, and the limits of every compression layer.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/archive/filters.hpp"

#include <gtest/gtest.h>

#include "core/codec/compression/stream_decoder.hpp"
#include "tests/core/codec/support.hpp"

namespace laundromat {

using namespace laundromat::testing;

class filters : public ::testing::TestWithParam<layer_kind> {
 protected:
  result<std::string> decode(byte_source_ptr bytes, std::size_t chunk_bytes = 65'536) {
    auto source = make_stream_source(make_codec(GetParam()), std::move(bytes), warnings);
    return drain(*source, chunk_bytes);
  }
  warning_log warnings;
};

TEST_P(filters, compressed_text_is_read_back) {
  for (const std::size_t lines : {0, 1, 8'000}) {
    const auto text = some_text(lines);
    const auto bytes = compress(GetParam(), text);
    for (const std::size_t chunk : {7, 65'536, 1'000'000}) {
      const auto read = decode(make_chopped_source(bytes, 3, 50'000), chunk);
      ASSERT_TRUE(read) << to_string(read.error());
      EXPECT_TRUE(*read == text);
    }
  }
  EXPECT_TRUE(warnings.rows().empty());
}

TEST_P(filters, concatenated_streams_are_read_to_the_end) {
  const auto a = some_text(5'000, 1), b = some_text(3, 2), c = some_text(5'000, 3);
  const auto read =
      decode(make_memory_source(compress(GetParam(), a) + compress(GetParam(), b) + compress(GetParam(), c)));
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_TRUE(*read == a + b + c);
  EXPECT_TRUE(warnings.rows().empty());
}

TEST_P(filters, a_truncated_stream_keeps_the_text_before_the_cut_D16) {
  // lz4 decodes block by block, and its blocks are 4 MiB long.
  const auto text = some_text(GetParam() == layer_kind::lz4 ? 150'000 : 30'000);
  const auto bytes = compress(GetParam(), text);
  const auto read = decode(make_memory_source(bytes.substr(0, bytes.size() * 9 / 10)));
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_TRUE(text.starts_with(*read));
  EXPECT_GT(read->size(), text.size() / 2);
  EXPECT_EQ(warnings.count(errc::truncated_stream), 1u);
}

TEST_P(filters, a_stream_without_readable_bytes_is_an_error) {
  const auto bytes = compress(GetParam(), some_text(100));
  const auto read = decode(make_memory_source(bytes.substr(0, 16)));
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, errc::truncated_stream);
}

TEST_P(filters, damage_is_always_reported) {
  const auto text = some_text(8'000);
  auto bytes = compress(GetParam(), text);
  // A zstd frame may have no checksum: then the damage is in the header of its first block.
  bytes.replace(GetParam() == layer_kind::zstd ? 6 : bytes.size() / 2, 64, 64, '\xFF');
  const auto read = decode(make_memory_source(bytes));
  EXPECT_TRUE(!read || !warnings.rows().empty() || *read == text);
}

TEST_P(filters, garbage_after_the_last_stream_is_reported) {
  const auto text = some_text(8'000);
  const auto read = decode(make_memory_source(compress(GetParam(), text) + "<!-- served in 12 ms -->"));
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_TRUE(text.starts_with(*read));
  EXPECT_GT(read->size(), text.size() - 131'073);
  EXPECT_FALSE(warnings.rows().empty());
}

TEST_P(filters, an_error_of_the_source_is_not_an_end) {
  const auto bytes = compress(GetParam(), some_text(15'000));
  const auto read = decode(make_failing_source(bytes.substr(0, bytes.size() / 2)));
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, errc::io_failed);
}

TEST_P(filters, invalid_bytes_are_refused) {
  const auto read = decode(make_memory_source(some_text(100)));
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, errc::archive_damaged);
}

TEST_P(filters, one_decoder_removes_one_layer) {
  const auto inner = compress(layer_kind::gzip, some_text(10));
  const auto read = decode(make_memory_source(compress(GetParam(), inner)));
  ASSERT_TRUE(read);
  EXPECT_TRUE(*read == inner);
}

INSTANTIATE_TEST_SUITE_P(each, filters,
                         ::testing::Values(layer_kind::bzip2, layer_kind::xz, layer_kind::zstd,
                                           layer_kind::lz4),
                         [](const auto& kind) { return std::string(to_string(kind.param)); });

TEST(decoder, the_byte_limit_counts_real_bytes_R33) {
  const auto bomb = compress(layer_kind::gzip, std::string(std::size_t{8} << 20, 'a'));
  unpack_budget budget;
  for (const std::uint64_t limit : {std::uint64_t{1} << 20, (std::uint64_t{8} << 20) - 1}) {
    budget.bytes = limit;
    warning_log warnings;
    auto source = make_decoder(layer_kind::gzip, make_memory_source(bomb), budget, warnings);
    std::uint64_t delivered = 0;
    std::string chunk(65'536, '\0');
    result<std::size_t> n = 1;
    while ((n = source->read(chunk)) && *n > 0) delivered += *n;
    ASSERT_FALSE(n);
    EXPECT_EQ(n.error().code, errc::too_large_unpacked);
    EXPECT_LE(delivered, limit);
  }
  budget.bytes = std::uint64_t{8} << 20;
  warning_log warnings;
  EXPECT_TRUE(drain(*make_decoder(layer_kind::gzip, make_memory_source(bomb), budget, warnings)));
}

TEST(decoder, the_ratio_counts_after_the_first_16_mib_R33) {
  unpack_budget budget;
  budget.ratio = 100;
  warning_log warnings;
  const auto small = compress(layer_kind::gzip, std::string(ratio_free_bytes, 'a'));
  EXPECT_TRUE(drain(*make_decoder(layer_kind::gzip, make_memory_source(small), budget, warnings)));
  const auto large = compress(layer_kind::gzip, std::string(2 * ratio_free_bytes, 'a'));
  const auto read = drain(*make_decoder(layer_kind::gzip, make_memory_source(large), budget, warnings));
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, errc::ratio_exceeded);
}

}  // namespace laundromat
