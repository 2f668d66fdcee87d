// Chains as text.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/view.hpp"

#include <gtest/gtest.h>

namespace laundromat {

TEST(view, a_chain_reads_from_the_stored_bytes_outwards) {
  const decode_chain chain = {{layer_kind::gzip, 0}, {layer_kind::tar_member, 3}, {layer_kind::bzip2, 0}};
  EXPECT_EQ(to_string(chain), "gzip/tar:3/bzip2");
  EXPECT_EQ(to_string(decode_chain{}), "");
}

TEST(view, every_written_chain_is_read_back) {
  for (const char* text : {"", "gzip", "bzip2/xz/zstd", "lz4", "deflate", "tar:0",
                           "zip:18446744073709551615/7zip:7", "gzip/tar:3/bzip2"}) {
    const auto chain = chain_from_string(text);
    ASSERT_TRUE(chain) << text;
    EXPECT_EQ(to_string(*chain), text);
  }
}

TEST(view, other_text_is_not_a_chain) {
  for (const char* text : {"/", "gzip/", "/gzip", "gzip:0", "tar", "tar:", "tar:-1", "tar:+1", "tar:01",
                           "tar:1x", "zip:18446744073709551616", "rar:1", "GZIP", " gzip", "tar:1 "})
    EXPECT_FALSE(chain_from_string(text)) << text;
}

}  // namespace laundromat
