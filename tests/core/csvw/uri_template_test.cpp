// URI templates: the examples of RFC 6570.
// SPDX-License-Identifier: Apache-2.0
#include "core/csvw/uri_template.hpp"

#include <gtest/gtest.h>

namespace laundromat::csvw {

namespace {

struct rfc_variables final : template_variables {
  bool append(std::string_view name, std::vector<std::string>& values) const override {
    if (name == "var") values = {"value"};
    if (name == "hello") values = {"Hello World!"};
    if (name == "path") values = {"/foo/bar"};
    if (name == "empty") values = {""};
    if (name == "x") values = {"1024"};
    if (name == "y") values = {"768"};
    if (name == "list") values = {"red", "green", "blue"};
    return name == "list";
  }
};

std::string expand(std::string_view text) {
  const auto compiled = uri_template::compile(text);
  std::string out;
  if (!compiled) return "no template";
  return compiled->expand(rfc_variables{}, out) ? out : "too long";
}

}  // namespace

TEST(csvw_uri_template, expands_as_section_1_2_of_RFC_6570_X05) {
  EXPECT_EQ(expand("{var}"), "value");
  EXPECT_EQ(expand("{hello}"), "Hello%20World%21");
  EXPECT_EQ(expand("{+path}/here"), "/foo/bar/here");
  EXPECT_EQ(expand("X{#hello}"), "X#Hello%20World!");
  EXPECT_EQ(expand("map?{x,y}"), "map?1024,768");
  EXPECT_EQ(expand("X{.x,y}"), "X.1024.768");
  EXPECT_EQ(expand("{/var,x}/here"), "/value/1024/here");
  EXPECT_EQ(expand("{;x,y,empty}"), ";x=1024;y=768;empty");
  EXPECT_EQ(expand("{?x,y,empty}"), "?x=1024&y=768&empty=");
  EXPECT_EQ(expand("?fixed=yes{&x}"), "?fixed=yes&x=1024");
  EXPECT_EQ(expand("{var:3}"), "val");
  EXPECT_EQ(expand("{list}"), "red,green,blue");
  EXPECT_EQ(expand("{/list*}"), "/red/green/blue");
  EXPECT_EQ(expand("{?list*}"), "?list=red&list=green&list=blue");
  EXPECT_EQ(expand("a{undefined}b{#undefined}"), "ab");
}

TEST(csvw_uri_template, refuses_what_is_no_template_X05) {
  for (const auto* const text : {"{", "{}", "{a b}", "{var:x}", "{!var}"})
    EXPECT_EQ(expand(text), "no template") << text;
}

}  // namespace laundromat::csvw
