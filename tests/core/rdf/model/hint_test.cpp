// The table of hints is complete and printable.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/model/hint.hpp"

#include <gtest/gtest.h>

#include <set>

#include "core/rdf/model/taxonomy.hpp"

namespace laundromat {
namespace {

TEST(hints, every_rule_has_one) {
  for (const auto& rule : defect_rules()) EXPECT_FALSE(hint_on(rule.rule).empty()) << to_string(rule.rule);
  EXPECT_TRUE(hint_on(errc::ok).empty());
}

TEST(hints, every_rule_has_at_most_one_and_it_is_a_sentence) {
  std::set<errc> seen;
  for (const auto& row : defect_hints()) {
    EXPECT_TRUE(seen.insert(row.rule).second) << to_string(row.rule);
    EXPECT_TRUE(row.hint.ends_with('.') || row.hint.ends_with('`')) << row.hint;
    EXPECT_NE(row.hint, meaning_of(row.rule));
  }
}

}  // namespace
}  // namespace laundromat
