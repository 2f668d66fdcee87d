// Terms of scalars and value objects, without a walk.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/nodes/literal_maker.hpp"

#include "tests/core/rdf/jsonld/walk_parts.hpp"

namespace laundromat::testing {
namespace {

using lines = std::vector<std::string>;

const std::string xsd = "^^<http://www.w3.org/2001/XMLSchema#";

struct json_ld_literal : walk_parts {
  /// Walks a scalar of a term, and returns the object of its statement.
  std::string expand(std::string_view in, std::string_view value) {
    const auto active = context(in);
    bool is_literal = true;
    const auto to = to_property();
    const auto& node = parse(value);
    emitter.finish_item(to, literals.expand(active, property(active, "p"), node, to, is_literal), is_literal,
                        node);
    return take();
  }
  std::string walk(std::string_view text) {
    jsonld::object_view view;
    const auto active = context(R"({"p":"http://p/p"})");
    if (objects.read(active, nullptr, parse(text), false, view))
      literals.walk_value_object(view, &property(active, "p"), to_property());
    return take();
  }
  std::string take() {
    if (log.lines.empty()) return "none";
    auto line = log.lines.back().substr(std::string("<http://s/s> <http://p/p> ").size());
    log.lines.clear();
    return line.substr(0, line.size() - 2);
  }
};

TEST_F(json_ld_literal, scalars_have_the_datatypes_of_their_json) {
  constexpr std::string_view in = R"({"p":"http://p/p"})";
  EXPECT_EQ(expand(in, "\"text\""), "\"text\"");
  EXPECT_EQ(expand(in, "true"), "\"true\"" + xsd + "boolean>");
  EXPECT_EQ(expand(in, "12"), "\"12\"" + xsd + "integer>");
  EXPECT_EQ(expand(in, "-0"), "\"0\"" + xsd + "integer>");
  EXPECT_EQ(expand(in, "1.0"), "\"1\"" + xsd + "integer>");
  EXPECT_EQ(expand(in, "1.5"), "\"1.5E0\"" + xsd + "double>");
  EXPECT_EQ(expand(in, "1e21"), "\"1.0E21\"" + xsd + "double>");
  EXPECT_EQ(expand(in, "1234567890123456789012"), "\"1.234567890123457E21\"" + xsd + "double>");
}

TEST_F(json_ld_literal, a_number_beyond_the_doubles_is_skipped) {
  EXPECT_EQ(expand(R"({"p":"http://p/p"})", "1e999"), "none");
  EXPECT_EQ(log.messages(), lines{"a number beyond the range of xsd:double"});
  EXPECT_FALSE(log.lost.empty());
}

TEST_F(json_ld_literal, terms_coerce_to_resources_datatypes_and_languages) {
  EXPECT_EQ(expand(R"({"p":{"@id":"http://p/p","@type":"@id"}})", "\"x\""), "<http://base/x>");
  EXPECT_EQ(expand(R"({"@vocab":"http://v/","p":{"@id":"http://p/p","@type":"@vocab"}})", "\"x\""),
            "<http://v/x>");
  EXPECT_EQ(expand(R"({"p":{"@id":"http://p/p","@type":"http://t/"}})", "\"x\""), "\"x\"^^<http://t/>");
  EXPECT_EQ(expand(R"({"@language":"de","p":"http://p/p"})", "\"x\""), "\"x\"@de");
  EXPECT_EQ(expand(R"({"@language":"de","p":{"@id":"http://p/p","@language":null}})", "\"x\""), "\"x\"");
}

TEST_F(json_ld_literal, value_objects_have_a_type_or_a_language) {
  EXPECT_EQ(walk(R"({"@value":"x","@language":"en"})"), "\"x\"@en");
  EXPECT_EQ(walk(R"({"@value":"x","@type":"http://t/"})"), "\"x\"^^<http://t/>");
  EXPECT_EQ(walk(R"({"@value":{"b":1,"a":[]},"@type":"@json"})"),
            "\"{\\\"a\\\":[],\\\"b\\\":1}\"^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#JSON>");
  EXPECT_EQ(walk(R"({"@value":null})"), "none");
  EXPECT_TRUE(log.lost.empty());
}

TEST_F(json_ld_literal, value_objects_that_break_the_rules_are_refused_with_the_code_of_the_specification) {
  const std::vector<std::pair<std::string_view, std::string>> all{
      {R"({"@value":"x","http://a/":1})", "invalid value object"},
      {R"({"@value":"x","@type":"http://t/","@language":"en"})", "invalid value object"},
      {R"({"@value":"x","@language":5})", "invalid language-tagged string"},
      {R"({"@value":5,"@language":"en"})", "invalid language-tagged value"},
      {R"({"@value":"x","@direction":"up"})", "invalid base direction"},
      {R"({"@value":"x","@index":5})", "invalid @index value"},
      {R"({"@value":"x","@type":["http://t/"]})", "invalid typed value"},
      {R"({"@value":{}})", "invalid value object value"}};
  for (const auto& [text, code] : all) {
    log.defects.clear();
    EXPECT_EQ(walk(text), "none") << text;
    EXPECT_EQ(log.messages(), lines{code}) << text;
  }
}

TEST_F(json_ld_literal, directions_become_datatypes_or_nodes_where_the_options_want_that) {
  more.direction = rdf_direction::i18n_datatype;
  EXPECT_EQ(walk(R"({"@value":"x","@language":"EN","@direction":"rtl"})"),
            "\"x\"^^<https://www.w3.org/ns/i18n#en_rtl>");
  more.direction = rdf_direction::compound_literal;
  (void)walk(R"({"@value":"x","@direction":"ltr"})");
  EXPECT_TRUE(log.lost.empty());
}

}  // namespace
}  // namespace laundromat::testing
