// A sorted document in small blocks.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "core/codec/compression/block_gzip.hpp"

namespace laundromat::test {

struct packed_document {
  explicit packed_document(const std::set<std::string>& lines) {
    for (const auto& line : lines) plain += line + '\n';
    string_sink out;
    block_gzip_sink sink{out, nullptr, 1'000};
    EXPECT_TRUE(sink.write(plain));
    EXPECT_TRUE(sink.finish());
    index = sink.index();
    packed = std::move(out.text);
  }

  std::string plain, packed;
  block_index index;
};

}  // namespace laundromat::test
