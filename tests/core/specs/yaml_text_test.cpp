// Tests that a tree of YAML is the same when its text is read again.
// SPDX-License-Identifier: Apache-2.0
#include "core/yaml/yaml_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace laundromat {
namespace {

/// Without lines and quotes.
bool is_same(const yaml_node& one, const yaml_node& other) {
  return one.kind == other.kind && one.text == other.text &&
         std::ranges::equal(one.items, other.items, is_same) &&
         std::ranges::equal(one.members, other.members, [](const yaml_member& a, const yaml_member& b) {
           return is_same(a.first, b.first) && is_same(a.second, b.second);
         });
}

}  // namespace

TEST(yaml_text, is_read_again_as_the_same_tree_X01) {
  for (const auto* const text :
       {"", "a", "a: {b: [1, true, ~, null, '']}", "a, b: {match: '(\\d+)', x: \"\\t\\n\\x01\"}",
        "- 'it''s'\n- \"\\\\\"\n", "~: nothing\nnull: x\n", "text: |\n  two\n  lines\n",
        "t: 12:30\nu: http://e.org/#a\nv: '#'\nw: '- x'\n"}) {
    const auto tree = read_yaml(text);
    ASSERT_TRUE(tree) << text;
    const auto written = yaml_text(*tree);
    const auto again = read_yaml(written);
    ASSERT_TRUE(again) << written;
    EXPECT_TRUE(is_same(*tree, *again)) << written;
  }
}

TEST(yaml_text, keeps_numbers_and_booleans_apart_from_quoted_ones_X01) {
  EXPECT_EQ(yaml_text(*read_yaml("{a: 1, b: '1', c: true, d: 'true'}")),
            R"({a: 1, b: "1", c: true, d: "true"})");
}

}  // namespace laundromat
