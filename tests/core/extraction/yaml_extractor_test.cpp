// Records of YAML documents.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/extraction/yaml/yaml_extractor.hpp"
#include "core/extraction/yaml/yaml_scalar.hpp"
#include "tests/core/extraction/collected_records.hpp"

namespace laundromat {
namespace {

using texts = std::vector<std::string>;

collected_records records_in(std::string_view text, std::string_view path = {},
                             extraction_limits limits = {}) {
  collected_records out;
  const auto extractor =
      make_yaml_extractor({json_path::compile(path).value(), wash_profile::standard, limits}, out);
  push_all(*extractor, text, 7);
  EXPECT_EQ(out.bytes(), text.size());
  return out;
}

TEST(yaml_extractor, reads_each_document_of_a_text_E01) {
  const auto found = records_in("---\nid: 1\nname: 'a b'\n---\nid: 2\n...\n# the end\n");
  EXPECT_EQ(found.records, (texts{R"({"id":1,"name":"a b"})", R"({"id":2})"}));
  EXPECT_TRUE(found.defects.empty());
  EXPECT_EQ(found.places[1].line, 5U);
}

TEST(yaml_extractor, skips_a_document_that_needs_too_much_memory_E01) {
  const auto found = records_in("- a\n---\n" + std::string(2'000'001, '[') + "\n---\n- b\n");
  EXPECT_EQ(found.records, (texts{"\"a\"", "\"b\""}));
  EXPECT_EQ(found.rules(), "limit_exceeded ");
}

TEST(yaml_extractor, reads_the_items_of_a_list_E01) {
  EXPECT_EQ(records_in("- id: 1\n- id: 2\n  l: [1, x]\n- 3\n").records,
            (texts{R"({"id":1})", R"({"id":2,"l":[1,"x"]})", "3"}));
}

TEST(yaml_extractor, reads_the_items_of_a_path_E01) {
  EXPECT_EQ(records_in("n: 1\nresults:\n  items:\n  - id: 1\n  - id: 2\n", "results.items").records,
            (texts{R"({"id":1})", R"({"id":2})"}));
  EXPECT_EQ(records_in("data: {id: 1}\n", "data").records, (texts{R"({"id":1})"}));
}

TEST(yaml_extractor, gives_plain_scalars_the_types_of_the_core_schema_E01) {
  const auto found = records_in(
      "[~, null, True, no, 007, +1, 0x1F, 0o17, .5, 5., 1e3, -2.50, .inf, \"1\", '', !!str 2, 1_000, "
      "2026-11-29]",
      "$[*]");
  EXPECT_EQ(found.records,
            (texts{"null", "null", "true", "\"no\"", "\"007\"", "1", "31", "15", "0.5", "5.0", "1e3", "-2.50",
                   "\".inf\"", "\"1\"", "\"\"", "\"2\"", "\"1_000\"", "\"2026-11-29\""}));
}

TEST(yaml_extractor, keeps_zeros_in_front_of_numbers_as_they_are_written_E01) {
  EXPECT_EQ(records_in("[01067, -007, 00, 0, 0.5, -0.5, 0e1, 01.5, !!int 007, !!str 01]", "$[*]").records,
            (texts{"\"01067\"", "\"-007\"", "\"00\"", "0", "0.5", "-0.5", "0e1", "\"01.5\"", "7", "\"01\""}));
}

TEST(yaml_extractor, skips_a_map_in_braces_with_a_quote_in_a_key_without_a_value_E01) {
  const auto found = records_in(
      "- {id: 1, kind: k}\n- {id: 2, kind: k, x\"}\n- {id: \"3\", name:\"Ann\"}\n- {id: \"4\", "
      "city\"Rome\"}\n"
      "- {id: 5, name:'Ann' }\n- {id: 6}\n");
  EXPECT_EQ(found.records, (texts{R"({"id":1,"kind":"k"})", R"({"id":6})"}));
  EXPECT_EQ(found.rules(), "syntax_error syntax_error syntax_error syntax_error ");
  EXPECT_EQ(records_in("- {it's, 5\" disk: 1, a: say \"hi\", b: [x\"y, z], \"q\\\"\"}\n").records,
            (texts{R"({"it's":null,"5\" disk":1,"a":"say \"hi\"","b":["x\"y","z"],"q\"":null})"}))
      << "quotes in values, in keys with a value, and in quoted keys are text";
}

TEST(yaml_extractor, expands_aliases_and_obeys_merge_keys_E01) {
  const auto found =
      records_in("base: &b {x: 1, y: 2}\nitems:\n- <<: *b\n  y: 3\n- {z: *b}\n- <<: [*b, {w: 4}]\n", "items");
  EXPECT_EQ(found.records, (texts{R"({"y":3,"x":1})", R"({"z":{"x":1,"y":2}})", R"({"x":1,"y":2,"w":4})"}));
}

TEST(yaml_extractor, skips_a_record_whose_aliases_expand_beyond_the_limit_E01) {
  std::string text = "a0: &a0 [x,x,x,x,x,x,x,x,x]\n";
  for (int i = 1; i < 12; ++i) {
    const auto name = "*a" + std::to_string(i - 1);
    text += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + name;
    for (int n = 0; n < 8; ++n) text += "," + name;
    text += "]\n";
  }
  const auto found = records_in(text);
  EXPECT_TRUE(found.records.empty());
  EXPECT_EQ(found.rules(), "statement_too_long ");
  EXPECT_EQ(records_in("a: &a [*a]\n").rules(), "statement_too_long ");
}

TEST(yaml_extractor, reads_on_behind_a_broken_document_E01) {
  const auto found = records_in("id: 1\n---\nid: [2\n---\nid: 3\n");
  EXPECT_EQ(found.records, (texts{R"({"id":1})", R"({"id":3})"}));
  EXPECT_EQ(found.rules(), "syntax_error ");
}

TEST(yaml_extractor, reads_each_item_of_a_broken_list_for_itself_E01) {
  const auto found = records_in("- id: 1\n- id: \"2\n- id: 3\n- {id: 4\n- id: 5\n");
  EXPECT_EQ(found.records, (texts{R"({"id":1})", R"({"id":3})", R"({"id":5})"}));
  EXPECT_EQ(found.rules(), "unterminated syntax_error ");
}

TEST(yaml_extractor, counts_places_in_bytes_E01) {
  const auto found = records_in("- \xC3\xA4: \xE2\x82\xAC\n- b: 1\n");
  ASSERT_EQ(found.places.size(), 2U);
  EXPECT_EQ(found.places[1], (record_place{12, 4, 2, 3}));
}

TEST(yaml_extractor, keeps_the_last_of_repeated_keys_E01) {
  const auto found = records_in("a: 1\nb: 2\na: 3\n");
  EXPECT_EQ(found.records, (texts{R"({"b":2,"a":3})"}));
  EXPECT_EQ(found.rules(), "repeated_key ");
  EXPECT_EQ(found.bytes_of(span_kind::quarantine), 4U) << "what is left out";
  const auto several = records_in("- a: 1\n  b: {c: 1, d: 2, c: 3}\n  a: 3\n- {e: 1, e: 2}\n");
  EXPECT_EQ(several.records, (texts{R"({"b":{"d":2,"c":3},"a":3})", R"({"e":2})"}));
  EXPECT_EQ(several.bytes_of(span_kind::quarantine), 12U);
  const auto named = records_in("x: &x {a: 1, a: 2}\ni: [*x, *x]\n", "i");
  EXPECT_EQ(named.records, (texts{R"({"a":2})", R"({"a":2})"}));
  EXPECT_EQ(named.rules(), "repeated_key ") << "once, also where aliases repeat it";
}

TEST(yaml_extractor, replaces_bytes_that_are_not_utf8_E01) {
  const auto found = records_in("a: x\xE9y\n\xE9 b: \"\xE9\"\n");
  EXPECT_EQ(found.records, (texts{"{\"a\":\"x\xEF\xBF\xBDy\",\"\xEF\xBF\xBD b\":\"\xEF\xBF\xBD\"}"}));
  EXPECT_EQ(found.rules(), "illegal_utf8 illegal_utf8 illegal_utf8 ");
  const auto many = records_in("a: " + std::string(300'000, '\xE9') + "\n");
  EXPECT_EQ(many.defects.size(), 300'000U) << "in linear time";
}

TEST(yaml_extractor, skips_documents_with_control_characters_E01) {
  using namespace std::literals;
  const auto found = records_in("id: 1\n---\nid: 2\x04\n---\ni\0d\0:\0 \0 3\n---\nid: \x1A\n---\nid: 5\n"sv);
  EXPECT_EQ(found.records, (texts{R"({"id":1})", R"({"id":5})"}));
  EXPECT_EQ(found.rules(), "syntax_error syntax_error syntax_error ");
}

TEST(yaml_extractor, follows_aliases_on_its_path_E01) {
  EXPECT_EQ(records_in("a: &x [{id: 1}, {id: 2}]\nb: *x\n", "b").records,
            (texts{R"({"id":1})", R"({"id":2})"}));
  EXPECT_EQ(records_in("a: &x {c: {id: 1}}\nb: *x\n", "b.c").records, (texts{R"({"id":1})"}));
  EXPECT_EQ(records_in("a: &x {b: *x, id: 1}\n", "$..id").records, (texts{"1"})) << "not within itself";
}

TEST(yaml_extractor, bounds_what_the_aliases_of_a_document_copy_together_E01) {
  extraction_limits limits;
  limits.document_bytes = 2'000;
  const auto found = records_in(
      "- &x " + std::string(300, 'x') + "\n- *x\n- *x\n- *x\n- *x\n- *x\n- *x\n- *x\n- y\n", {}, limits);
  EXPECT_EQ(found.records.size(), 8U) << "the text, six copies, and y";
  EXPECT_EQ(found.rules(), "limit_exceeded ");
  std::string merged = "- &m {";
  for (int i = 0; i < 50'000; ++i) merged += "k" + std::to_string(i) + ": 1, ";
  EXPECT_EQ(records_in(merged + "z: 1}\n- {<<: *m, own: 1}\n").records.size(), 2U) << "in linear time";
}

TEST(yaml_extractor, notes_a_document_without_records_E01) {
  EXPECT_EQ(records_in("a: 1\n", "b").rules(), "no_records ");
  EXPECT_EQ(records_in("").rules(), "no_records ");
}

}  // namespace
}  // namespace laundromat
