// Tests of how fields find their values in rows and trees, and of what a specification says about tables.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/fields/path_fields.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/extraction/plan/record_plan.hpp"
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
      {"a value without names is `value`",
       "format: json\nfields:\n  v: value\n",
       R"(["a",2,{"value":3}])",
       {R"({"v":"a"})", R"({"v":2})", R"({"v":3})"},
       ""},
      {"a list of which nothing is there has its default",
       "format: json\nfields:\n  t: {select: t, list: true, default: none}\n",
       R"([{"a":1},{"t":[null]},{"t":[]},{"t":["x"]}])",
       {R"({"t":["none"]})", R"({"t":["none"]})", R"({"t":["none"]})", R"({"t":["x"]})"},
       ""},
      {"white space around a text of a list belongs to no value",
       "format: json\nfields:\n  t: {select: t, list: true}\n",
       R"([{"t":[" a ",1]}])",
       {R"({"t":["a",1]})"},
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
        R"({"who":"Bob","id":"2","age":"42"})"},
       ""},
      {"a column that a table lacks is noted once, within a map, too",
       "format: csv\nfields:\n  id: id\n  a: x\n  b: {select: x, default: none}\n  c: {fields: {d: y, e: "
       "id}}\n",
       "id,name\n1,Ann\n2,Bob\n",
       {R"({"id":"1","b":"none","c":{"e":"1"}})", R"({"id":"2","b":"none","c":{"e":"2"}})"},
       "note missing_field: the table has no column `x`; the nearest is `id`\n"
       "note missing_field: the table has no column `y`; the nearest is `id`\n"},
      {"a field that no record of JSON has is noted once, with the nearest place",
       "format: json\nfields:\n  name: nmae\n  city: address.town\n  first: {select: 'tags[*].labl', list: "
       "true}\n"
       "  age: {select: ages, type: integer, default: 0}\n",
       R"([{"name":"Ann","address":{"city":"Linz"},"tags":[{"label":"x"}],"age":4},{"age":5}])",
       {R"({"age":0})", R"({"age":0})"},
       "note missing_field: no record has `nmae`; the nearest is `name`\n"
       "note missing_field: no record has `address.town`; the nearest is `address.city`\n"
       "note missing_field: no record has `tags[*].labl`; the nearest is `tags[*].label`\n"
       "note missing_field: no record has `ages`; the nearest is `age`\n"},
      {"a field that no map of JSON has is noted with that map, and a map that is not there alone",
       "format: json\nfields:\n  who: {select: person, fields: {name: nmae}}\n"
       "  all: [friends, {name: nmae, age: age}]\n  no: {select: nobody, fields: {name: name}}\n  same: "
       "{fields: {a: b}}\n",
       R"([{"person":{"name":"Ann"},"friends":[{"name":"Bob"},{"age":4}]}])",
       {R"({"all":[{"age":4}]})"},
       "note missing_field: no record has `nmae` in `person`; the nearest is `name`\n"
       "note missing_field: no record has `nmae` in `friends`; the nearest is `name`\n"
       "note missing_field: no record has `nobody`; the nearest is `person`\n"
       "note missing_field: no record has `b`; the nearest is `person.name`\n"},
      {"a value that a record has, if only null, is not noted, and neither is anything without records",
       "format: json\nrecords: all\nfields:\n  a: a\n  b: b\n",
       R"({"all":[{"a":null},{"b":1}]})",
       {R"({})", R"({"b":1})"},
       ""},
      {"nothing is noted without records",
       "format: json\nrecords: all\nfields:\n  a: a\n",
       R"({"all":[]})",
       {},
       "note no_records: \n"},
      {"a key with which the name begins is nearer than one with as many letters",
       "format: json\nfields:\n  a: identifier\n  b: title\n",
       R"([{"title":"x","id":1}])",
       {R"({"b":"x"})"},
       "note missing_field: no record has `identifier`; the nearest is `id`\n"},
      {"fields of YAML are noted, too",
       "format: yaml\nfields:\n  a: aa\n  b: ab\n",
       "- {ab: 1}\n- {ab: 2}\n",
       {R"({"b":1})", R"({"b":2})"},
       "note missing_field: no record has `aa`; the nearest is `ab`\n"},
      {"what is no map has no fields, and is reported",
       "format: json\nfields:\n  one: {select: one, fields: {a: a}}\n  all: [all, {a: a}]\n",
       R"([{"one":"x","all":[{"a":1},2,null]},{"one":[{"a":3}],"all":{"a":4}},{"one":null}])",
       {R"({"all":[{"a":1}]})", R"({"all":[{"a":4}]})", R"({})"},
       "skip ill_typed_field: one: a single value is no map\n"
       "skip ill_typed_field: all: a single value is no map\n"
       "skip ill_typed_field: one: a list is no map: `list: true` takes its items\n"},
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
       "skip missing_field: id is missing\n"},
      {"names that are listed",
       "format: csv\ntable: {header: [id, name]}\n",
       "1,Ann\n2,Bob\n",
       {R"({"id":"1","name":"Ann"})", R"({"id":"2","name":"Bob"})"},
       ""},
      {"names that are listed, and a header that is passed",
       "format: csv\ntable: {header: [id, name], skip_rows: 1}\n",
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
       "format: csv\ntable: {skip_rows: 2}\n",
       "x,y\nz,1\nid,name\n1,Ann\n",
       {R"({"id":"1","name":"Ann"})"},
       "note title_rows: a row before the header\nnote title_rows: a row before the header\n"},
      {"no title rows where none are stated",
       "format: csv\ntable: {skip_rows: 0, header: true}\n",
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

struct read_records {
  std::vector<std::string> records;
  std::string defects;
};

/// Reads a document as the specification says.
read_records read_with(const std::string& yaml, std::string_view text, const document_hints& hints = {}) {
  auto spec = read_record_spec(yaml);
  EXPECT_TRUE(spec.has_value()) << yaml;
  if (!spec) return {};
  const auto plan = record_plan::make(*std::move(spec));
  EXPECT_TRUE(plan.has_value()) << yaml << plan.error().front().message;
  if (!plan) return {};
  collected_records got;
  push_all(*(*plan)->make_extractor(hints, wash_profile::standard, got), text, text.size());
  std::string defects;
  for (const auto& found : got.defects)
    defects.append(to_string(found.done))
        .append(" ")
        .append(to_string(found.rule))
        .append(": ")
        .append(found.message + "\n");
  return {got.records, defects};
}

/// How reading ends, and how many records came before.
std::string outcome_with(const std::string& yaml, std::string_view text) {
  const auto plan = record_plan::make(read_record_spec(yaml).value()).value();
  collected_records got;
  const auto reader = plan->make_extractor({}, wash_profile::standard, got);
  auto done = reader->push(text);
  if (done) done = reader->finish();
  return std::to_string(got.records.size()) + " records" + (done ? "" : ", " + to_string(done.error()));
}

TEST(path_fields, of_which_none_is_found_fail_the_document_X04) {
  const std::string failure = ", missing_field: none of the fields of the specification is in the document: ";
  EXPECT_EQ(outcome_with("format: csv\nfields: {a: x, b: y}\n", "nr,name\n1,Ann\n2,Bob\n"),
            "0 records" + failure + "the table has no column `x`; the nearest is `nr`");
  EXPECT_EQ(outcome_with("format: json\nfields: {a: nmae}\n", R"([{"name":1},{"name":2}])"),
            "0 records" + failure + "no record has `nmae`; the nearest is `name`");
  EXPECT_EQ(outcome_with("format: json\nfields: {a: a}\n", R"([{"a":null}])"), "1 records") << "it is there";
  EXPECT_EQ(outcome_with("format: csv\nfields: {a: a, b: b}\n", "b,c\n,1\n"), "1 records") << "it is there";
  EXPECT_EQ(outcome_with("format: csv\nfields: {a: {select: x, default: 1}}\n", "b,c\n,1\n"), "1 records");
  EXPECT_EQ(outcome_with("format: csv\nkeep_others: true\nfields: {a: x}\n", "b,c\n,1\n"), "1 records");
  EXPECT_EQ(outcome_with("format: json\nfields: {a: x}\n", "[]"), "0 records");
  const auto xml = [](std::string_view fields) {
    return outcome_with("format: xml\nrecords: p\nfields: " + std::string(fields),
                        "<r><p><name>x</name></p><p id='2'/></r>");
  };
  EXPECT_EQ(xml("{a: nmae}"), "0 records" + failure + "no record has `nmae`; the nearest is `name`");
  EXPECT_EQ(xml("{a: nmae, b: '@id'}"), "1 records");
  EXPECT_EQ(xml("{a: {select: nmae, default: 1}}"), "2 records");
  EXPECT_EQ(outcome_with("format: html\nrecords: p\nfields: {a: b}\n", "<p>1"), "0 records");
}

TEST(path_fields, where_records_lead_to_nothing_the_document_fails_E01) {
  const std::string failure = "0 records, no_records: the path of the records leads to nothing: there is no ";
  for (const std::string format : {"json", "yaml"}) {
    const auto with = [&](const std::string& path, std::string_view text) {
      return outcome_with("format: " + format + "\nrecords: " + path + "\n", text);
    };
    EXPECT_EQ(with("result.results", R"({"success": false, "results": {"message": "no"}})"),
              failure + "`result`; the nearest is `results`");
    EXPECT_EQ(with("result.results", R"({"result": {"result": []}})"),
              failure + "`results`; the nearest is `result`");
    EXPECT_EQ(with("result.results", R"({"result": {"results": []}})"), "0 records");
    EXPECT_EQ(with("result.results", R"({"result": {}})"), "0 records") << "nothing is said of what is empty";
    EXPECT_EQ(with("a[*].b", R"({"a": [{"c": 1}]})"), "0 records") << "each may lack it";
    std::string many = "{";
    for (int i = 0; i < 100; ++i) many += "\"k" + std::to_string(i) + "\": 1, ";
    EXPECT_EQ(with("a", many + "\"a\": []}"), "0 records");
  }
}

struct required_case {
  const char* what;
  std::string fields, json, xml;
  std::vector<std::string> records;
  std::string defects;
};

TEST(path_fields, that_are_required_leave_out_the_map_around_them_in_json_and_in_xml_X04) {
  const std::vector<required_case> all{
      {"a record",
       "{a: {select: a, required: true}, b: b}",
       R"([{"b":"1"},{"a":"2","b":"3"}])",
       "<r><i><b>1</b></i><i><a>2</a><b>3</b></i></r>",
       {R"({"a":"2","b":"3"})"},
       "skip missing_field: a is missing\n"},
      {"all that is missing is said",
       "{a: {select: a, required: true}, b: {select: b, required: true}, c: c}",
       R"([{"c":"1"},{"a":"2","b":"3"}])",
       "<r><i><c>1</c></i><i><a>2</a><b>3</b></i></r>",
       {R"({"a":"2","b":"3"})"},
       "skip missing_field: a is missing, b is missing\n"},
      {"a map, and not the record",
       "{id: id, m: {select: m, fields: {a: {select: a, required: true}, b: b}}}",
       R"([{"id":"1","m":{"b":"2"}},{"id":"3","m":{"a":"4"}}])",
       "<r><i><id>1</id><m><b>2</b></m></i><i><id>3</id><m><a>4</a></m></i></r>",
       {R"({"id":"1"})", R"({"id":"3","m":{"a":"4"}})"},
       "skip missing_field: a is missing\n"},
      {"a map in a list",
       "{id: id, m: [m, {a: {select: a, required: true}, b: b}]}",
       R"([{"id":"1","m":[{"b":"2"},{"a":"3"}]},{"id":"4","m":[{"b":"5"}]}])",
       "<r><i><id>1</id><m><b>2</b></m><m><a>3</a></m></i><i><id>4</id><m><b>5</b></m></i></r>",
       {R"({"id":"1","m":[{"a":"3"}]})", R"({"id":"4"})"},
       "skip missing_field: a is missing\nskip missing_field: a is missing\n"},
      {"a map that is required itself",
       "{id: id, m: {select: m, required: true, fields: {a: {select: a, required: true}, b: b}}}",
       R"([{"id":"1","m":{"b":"2"}},{"id":"3","m":{"a":"4"}}])",
       "<r><i><id>1</id><m><b>2</b></m></i><i><id>3</id><m><a>4</a></m></i></r>",
       {R"({"id":"3","m":{"a":"4"}})"},
       "skip missing_field: a is missing\nskip missing_field: m is missing\n"},
      {"maps and lists without members",
       "{id: id, m: {select: m, fields: {a: a}}, l: [l, {a: a}]}",
       R"([{"id":"1","m":{"x":"2"},"l":[{"x":"3"}]},{"id":"4"},{"id":"5","m":{"a":"6"},"l":[{"a":"7"}]}])",
       "<r><i><id>1</id><m><x>2</x></m><l><x>3</x></l></i><i><id>4</id></i>"
       "<i><id>5</id><m><a>6</a></m><l><a>7</a></l></i></r>",
       {R"({"id":"1"})", R"({"id":"4"})", R"({"id":"5","m":{"a":"6"},"l":[{"a":"7"}]})"},
       ""},
  };
  for (const auto& one : all) {
    const auto json = read_with("format: json\nfields: " + one.fields + "\n", one.json);
    EXPECT_EQ(json.records, one.records) << one.what;
    EXPECT_EQ(json.defects, one.defects) << one.what;
    const auto xml = read_with("format: xml\nrecords: r/i\nfields: " + one.fields + "\n", one.xml);
    EXPECT_EQ(xml.records, one.records) << one.what;
    EXPECT_EQ(xml.defects, one.defects) << one.what;
  }
}

/// The problems of a specification that is read, but cannot be used: a line each.
std::string problems_of_plan(std::string_view yaml) {
  auto spec = read_record_spec(yaml);
  EXPECT_TRUE(spec.has_value()) << yaml;
  std::string all;
  if (const auto plan = record_plan::make(*std::move(spec)); !plan)
    for (const auto& one : plan.error()) all += std::to_string(one.line) + ": " + one.message + "\n";
  return all;
}

TEST(record_plan, names_the_line_of_what_cannot_be_used_once_X01) {
  EXPECT_EQ(problems_of_plan("format: csv\nrecords: a\n"),
            "2: records: each row of a table is a record: leave it out\n");
  EXPECT_EQ(problems_of_plan("format: json\n\nrecords: 'a['\n").find("3: records: `a[`, column "), 0U);
  EXPECT_EQ(problems_of_plan("format: xml\n\nrecords: 'a['\n").find("3: records: the selector "), 0U);
  EXPECT_EQ(problems_of_plan("format: csv\nfields:\n  a: {select: b, fields: {c: c}}\n"),
            "3: a column has no fields: for a map of columns leave out their place, as in {fields: {…}}\n");
  EXPECT_EQ(problems_of_plan("format: json\nfields:\n  a: {content: html}\n"),
            "3: `content` is of elements of XML and HTML: values of other formats have none\n");
  const auto two = problems_of_plan("format: xml\nfields:\n  a: 'b['\n  c: {fields: {d: {match: (}}}\n");
  EXPECT_EQ(two.find("3: the selector "), 0U) << two;
  EXPECT_NE(two.find("\n4: the regular expression \"(\""), std::string::npos) << two;
}

TEST(record_plan, refuses_a_document_of_another_format_than_its_places_are_for_X01) {
  constexpr std::pair<const char*, const char*> cases[] = {
      {"\nrecords: a.b\n", "line 2: records: each row of a table is a record: leave it out"},
      {"fields:\n  a: {content: html}\n", "line 2: `content` is of elements of XML and HTML"},
  };
  for (const auto& [yaml, problem] : cases) {
    auto spec = read_record_spec(yaml);
    ASSERT_TRUE(spec.has_value());
    const auto plan = record_plan::make(*std::move(spec));
    ASSERT_TRUE(plan.has_value()) << yaml;
    collected_records got;
    const auto made = (*plan)->make_extractor({}, wash_profile::standard, got);
    ASSERT_TRUE(made->push("a,b\n1,2\n"));
    const auto read = made->finish();
    ASSERT_FALSE(read) << yaml;
    EXPECT_EQ(read.error().code, errc::configuration);
    EXPECT_NE(read.error().detail.find(problem), std::string::npos) << read.error().detail;
    EXPECT_TRUE(got.records.empty());
  }
  EXPECT_EQ(read_with("records: a.b\n", R"({"a":{"b":[{"c":1}]}})").records,
            (std::vector<std::string>{R"({"c":1})"}));
}

TEST(record_plan, takes_places_of_xml_without_a_format_X01) {
  EXPECT_EQ(read_with("records: dc:p\nfields:\n  id: '@id'\n",
                      "<?xml version='1.0'?><r xmlns:dc='urn:x'><dc:p id='1'/></r>")
                .records,
            (std::vector<std::string>{R"({"id":"1"})"}));
  const auto plan =
      record_plan::make(read_record_spec("records: p\nfields:\n  id: '@id'\n  n: 'b['\n").value());
  ASSERT_FALSE(plan.has_value());
  EXPECT_EQ(plan.error().size(), 1U) << plan.error().front().message;
  EXPECT_EQ(plan.error().front().line, 4U) << "not the names of JSON, which `@id` is none of";
}

TEST(path_fields, take_what_a_specification_says_X01_X02_X03) {
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
