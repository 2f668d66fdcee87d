// Digests of many texts at once, beside those of each.
// SPDX-License-Identifier: Apache-2.0
#include "core/base/digest_batch.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace laundromat {
namespace {

TEST(sha256_each, is_sha256_of_each_text) {
  std::string all;
  for (std::size_t i = 0; i < 100'000; ++i) all.push_back(static_cast<char>(i * 31 + i / 256));
  for (const std::size_t count : {0, 1, 64, 65, 80, 81, 300}) {
    std::vector<std::string_view> texts;
    for (std::size_t i = 0; i < count; ++i) texts.push_back(std::string_view(all).substr(3 * i, i * 5 % 331));
    if (count == 300) texts[150] = all;
    std::vector<content_digest> found(count);
    sha256_each(texts, found);
    for (std::size_t i = 0; i < count; ++i)
      EXPECT_EQ(found[i], sha256(texts[i])) << "text " << i << " of " << count;
  }
}

}  // namespace
}  // namespace laundromat
