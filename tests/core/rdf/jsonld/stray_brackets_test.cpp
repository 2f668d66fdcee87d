// What the brackets of damaged items say.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/json/stray_brackets.hpp"

#include <gtest/gtest.h>

namespace laundromat::jsonld {
namespace {

TEST(json_stray_brackets, a_key_where_an_item_must_be_is_a_member_among_items) {
  EXPECT_TRUE(has_member_among_items(R"({"a":1},"@id":"g"})"));
  EXPECT_TRUE(has_member_among_items(R"({"a":[1],"b":2}},"@id" : "g"})"));
  EXPECT_FALSE(has_member_among_items(R"({"a":1},"b",{"c":2})"));
  EXPECT_FALSE(has_member_among_items(R"({"a":{"b":[1]},"c":2)"));
}

TEST(json_stray_brackets, a_string_behind_a_bracket_that_ends_no_array_of_an_item_is_a_member_among_items) {
  EXPECT_TRUE(has_member_among_items(R"({"a":1],"@id":"g"})"));
  EXPECT_TRUE(has_member_among_items(R"({"a":1} ] , {"@id":"g"})"));
  EXPECT_FALSE(has_member_among_items(R"({"a":1]})"));
  EXPECT_FALSE(has_member_among_items(R"({"a":"],\"b\":1"})"));
}

TEST(json_stray_brackets, a_bracket_may_end_the_array_of_an_object_that_lacks_its_brace) {
  EXPECT_FALSE(has_member_among_items(R"({"a":[{"b":1],"c":2},{"d":3}]})"));
  EXPECT_TRUE(has_member_among_items(R"({"a":[{"b":1]}],"@id":"g"})"));
}

TEST(json_stray_brackets, a_member_follows_an_array_behind_a_comma) {
  EXPECT_TRUE(has_member_behind_array(R"([1] , "a")", false));
  EXPECT_FALSE(has_member_behind_array(R"([1] , "a")", true));
  EXPECT_TRUE(has_member_behind_array(R"([{} ] , "a")", true));
  EXPECT_FALSE(has_member_behind_array(R"([1], 2)", false));
}

TEST(json_stray_brackets, an_item_whose_array_has_no_end_may_hold_the_next_items) {
  EXPECT_TRUE(measure_brackets(R"({"a":["b":1})").may_hold_next);
  EXPECT_TRUE(measure_brackets(R"({"a":[{"b":1)").may_hold_next);
  EXPECT_TRUE(measure_brackets(R"({"a":}{"b":1})").may_hold_next);
  EXPECT_TRUE(measure_brackets(R"({"a":["b,c})").may_hold_next);
  EXPECT_FALSE(measure_brackets(R"({"a":b,c})").may_hold_next);
  EXPECT_FALSE(measure_brackets(R"({"a":[1],"b":"[")").may_hold_next);
  EXPECT_FALSE(measure_brackets(R"({"a":}[{"b":1}]})").may_hold_next) << "it has a brace too many at its end";
}

TEST(json_stray_brackets, brackets_come_out_even_when_each_has_its_own) {
  EXPECT_TRUE(measure_brackets(R"({"a":[1,{"b":"]"}] x})").are_even);
  EXPECT_FALSE(measure_brackets(R"({"a":1)").are_even);
  EXPECT_FALSE(measure_brackets(R"({"a":1]})").are_even);
  EXPECT_FALSE(measure_brackets(R"({"a":1}})").are_even);
  EXPECT_FALSE(measure_brackets(R"({"a":"1})").are_even);
}

}  // namespace
}  // namespace laundromat::jsonld
