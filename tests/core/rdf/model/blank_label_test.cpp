// Labels of blank nodes: where they end, and how one with other characters is made legal.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/model/blank_label.hpp"

#include <gtest/gtest.h>

#include <set>

namespace laundromat {
namespace {

TEST(blank_label, ends_before_what_no_label_has_D67) {
  EXPECT_EQ(label_length("a1 <p>"), 2U);
  EXPECT_EQ(label_length("1_-b."), 4U) << "a dot at the end is none of it";
  EXPECT_EQ(label_length("a.b..c.. "), 6U);
  EXPECT_EQ(label_length("a:b"), 1U);
  EXPECT_EQ(label_length("\xC3\xA9\xC2\xB7"), 4U) << "a letter, and a sign that may only follow";
  for (const auto* none : {"", "-a", ".a", "\xC2\xB7", "\xC3\xB7", "~a", "\xFF"})
    EXPECT_EQ(label_length(none), 0U) << none;
}

TEST(blank_label, is_made_legal_without_clashes_D67) {
  EXPECT_EQ(repair_label("a.b-1"), "a.b-1");
  EXPECT_EQ(repair_label("in\xC3\xB7valid"), "in~xC3~xB7valid");
  EXPECT_EQ(repair_label("-a"), "~x2Da");
  EXPECT_EQ(repair_label("a."), "a~x2E");
  EXPECT_EQ(repair_label(".a"), "~x2Ea");
  std::set<std::string> all;
  const auto labels = {"a+b", "a~b", "a~x2Bb", "a-b", "ab", "a:b", "a b"};
  for (const auto* label : labels) all.insert(repair_label(label));
  EXPECT_EQ(all.size(), labels.size());
}

}  // namespace
}  // namespace laundromat
