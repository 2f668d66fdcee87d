// Tests of numbers with their nouns.
// SPDX-License-Identifier: Apache-2.0
#include "core/base/count_words.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

TEST(number_of, chooses_singular_or_plural) {
  EXPECT_EQ(number_of(0, "document"), "0 documents");
  EXPECT_EQ(number_of(1, "document"), "1 document");
  EXPECT_EQ(number_of(2, "document"), "2 documents");
  EXPECT_EQ(number_of(1'234, "seed"), "1,234 seeds");
  EXPECT_EQ(number_of(1, "entry"), "1 entry");
  EXPECT_EQ(number_of(3, "entry"), "3 entries");
  EXPECT_EQ(number_of(2, "key"), "2 keys");
  EXPECT_EQ(number_of(1, "machine is", "machines are"), "1 machine is");
  EXPECT_EQ(number_of(2, "machine is", "machines are"), "2 machines are");
}

}  // namespace
}  // namespace laundromat
