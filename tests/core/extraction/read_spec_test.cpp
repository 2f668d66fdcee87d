// Tests what specifications say, and how they are refused.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/spec/read_spec.hpp"

#include <gtest/gtest.h>

#include <string>

namespace laundromat {
namespace {

/// The problems of a specification, a line each.
std::string problems_in(std::string_view yaml) {
  const auto spec = read_record_spec(yaml);
  std::string all;
  if (!spec)
    for (const auto& one : spec.error()) all += std::to_string(one.line) + ": " + one.message + "\n";
  return all;
}

record_spec spec_of(std::string_view yaml) {
  const auto spec = read_record_spec(yaml);
  EXPECT_TRUE(spec.has_value()) << problems_in(yaml);
  return spec.value_or(record_spec{});
}

TEST(record_spec, has_fields_by_place_list_and_map_H03_H07) {
  const auto spec = spec_of(R"(
format: html
records: ul.users/li
fields:
  name: .fn
  tags: [.tag]
  tel:
    - span.tel
    - type: span.type
      cc, area, num: {select: span.value, match: '\+(\d+).(\d{3})-(\d{3}-\d{4})'}
  address: {select: .adr, fields: {street: .street}}
  saved: {select: .count, type: integer, default: 0, required: true}
)");
  EXPECT_EQ(spec.format, data_format::html);
  EXPECT_EQ(spec.records, "ul.users/li");
  ASSERT_EQ(spec.fields.size(), 5U);
  EXPECT_EQ(spec.fields[0].select, ".fn");
  EXPECT_TRUE(spec.fields[1].is_list);
  EXPECT_TRUE(spec.fields[2].is_list);
  ASSERT_EQ(spec.fields[2].fields.size(), 2U);
  EXPECT_EQ(spec.fields[2].fields[1].names, (std::vector<std::string>{"cc", "area", "num"}));
  EXPECT_EQ(spec.fields[3].fields[0].select, ".street");
  EXPECT_EQ(spec.fields[4].steps.type, field_type::integer);
  EXPECT_EQ(spec.fields[4].steps.otherwise, "0");
  EXPECT_TRUE(spec.fields[4].is_required);
}

TEST(record_spec, takes_several_names_for_captures_and_a_name_with_commas_H04) {
  const auto fields = spec_of("fields:\n  \"a, b\": {match: (.)(.)}\n  [\"c, d\"]: x\n").fields;
  ASSERT_EQ(fields.size(), 2U);
  EXPECT_EQ(fields[0].names, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(fields[1].names, (std::vector<std::string>{"c, d"}));
}

TEST(record_spec, names_functions_and_the_field_that_takes_a_miss_H03_X03) {
  const auto fields = spec_of(
                          "fields:\n  a: {apply: [lower, digits]}\n  b: {apply: upper}\n"
                          "  cc, tel: {select: tel, match: (.)(.), warn: tel}\n")
                          .fields;
  ASSERT_EQ(fields.size(), 3U);
  EXPECT_EQ(fields[0].steps.functions, (std::vector<std::string>{"lower", "digits"}));
  EXPECT_EQ(fields[1].steps.functions, (std::vector<std::string>{"upper"}));
  EXPECT_EQ(fields[2].steps.warn, "tel");
  EXPECT_EQ(problems_in("fields:\n  tel: tel\n  cc: {match: (.), warn: tel}\n"),
            "3: the field `tel` (`warn`) comes a second time\n");
}

TEST(record_spec, takes_null_and_true_as_names_of_keys_H03) {
  const auto spec = spec_of("fields:\n  a: {null: [NA], true: [x]}\n  \xC3\xBC: {select: b, null: n}\n");
  ASSERT_EQ(spec.fields.size(), 2U);
  EXPECT_EQ(spec.fields[0].steps.nulls.front(), "NA");
  EXPECT_EQ(spec.fields[0].steps.true_words, (std::vector<std::string>{"x"}));
  EXPECT_EQ(spec.fields[1].steps.nulls, (std::vector<std::string>{"n"}));
}

TEST(record_spec, says_how_a_table_is_written_E02) {
  const auto listed = spec_of("table: {header: [a, b], title_rows: 2, keep_empty: true}\n").table;
  EXPECT_EQ(listed.names, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(listed.has_header, false);
  EXPECT_EQ(listed.title_rows, 2U);
  EXPECT_TRUE(listed.keeps_empty);
  const auto stated =
      spec_of("table: {header: true, delimiter: tab, quote: none, comment: '#', skip_space: true}\n").table;
  EXPECT_EQ(stated.has_header, true);
  EXPECT_EQ(stated.delimiter, '\t');
  EXPECT_EQ(stated.quote, '\0');
  EXPECT_EQ(stated.comment, '#');
  EXPECT_EQ(stated.skips_space, true);
  EXPECT_FALSE(stated.title_rows.has_value());
}

TEST(record_spec, says_which_rdf_records_are_X05) {
  const auto spec = spec_of(R"(
rdf:
  prefixes: {ex: http://example.org/}
  subject: ex:person/{id}
  class: foaf:Person
  graph: ex:people
  properties:
    foaf:name: name
    foaf:age: {field: age, datatype: xsd:integer}
    rdfs:label: {text: '{first} {last}', language: en}
    foaf:homepage: {iri: '{url}'}
    foaf:knows: {each: friends, subject: 'ex:person/{id}', properties: {foaf:name: name}}
)");
  ASSERT_TRUE(spec.rdf.has_value());
  const auto& rdf = *spec.rdf;
  ASSERT_EQ(rdf.subject.parts.size(), 1U);
  EXPECT_EQ(rdf.subject.parts[0].text, "http://example.org/person/");
  EXPECT_EQ(rdf.subject.parts[0].field, "id");
  EXPECT_TRUE(rdf.subject.parts[0].is_encoded);
  ASSERT_EQ(rdf.properties.size(), 5U);
  EXPECT_TRUE(rdf.properties[0].objects[0].is_natural);
  EXPECT_EQ(rdf.properties[1].objects[0].datatype, "http://www.w3.org/2001/XMLSchema#integer");
  EXPECT_EQ(rdf.properties[2].objects[0].parts.size(), 2U);
  EXPECT_FALSE(rdf.properties[3].objects[0].parts[0].is_encoded)
      << "a field that is the whole IRI stays as it is";
  EXPECT_EQ(rdf.properties[4].resources[0].each, "friends");
  EXPECT_EQ(rdf.prefixes.at("foaf"), "http://xmlns.com/foaf/0.1/");
}

TEST(record_spec, is_refused_with_line_and_nearest_key_X01) {
  EXPECT_EQ(problems_in("record: x\n"),
            "1: unknown key `record` in a specification of records; the nearest is `records`\n");
  EXPECT_EQ(problems_in("format: exel\n"),
            "1: `format` must be one of csv, tsv, json, json-lines, xml, yaml, html, not `exel`\n");
  EXPECT_EQ(problems_in("fields:\n  a: {type: int}\n"),
            "2: `type` must be one of any, text, integer, decimal, number, boolean, date, time, dateTime, "
            "year, iri, "
            "not `int`\n");
  EXPECT_EQ(problems_in("fields:\n  a: {decimal_mark: ','}\n"),
            "2: unknown key `decimal_mark` in a field (a map within it is written as `fields: {…}`); the "
            "nearest is `decimal_separator`\n");
  EXPECT_EQ(problems_in("fields:\n  a, b: x\n"),
            "2: several names need `match`, which gives a value to each of them\n");
  EXPECT_EQ(problems_in("fields:\n  a: x\n  a: y\n"), "3: the field `a` comes a second time\n");
  EXPECT_EQ(problems_in("rdf:\n  subject: nope:{id}\n"),
            "2: the prefix `nope` is not declared: add it to `rdf.prefixes`\n");
  EXPECT_EQ(
      problems_in("rdf:\n  subject: http://e.org/{id\n"),
      "2: the brace at character 14 of `http://e.org/{id` is not that of a field: write {name}, or \\{ for a "
      "brace\n");
  EXPECT_EQ(problems_in("fields:\n  a: {select: x, lookup: countries}\n"),
            "2: there is no table `countries` in `lookups`\n");
  EXPECT_EQ(problems_in("table: {delimiter: ';;'}\n"),
            "1: `the value` must be one ASCII character, as \";\", or tab, space or none\n");
}

TEST(record_spec, reports_all_problems_at_once_X01) {
  EXPECT_EQ(problems_in("fromat: csv\nfields: 3\nrdf: {clas: x}\n"),
            "1: unknown key `fromat` in a specification of records; the nearest is `format`\n"
            "2: `fields` must be a map of names: {name: place, …}\n"
            "3: unknown key `clas` in `rdf`; the nearest is `class`\n");
}

TEST(record_spec, of_nothing_takes_records_as_they_are_E03) {
  const auto spec = spec_of("");
  EXPECT_TRUE(spec.fields.empty());
  EXPECT_FALSE(spec.rdf.has_value());
}

}  // namespace
}  // namespace laundromat
