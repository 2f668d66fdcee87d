// Records of JSON documents.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/extraction/json/json_extractor.hpp"
#include "tests/core/extraction/collected_records.hpp"

namespace laundromat {
namespace {

using texts = std::vector<std::string>;

collected_records read(std::string_view text, std::string_view path = {}, bool are_lines = false,
                       wash_profile profile = wash_profile::standard, extraction_limits limits = {}) {
  collected_records out, slow;
  push_all(*make_json_extractor({json_path::compile(path).value(), are_lines, profile, limits}, out), text,
           1 << 20);
  push_all(*make_json_extractor({json_path::compile(path).value(), are_lines, profile, limits}, slow), text,
           1);
  EXPECT_EQ(out.records, slow.records);
  EXPECT_EQ(out.defects, slow.defects);
  EXPECT_EQ(out.spans, slow.spans);
  EXPECT_EQ(out.places, slow.places);
  EXPECT_EQ(out.bytes(), text.size());
  return out;
}

TEST(json_extractor, reads_the_items_of_an_array_E01) {
  const auto found =
      read("[\n {\"a\": 1.50, \"b\": \"x\\u00e4\\n\"} ,\n {\"c\": [true, null, {}]}, 5, \"t\"]\n");
  EXPECT_EQ(found.records,
            (texts{"{\"a\":1.50,\"b\":\"x\xC3\xA4\\n\"}", R"({"c":[true,null,{}]})", "5", "\"t\""}));
  EXPECT_EQ(found.places[0], (record_place{3, 29, 2, 2}));
  EXPECT_EQ(found.places[1].line, 3U);
  EXPECT_TRUE(found.defects.empty());
}

TEST(json_extractor, reads_the_items_of_a_path_E01) {
  const std::string_view text =
      R"({"n":{"items":[9]},"results":{"items":[{"a":1},{"a":2}],"items2":[{"a":3}]}})";
  EXPECT_EQ(read(text, "results.items").records, (texts{R"({"a":1})", R"({"a":2})"}));
  EXPECT_EQ(read(text, "$.results.items[*]").records, (texts{R"({"a":1})", R"({"a":2})"}));
  EXPECT_EQ(read(text, "$.results.items[1]").records, (texts{R"({"a":2})"}));
  EXPECT_EQ(read(text, "$..items2").records, (texts{R"({"a":3})"}));
  EXPECT_EQ(read(text, "n").records, (texts{R"({"items":[9]})"}));
}

TEST(json_extractor, reads_values_that_follow_one_another_E01) {
  EXPECT_EQ(read("{\"a\":1}\n{\"a\":2}\n").records, (texts{R"({"a":1})", R"({"a":2})"}));
  EXPECT_EQ(read("{\"a\":1}{\"a\":2}").records, (texts{R"({"a":1})", R"({"a":2})"}));
  EXPECT_EQ(read("\x1E{\"a\":1}\n\x1E{\"a\":2}\n").records, (texts{R"({"a":1})", R"({"a":2})"}));
  EXPECT_EQ(read("[1,2]\n[3,4]\n").records, (texts{"[1,2]", "[3,4]"}));
  EXPECT_EQ(read("[\n{\"a\":1}\n]\n[\n{\"a\":2}\n]\n").records, (texts{R"({"a":1})", R"({"a":2})"}));
  EXPECT_EQ(read("[1,2]\n", {}, true).records, (texts{"[1,2]"}));
  EXPECT_EQ(read("[1,2]\n").records, (texts{"1", "2"}));
  EXPECT_EQ(read("{\"i\":[1]}\n{\"i\":[2]}\n", "i").records, (texts{"1", "2"}));
}

TEST(json_extractor, repairs_a_comma_at_the_end_of_a_line_E01) {
  const auto found =
      read("{\"id\":1}\n{\"id\":2},\n[3] ,\t\r\n{\"id\":4},,\n{\"id\":5},{\"id\":6}\n{\"id\":7},", {}, true);
  EXPECT_EQ(found.records, (texts{R"({"id":1})", R"({"id":2})", "[3]", R"({"id":7})"}));
  EXPECT_EQ(found.rules(), "lenient_json lenient_json syntax_error syntax_error lenient_json ");
  EXPECT_EQ(found.defects[0].before, ",");
  EXPECT_EQ(found.defects[0].line, 2U);
}

TEST(json_extractor, keeps_a_whole_line_before_an_odd_one_E01) {
  const auto found = read("{\"id\":1}\n,\n{\"id\":2}\n\"x\": 3\n{\"id\":4}\n}\n{\"id\":5}\n", {}, true);
  EXPECT_EQ(found.records, (texts{R"({"id":1})", R"({"id":2})", R"({"id":4})", R"({"id":5})"}));
  EXPECT_EQ(found.rules(), "syntax_error syntax_error syntax_error ");
  for (const auto& one : found.defects)
    EXPECT_EQ(one.message.find("statement"), std::string::npos) << one.message;
}

TEST(json_extractor, speaks_of_records_where_one_is_damaged_E01) {
  const auto found = read("[{\"a\":1},{\"a\" 2},{\"a\":3}]");
  ASSERT_EQ(found.rules(), "syntax_error ");
  EXPECT_EQ(found.defects[0].message, "the record is no valid JSON");
}

TEST(json_extractor, repairs_what_is_certain_E01) {
  const auto found = read("[{\"a\":1, // one\n},{b:2}{\"c\":\"x\ty\"},]");
  EXPECT_EQ(found.records, (texts{R"({"a":1})", R"({"b":2})", R"({"c":"x\ty"})"}));
  for (const auto& one : found.defects) EXPECT_EQ(one.rule, errc::lenient_json);
  EXPECT_EQ(found.bytes_of(span_kind::quarantine), 0U);
}

TEST(json_extractor, skips_a_value_that_is_none_E01) {
  const auto found = read(R"([{"a":1,"b":nope,"c":3},{"a":[1,x2]}])");
  EXPECT_EQ(found.records, (texts{R"({"a":1,"c":3})", "{}"}));
  EXPECT_EQ(found.bytes_of(span_kind::quarantine), 18U);
}

TEST(json_extractor, keeps_the_last_of_repeated_keys_E01) {
  const auto found = read(R"([{"a":1,"b":2,"a":3}])");
  EXPECT_EQ(found.records, (texts{R"({"b":2,"a":3})"}));
  EXPECT_EQ(found.rules(), "repeated_key ");
}

TEST(json_extractor, replaces_bytes_that_are_not_utf8_E01) {
  const auto found = read("[{\"a\":\"x\xE9y\"}]");
  EXPECT_EQ(found.records, (texts{"{\"a\":\"x\xEF\xBF\xBDy\"}"}));
  EXPECT_EQ(found.rules(), "illegal_utf8 ");
}

TEST(json_extractor, skips_a_broken_line_alone_E01) {
  const auto found = read("{\"a\":1}\n{\"a\":\"2}\n{\"a\":3}\n", {}, true);
  EXPECT_EQ(found.records, (texts{R"({"a":1})", R"({"a":3})"}));
  ASSERT_EQ(found.defects.size(), 1U);
  EXPECT_EQ(found.defects[0].before, "{\"a\":\"2}");
}

TEST(json_extractor, tells_of_a_broken_line_where_it_is_E01) {
  for (const std::string damaged : {"{\"a\":", "{\"a\":\"2}", "{\"a\":[1,", "{\"a\":1 2}", "{\"a\":2"})
    for (const std::string line_end : {"\n", "\r\n"}) {
      const auto found =
          read("{\"a\":1}" + line_end + damaged + line_end + line_end + "{\"a\":3}" + line_end, {}, true);
      EXPECT_EQ(found.records, (texts{R"({"a":1})", R"({"a":3})"})) << damaged;
      ASSERT_EQ(found.defects.size(), 1U) << damaged;
      EXPECT_EQ(found.defects[0].line, 2U) << damaged;
      EXPECT_LE(found.defects[0].column, damaged.size() + 1) << damaged;
      EXPECT_EQ(found.defects[0].before, damaged);
    }
}

TEST(json_extractor, tells_of_each_damaged_record_where_all_are_E01) {
  for (const std::string damaged :
       {R"({"a":1 "b":2})", R"({"a":"x})", R"({"a":{"b":"x":1}})", R"({"a":[{"c":1} {"a":2}]]})"})
    for (const std::string between : {",", ",\n", " , \n  "})
      for (const std::string ends : {"[]", "[\n\n]", "  "}) {
        const auto mark = ends == "  " ? std::string("\n") : between;
        const auto text = ends.substr(0, ends.size() / 2) + damaged + mark + damaged + mark + damaged +
                          ends.substr(ends.size() / 2);
        const auto found = read(text);
        EXPECT_TRUE(found.records.empty()) << text;
        EXPECT_EQ(found.defects.size(), 3U) << text;
        for (const auto& one : found.defects) {
          EXPECT_EQ(one.offset_bytes, text.find(damaged, one.offset_bytes)) << text;
          EXPECT_GE(one.token_offset_bytes, one.offset_bytes) << text;
        }
      }
  const auto mixed = read(R"([{"a":1 "b":2},{"a":1,"b":2},{"a":1 "b":2},{"a":1 "b":2}])");
  ASSERT_EQ(mixed.defects.size(), 4U);
  EXPECT_EQ(mixed.defects[1].message, "among damaged records: it is not certain that it is one");
}

TEST(json_extractor, tells_of_damaged_records_that_are_too_many_to_be_kept_E01) {
  extraction_limits limits;
  limits.record_bytes = 3'000;
  std::string text = "[";
  for (int i = 0; i < 1'000; ++i) text += (i == 0 ? "" : ",") + std::string(R"({"a":1 "b":2})");
  const auto found = read(text + "]", {}, false, wash_profile::standard, limits);
  EXPECT_EQ(found.defects.size(), 1'000U);
  for (std::size_t i = 0; i < found.defects.size(); ++i) ASSERT_EQ(found.defects[i].offset_bytes, 1 + 14 * i);
}

TEST(json_extractor, takes_no_record_from_a_list_behind_that_of_a_damaged_one_E01) {
  const auto found = read(R"({"items":[{"id":1},{"id":2,"a":}],"others":[{"id":3},{"id":4}]})", "items");
  EXPECT_EQ(found.records, (texts{R"({"id":1})"}));
  EXPECT_EQ(found.defects.size(), 1U);
}

TEST(json_extractor, takes_no_record_that_is_not_behind_a_value_and_a_comma_E01) {
  for (const std::string before :
       {R"("a":)", R"("a":[)", R"("a":[,)", R"("a":[5,,)", R"("a":,)", R"("a":{,)", "5 "}) {
    const auto text = R"([{"id":1},{"id":2,)" + before + R"({"id":3}])";
    EXPECT_EQ(read(text).records, (texts{R"({"id":1})"})) << text;
  }
}

TEST(json_extractor, skips_records_beyond_the_limits_alone_E01) {
  extraction_limits limits;
  limits.record_bytes = 20;
  const auto found = read(R"([{"a":1},{"a":"xxxxxxxxxxxxxxxxxxxxxxx","b":[1,{"c":2}]},{"a":3}])", {}, false,
                          wash_profile::standard, limits);
  EXPECT_EQ(found.records, (texts{R"({"a":1})", R"({"a":3})"}));
  limits = {};
  limits.nesting = 3;
  EXPECT_EQ(read("[{\"a\":1},[[[[1]]]],{\"a\":3}]", {}, false, wash_profile::standard, limits).records,
            (texts{R"({"a":1})", R"({"a":3})"}));
}

TEST(json_extractor, tells_the_place_of_a_comma_that_is_no_longer_at_hand_E01) {
  const std::string blanks(5'000, ' ');
  for (const auto& other : {"[1\n ," + blanks + "]", "{\"k\":1\n ," + blanks + "}"}) {
    const auto found = read("{\"o\":" + other + ",\"r\":[{\"a\":1}]}", "r");
    EXPECT_EQ(found.records, (texts{R"({"a":1})"}));
    ASSERT_EQ(found.defects.size(), 1U);
    EXPECT_EQ(found.defects[0].offset_bytes, 5 + other.find(','));
    EXPECT_EQ(found.defects[0].line, 2U);
    EXPECT_EQ(found.defects[0].column, 2U);
    EXPECT_EQ(found.defects[0].before, ",");
  }
}

TEST(json_extractor, passes_a_damaged_record_beyond_the_limits_in_any_chunks_E01) {
  const std::string blanks(3'000, ' '), others = ",\n{\"a\":2},\n{\"a\":3}\n]";
  extraction_limits limits;
  limits.nesting = 3;
  const auto deep = read("[\n{\"a\":1},\n{\"a\":[[[1," + blanks + "}]]]" + blanks + "}" + others, {}, false,
                         wash_profile::standard, limits);
  EXPECT_EQ(deep.records, (texts{R"({"a":1})", R"({"a":2})", R"({"a":3})"}));
  limits = {};
  limits.record_bytes = 3'000;
  const auto long_one = read("[\n{\"a\":1},\n{\"a\":[" + blanks + "1, }" + blanks + "}" + others, {}, false,
                             wash_profile::standard, limits);
  EXPECT_EQ(long_one.records, (texts{R"({"a":1})", R"({"a":2})", R"({"a":3})"}));
}

TEST(json_extractor, goes_on_alike_in_any_chunks_behind_much_white_space_E01) {
  const std::string blanks(3'000, ' '), lines(3'000, '\n');
  for (const auto& gap : {blanks, lines, "\n" + blanks})
    for (const std::string_view path : {"", "r"}) {
      const auto records =
          gap + R"({"a":1},)" + gap + R"({"a":"x},)" + gap + R"({"a":3},)" + gap + R"({"a":4})" + gap;
      const auto found = read(path.empty() ? "[" + records + "]" : "{\"r\":[" + records + "]}", path);
      EXPECT_EQ(found.records.front(), R"({"a":1})");
      EXPECT_EQ(read(gap + "{\"a\":1}" + gap + "true" + gap + "{\"a\":}" + gap + "{\"a\":4}").records.front(),
                R"({"a":1})");
    }
}

TEST(json_extractor, compares_with_records_that_needed_no_repair_E01) {
  const auto found =
      read(R"([{"x":0,},{"a":1,"b":1},{"a":2,"b":"x},{"a":3,"b":3},{"a":4,"b":4},{"a":5,"b":5}])");
  EXPECT_EQ(found.records, (texts{R"({"x":0})", R"({"a":1,"b":1})", R"({"a":3,"b":3})", R"({"a":4,"b":4})",
                                  R"({"a":5,"b":5})"}));
}

TEST(json_extractor, passes_any_number_of_comments_E01) {
  std::string text = "[";
  for (int i = 0; i < 50'000; ++i) text += "/**/";
  collected_records out;
  const auto extractor = make_json_extractor({}, out);
  push_all(*extractor, text + "1]", 1 << 20);
  EXPECT_EQ(out.records, (texts{"1"}));
}

TEST(json_extractor, notes_a_document_without_records_E01) {
  EXPECT_EQ(read("{\"a\":1}", "b").rules(), "no_records ");
  EXPECT_EQ(read("").rules(), "no_records ");
}

TEST(json_extractor, notes_each_value_without_records_E01) {
  const auto found = read("{\"b\":1}\n{\"a\":[1]}\n{\"b\":2}\n{\"a\":[]}\n{\"a\":[2]}\n", "a", true);
  EXPECT_EQ(found.records, (texts{"1", "2"}));
  std::string lines;
  for (const auto& one : found.defects) lines += std::to_string(one.line) + " ";
  EXPECT_EQ(lines, "2 3 4 ");
  EXPECT_EQ(read("{\"b\":1}\n{\"b\":2}\n", "a", true).rules(), "no_records no_records ");
}

TEST(json_extractor, names_the_part_of_the_path_that_leads_to_nothing_E01) {
  constexpr std::string_view text = R"({"result":{"count":1,"results":[{"a":1}]},"resluts":2})";
  const auto message = [&](std::string_view path) {
    const auto found = read(text, path);
    return found.defects.size() == 1 ? found.defects[0].message : "?";
  };
  EXPECT_EQ(message("result.resluts"),
            "the path of the records leads to nothing: there is no `resluts`; the nearest is `results`");
  EXPECT_EQ(message("reslt.results"),
            "the path of the records leads to nothing: there is no `reslt`; the nearest is `result`");
  EXPECT_EQ(message("result.count.x"), "") << "there is no map";
  EXPECT_EQ(message("result.*.x"), "") << "an item has no name";
}

TEST(json_extractor, notes_a_list_of_maps_in_a_document_that_is_one_record_E01) {
  const auto rules_of = [](std::string_view text) {
    collected_records out;
    json_extractor_options options;
    options.notes_lists = true;
    push_all(*make_json_extractor(options, out), text, 1);
    return out.defects.empty() ? std::string() : out.defects[0].message;
  };
  EXPECT_EQ(rules_of(R"({"type":"x","result":{"results":[{"a":1},{"a":2}],"n":[1,2]}})"),
            "the document is one record; `result.results` is an array of 2 maps: for a record of each, write "
            "`records: result.results`");
  EXPECT_EQ(rules_of(R"({"a":[{"a":1},{"a":2}],"b":[{"a":1},{"a":2}]})"), "") << "which one is not known";
  EXPECT_EQ(rules_of(R"({"a":[{"a":1}]})"), "");
  EXPECT_EQ(rules_of("{\"a\":[{},{}]}\n{\"a\":[{},{}]}\n"), "") << "two records";
  EXPECT_TRUE(read(R"({"a":[{},{}]})").defects.empty()) << "not asked for";
}

TEST(json_extractor, ends_with_the_error_of_the_sink_E01) {
  collected_records out;
  out.most = 1;
  const auto extractor = make_json_extractor({}, out);
  EXPECT_FALSE(extractor->push("[1,2,3,4]\n").has_value() && extractor->finish().has_value());
  EXPECT_EQ(out.records.size(), 1U);
}

}  // namespace
}  // namespace laundromat
