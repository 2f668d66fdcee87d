// Tests of how fields find their values in rows and trees, and of what a specification says about tables.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/fields/data_fields.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/extraction/read/record_plan.hpp"
#include "core/extraction/spec/read_spec.hpp"
#include "tests/core/extraction/collected_records.hpp"

namespace laundromat {
namespace {

struct matched_case {
  const char* what;
  std::string spec, text;
  std::vector<std::string> records;
  std::string defects;  ///< as `note missing_field: message`, a line each
};

const std::vector<matched_case>& matched_cases() {
  static const std::vector<matched_case> all{
      {"numbers and booleans of JSON keep their kind where no step changes them",
       "format: json\nfields:\n  a: a\n  b: {select: b, default: x}\n  c: {select: c, 'null': [NA]}\n"
       "  d: {select: d, keep_space: true}\n  e: {select: e, list: true, 'null': ['0']}\n  f: {select: f, "
       "type: text}\n",
       R"([{"a":1.50,"b":true,"c":-2,"d":1e3,"e":[1,0,false,"x"],"f":7}])",
       {R"({"a":1.50,"b":true,"c":-2,"d":1e3,"e":[1,false,"x"],"f":"7"})"},
       ""},
      {"a null has no value, and a default takes its place",
       "format: json\nfields:\n  a: a\n  b: {select: b, type: integer, default: 3}\n",
       R"([{"a":null,"b":null}])",
       {R"({"b":3})"},
       ""},
      {"texts of a list that do not match are a list, also when there is one",
       "format: json\nfields:\n  n: {select: a, list: true, match: '^\\d+$', warn: odd}\n",
       R"([{"a":["1","x","2","y"]},{"a":["3","z"]},{"a":["4"]}])",
       {R"({"n":["1","2"],"odd":["x","y"]})", R"({"n":["3"],"odd":["z"]})", R"({"n":["4"]})"},
       "note unmatched_field: n: \"x\" does not match \"^\\d+$\"\n"
       "note unmatched_field: n: \"y\" does not match \"^\\d+$\"\n"
       "note unmatched_field: n: \"z\" does not match \"^\\d+$\"\n"},
      {"texts of a list that is one text do so, too, and a single text is none",
       "format: csv\nfields:\n  n: {select: a, split: ' ', match: '^\\d+$', warn: odd}\n"
       "  m: {select: b, match: '^\\d+$', warn: other}\n",
       "a,b\n1 x,y\n",
       {R"({"n":["1"],"odd":["x"],"other":"y"})"},
       "note unmatched_field: n: \"x\" does not match \"^\\d+$\"\n"
       "note unmatched_field: m: \"y\" does not match \"^\\d+$\"\n"},
      {"the others of a tree are those that no field takes or has",
       "format: json\nkeep_others: true\nfields:\n  name: who.name\n  part: {fields: {street: street, town: "
       "place.town}}\n"
       "  n: {select: count, match: '^\\d+$', warn: odd}\n",
       R"([{"who":{"name":"Ann"},"street":"S","place":{"town":"T"},"count":"x","name":0,"part":1,"odd":2,"n":3,"rest":4}])",
       {R"({"name":"Ann","part":{"street":"S","town":"T"},"odd":"x","rest":4})"},
       "note unmatched_field: n: \"x\" does not match \"^\\d+$\"\n"},
      {"the others of a table are those that no field takes or has, in each row",
       "format: csv\nkeep_others: true\nfields:\n  who: name\n  address: {fields: {street: street}}\n",
       "id,name,street,age,who\n1,Ann,S,41,x\n2,Bob,,42,y\n",
       {R"({"who":"Ann","address":{"street":"S"},"id":"1","age":"41"})",
        R"({"who":"Bob","address":{},"id":"2","age":"42"})"},
       ""},
      {"a column that a table lacks is noted once, within a map, too",
       "format: csv\nfields:\n  id: id\n  a: x\n  b: {select: x, default: none}\n  c: {fields: {d: y, e: "
       "id}}\n",
       "id,name\n1,Ann\n2,Bob\n",
       {R"({"id":"1","b":"none","c":{"e":"1"}})", R"({"id":"2","b":"none","c":{"e":"2"}})"},
       "note missing_field: the table has no column `x`\n"
       "note missing_field: the table has no column `y`\n"},
      {"a value that is not there in one record of JSON is not noted",
       "format: json\nfields:\n  a: a\n  b: b\n",
       R"([{"a":"1"},{"a":"2","b":"3"}])",
       {R"({"a":"1"})", R"({"a":"2","b":"3"})"},
       ""},
      {"columns may be taken in any order, and twice",
       "format: csv\nfields:\n  z: c\n  y: a\n  x: {select: c, type: integer}\n",
       "a,b,c\n1,2,3\n4,5,6\n",
       {R"({"z":"3","y":"1","x":3})", R"({"z":"6","y":"4","x":6})"},
       ""},
      {"a row that lacks a required field is left out, and the next one is as it is",
       "format: csv\nfields:\n  id: {select: id, required: true}\n  n: n\n",
       "id,n\n,1\n2,3\n",
       {R"({"id":"2","n":"3"})"},
       "skip missing_field: the record has no id\n"},
      {"names that are listed",
       "format: csv\ntable: {header: [id, name]}\n",
       "1,Ann\n2,Bob\n",
       {R"({"id":"1","name":"Ann"})", R"({"id":"2","name":"Bob"})"},
       ""},
      {"names that are listed, and a header that is passed",
       "format: csv\ntable: {header: [id, name], title_rows: 1}\n",
       "no,what\n1,Ann\n2,Bob\n",
       {R"({"id":"1","name":"Ann"})", R"({"id":"2","name":"Bob"})"},
       "note title_rows: a row before the header\n"},
      {"fewer names than fields",
       "format: csv\ntable: {header: [id]}\n",
       "1,Ann\n2,Bob\n",
       {R"({"id":"1","field_2":"Ann"})", R"({"id":"2","field_2":"Bob"})"},
       "note odd_field_name: field 2 has no name: it is called field_2\n"},
      {"more names than fields",
       "format: csv\ntable: {header: [a, b, c]}\n",
       "1,Ann\n",
       {},
       "note odd_field_name: the list `header` has 3 names, and most rows have 2 fields: such rows lack "
       "fields\n"
       "skip short_row: 2 fields instead of 3\n"},
      {"as many title rows as are stated",
       "format: csv\ntable: {title_rows: 2}\n",
       "x,y\nz,1\nid,name\n1,Ann\n",
       {R"({"id":"1","name":"Ann"})"},
       "note title_rows: a row before the header\nnote title_rows: a row before the header\n"},
      {"no title rows where none are stated",
       "format: csv\ntable: {title_rows: 0, header: true}\n",
       "report\nid,name\n1,Ann\n2,Bob\n",
       {R"({"field_1":"id","field_2":"name"})", R"({"field_1":"1","field_2":"Ann"})",
        R"({"field_1":"2","field_2":"Bob"})"},
       "note odd_field_name: the header has 1 name, and most rows have 2 fields: it is not known which one "
       "has no name, so all are named by place\n"},
      {"empty fields are no values, or empty texts",
       "format: csv\n",
       "id,name\n1,\n",
       {R"({"id":"1","name":null})"},
       ""},
      {"empty fields that are kept",
       "format: csv\ntable: {keep_empty: true}\n",
       "id,name\n1,\n",
       {R"({"id":"1","name":""})"},
       ""},
  };
  return all;
}

TEST(data_fields, take_what_a_specification_says_X01_X02_X03) {
  for (const auto& one : matched_cases()) {
    auto spec = read_record_spec(one.spec);
    ASSERT_TRUE(spec.has_value()) << one.what << ": " << spec.error().front().message;
    const auto plan = record_plan::make(*std::move(spec));
    ASSERT_TRUE(plan.has_value()) << one.what << ": " << plan.error().front().message;
    for (const std::size_t chunk : {std::size_t{1}, one.text.size()}) {
      collected_records got;
      push_all(*(*plan)->make_extractor({}, wash_profile::standard, got), one.text, chunk);
      std::string defects;
      for (const auto& found : got.defects)
        defects.append(to_string(found.done))
            .append(" ")
            .append(to_string(found.rule))
            .append(": ")
            .append(found.message + "\n");
      EXPECT_EQ(got.records, one.records) << one.what;
      EXPECT_EQ(defects, one.defects) << one.what;
      EXPECT_EQ(got.bytes(), one.text.size()) << one.what;
    }
  }
}

}  // namespace
}  // namespace laundromat
