// Tests of the words for subjects that a full dump does not name.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/merge/absent_subjects.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

TEST(absent_subjects, are_removed_by_replace_and_stay_by_merge_and_other_words_say_nothing_G15) {
  EXPECT_EQ(read_full_dumps("replace"), absent_subjects::removed);
  EXPECT_EQ(read_full_dumps("merge"), absent_subjects::stay);
  for (const auto* word : {"", "Replace", "merge ", "keep"}) EXPECT_FALSE(read_full_dumps(word)) << word;
}

}  // namespace
}  // namespace laundromat
