// Tests of patterns in requests.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/fragments/quad_pattern.hpp"

namespace laundromat::test {
namespace {

std::string object(const std::string& text) {
  const auto pattern = read_requested({"", "", text, ""});
  EXPECT_TRUE(pattern) << text;
  return pattern ? pattern->of(position::object) : "";
}

std::string refused_request(const requested_pattern& from) {
  const auto pattern = read_requested(from);
  EXPECT_FALSE(pattern);
  return pattern ? "" : pattern.error().detail;
}

}  // namespace

TEST(read_requested, takes_the_explicit_representation_of_hydra) {
  EXPECT_EQ(object("http://a.example/x"), "<http://a.example/x>");
  EXPECT_EQ(object("<http://a.example/x>"), "<http://a.example/x>");
  EXPECT_EQ(object("\"a word\""), "\"a word\"");
  EXPECT_EQ(object("\"say \"yes\"\nor \\n\"@EN"), "\"say \\\"yes\\\"\\nor \\\\n\"@en") << "without escapes";
  EXPECT_EQ(object("\"7\"^^http://www.w3.org/2001/XMLSchema#integer"),
            "\"7\"^^<http://www.w3.org/2001/XMLSchema#integer>");
  EXPECT_EQ(object("\"7\"^^<http://www.w3.org/2001/XMLSchema#integer>"),
            "\"7\"^^<http://www.w3.org/2001/XMLSchema#integer>");
  EXPECT_EQ(object("\"x\"^^http://www.w3.org/2001/XMLSchema#string"), "\"x\"");
  for (const auto* open : {"", "?o", "$o"}) EXPECT_EQ(object(open), "") << open;
  const auto graph = read_requested({"", "", "", std::string{requested_default_graph}});
  ASSERT_TRUE(graph);
  EXPECT_EQ(graph->of(position::graph), no_named_graph);
}

TEST(read_requested, names_the_position_that_is_wrong) {
  EXPECT_EQ(refused_request({"\"text\"", "", "", ""}).substr(0, 9), "`subject`");
  EXPECT_EQ(refused_request({"", "word", "", ""}).substr(0, 11), "`predicate`");
  EXPECT_EQ(refused_request({"", "", "\"open", ""}).substr(0, 8), "`object`");
  EXPECT_EQ(refused_request({"", "", "\"x\"~", ""}).substr(0, 8), "`object`");
  EXPECT_EQ(refused_request({"", "", "\"x\"^^type", ""}).substr(0, 8), "`object`");
  EXPECT_EQ(refused_request({"", "", "_:b", ""}).substr(0, 8), "`object`");
  for (const auto* term : {"<<( <x:a> <x:b> )>>", "<<( <x:a> <x:b> <x:c>", "<<( <x:a> <x:b> <x:c> )>> <x:d>",
                           "<<( <x:a> <x:b> <x:c> )>> . <x:d> <x:e> <x:f>"})
    EXPECT_EQ(refused_request({"", "", term, ""}).substr(0, 8), "`object`") << term;
  EXPECT_EQ(refused_request({"", "", "", "\"g\""}).substr(0, 7), "`graph`");
}

TEST(read_requested, reads_what_requested_text_writes) {
  for (const auto* term : {"<http://a.example/x>", "\"a\"", "\"a\\\"b\\\\n\\n\"", "\"a\"@en", "\"\"",
                           "\"a\"^^<http://a.example/t>", "\"\"^^<x:y>", "<<( <x:a> <x:b> <x:c> )>>",
                           "<http://a.example/\\u0020>"})
    EXPECT_EQ(object(requested_text(term)), term);
  EXPECT_EQ(object("<<( <x:a>  rdfs:label 'b'@EN )>>"),
            "<<( <x:a> <http://www.w3.org/2000/01/rdf-schema#label> \"b\"@en )>>");
  EXPECT_EQ(requested_text(""), "");
  EXPECT_EQ(requested_text(no_named_graph), requested_default_graph);
}

}  // namespace laundromat::test
