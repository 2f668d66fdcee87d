// Reads gzip in a test.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "core/codec/compression/gzip.hpp"

namespace laundromat::test {

/// What is in gzip; the test fails when it is damaged.
[[nodiscard]] inline std::string unpacked(const std::string& bytes) {
  warning_log warnings;
  auto text = read_all(*make_gzip_source(make_memory_source(bytes), warnings), std::uint64_t{1} << 30);
  EXPECT_TRUE(text && warnings.rows().empty());
  return text.value_or("");
}

}  // namespace laundromat::test
