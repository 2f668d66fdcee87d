// Texts of rdf:JSON.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/values/json_text.hpp"

#include <gtest/gtest.h>

#include <string>

namespace laundromat {
namespace {

std::string nested(int depth, const std::string& inner) {
  return std::string(static_cast<std::size_t>(depth), '[') + inner +
         std::string(static_cast<std::size_t>(depth), ']');
}

TEST(json_text, accepts_one_value_of_rfc_8259) {
  for (const std::string& text :
       {std::string("{}"), std::string(" [ ] "), std::string("null"), std::string("true"),
        std::string("-0.5e+10"), std::string("0"), std::string(R"("\u00e9\n\/")"),
        std::string(R"({"a":[1,{"b":{}}],"a":"x"})"), std::string("\"\xC3\xA9\""), std::string("[1,\n2]"),
        nested(1'000, "1")})
    EXPECT_TRUE(is_json_text(text)) << text;
}

TEST(json_text, checks_only_the_grammar) {
  for (const std::string text : {"1e999", R"("\ud800")", "123456789012345678901234567890"})
    EXPECT_TRUE(is_json_text(text)) << text;
}

TEST(json_text, rejects_everything_else) {
  for (const std::string& text : {std::string(),
                                  std::string("{"),
                                  std::string("}"),
                                  std::string("[1,]"),
                                  std::string("{\"a\":1,}"),
                                  std::string("{a:1}"),
                                  std::string("{'a':1}"),
                                  std::string("{\"a\"}"),
                                  std::string("{\"a\":}"),
                                  std::string("[1 2]"),
                                  std::string("1 2"),
                                  std::string("01"),
                                  std::string("+1"),
                                  std::string("1."),
                                  std::string(".5"),
                                  std::string("1e"),
                                  std::string("nul"),
                                  std::string("NaN"),
                                  std::string("\"a"),
                                  std::string("\"\n\""),
                                  std::string(R"("\x")"),
                                  std::string(R"("\u00g0")"),
                                  std::string("\"\\"),
                                  std::string("[}"),
                                  std::string("{]"),
                                  std::string("a"),
                                  std::string("[1]]"),
                                  std::string("\0", 1),
                                  nested(1'000, "1") + "]",
                                  nested(1'000, "") + "x"})
    EXPECT_FALSE(is_json_text(text)) << text;
}

TEST(json_text, very_deep_content_is_not_checked) {
  EXPECT_TRUE(is_json_text(std::string(100'000, '[')));
}

}  // namespace
}  // namespace laundromat
