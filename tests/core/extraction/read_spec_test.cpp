// Tests what specifications say, and how they are refused.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/spec/read_spec.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "core/extraction/spec/spec_parts.hpp"
#include "tests/places.hpp"

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
  const auto listed = spec_of("table: {header: [a, b], skip_rows: 2, keep_empty: true}\n").table;
  EXPECT_EQ(listed.names, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(listed.has_header, false);
  EXPECT_EQ(listed.skip_rows, 2U);
  EXPECT_TRUE(listed.keeps_empty);
  const auto stated =
      spec_of("table: {header: true, delimiter: tab, quote: none, comment: '#', skip_initial_space: true}\n")
          .table;
  EXPECT_EQ(stated.has_header, true);
  EXPECT_EQ(stated.delimiter, '\t');
  EXPECT_EQ(stated.quote, '\0');
  EXPECT_EQ(stated.comment, '#');
  EXPECT_EQ(stated.skips_initial_space, true);
  EXPECT_FALSE(stated.skip_rows.has_value());
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
            "1: `delimiter` must be one ASCII character, as \";\", or tab, space or none\n");
  EXPECT_EQ(problems_in("fields:\n  a: {split: [x], null: {}}\n"),
            "2: `split` must be a text\n2: `null` must be a text or a list of texts\n");
}

TEST(record_spec, refuses_old_names_of_keys_with_the_nearest_X01) {
  EXPECT_EQ(problems_in("table: {title_rows: 1}\n"),
            "1: unknown key `title_rows` in `table`; the nearest is `skip_rows`\n");
  EXPECT_EQ(problems_in("table: {skip_space: true}\n"),
            "1: unknown key `skip_space` in `table`; the nearest is `skip_initial_space`\n");
  EXPECT_EQ(problems_in("rdf: {properties: {foaf:name: {field: a, lang: en}}}\n"),
            "1: unknown key `lang` in a value of a property; the nearest is `language`\n");
}

TEST(record_spec, says_where_a_key_belongs_that_is_elsewhere_X01) {
  constexpr std::pair<const char*, const char*> cases[] = {
      {"delimiter: ';'\n",
       "1: unknown key `delimiter` in a specification of records; it is a key of `table`\n"},
      {"uri: x\n", "1: unknown key `uri` in a specification of records; it is a key of `documents`\n"},
      {"table: {encoding: latin1}\n",
       "1: unknown key `encoding` in `table`; it is a key of the specification itself\n"},
      {"fields: {a: {select: b, language: en}}\n",
       "1: unknown key `language` in a field (a map within it is written as `fields: {…}`); it is a key of a "
       "value of a property in `rdf`\n"},
      {"rdf: {properties: {foaf:name: {field: a, type: date}}}\n",
       "1: unknown key `type` in a value of a property; it is a key of a field\n"},
  };
  for (const auto& [yaml, problem] : cases) EXPECT_EQ(problems_in(yaml), problem) << yaml;
}

TEST(record_spec, refuses_names_of_rdf_without_a_prefix_X05) {
  const std::string advice =
      "write one, as in `ex:name` with `prefixes: {ex: http://example.org/}`, or `#name` for an IRI that is "
      "relative to the document\n";
  for (const std::string at :
       {"properties: {name: a}", "class: name", "vocabulary: name",
        "properties: {foaf:nick: {field: a, datatype: name}}",
        "properties: {foaf:knows: {properties: {name: a}}}", "class: [foaf:Person, name]"})
    EXPECT_EQ(problems_in("rdf:\n  " + at + "\n"), "2: `name` has no prefix: " + advice) << at;
  EXPECT_EQ(problems_in("rdf:\n  prefixes: {ex: example.org/}\n"),
            "2: the namespace `example.org/` is no IRI: write all of it, as in `http://example.org/`\n");
  for (const std::string at :
       {"properties: {'#name': a, /name: b, 'http://e.org/c': c, a: d}", "class: '{kind}'", "vocabulary: '#'",
        "prefixes: {ex: '#'}", "subject: people/{id}"})
    EXPECT_EQ(problems_in("rdf:\n  " + at + "\n"), "") << at;
}

TEST(record_spec, refuses_steps_of_a_map_of_fields_X01) {
  constexpr std::string_view message =
      "a field with `fields` is a map: all other keys but `select`, `list` and `required` belong to the "
      "fields in it\n";
  for (const std::string key : {"match: x", "apply: lower", "type: text", "default: x", "split: ','",
                                "content: text", "null: x", "keep_space: false", "lookup: x"})
    EXPECT_NE(problems_in("fields:\n  a:\n    fields: {b: b}\n    " + key + "\n")
                  .find("4: " + std::string(message)),
              std::string::npos)
        << key;
  EXPECT_EQ(problems_in("fields: {a: {select: x, list: true, required: true, fields: {b: b}}}\n"), "");
}

TEST(record_spec, refuses_keys_of_rdf_that_are_elsewhere_or_twice_X05) {
  EXPECT_EQ(
      problems_in("rdf: {each: x}\n"),
      "1: unknown key `each` in `rdf`; it is a key of a value of a property in `rdf`, which is a resource "
      "of its own\n");
  EXPECT_EQ(problems_in("rdf:\n  properties:\n    foaf:knows: {each: x, prefixes: {}}\n"),
            "3: unknown key `prefixes` in a resource within `rdf`; it is a key of `rdf`\n");
  EXPECT_EQ(problems_in("rdf:\n  class: foaf:Person\n  class: foaf:Agent\n"),
            "3: the key `class` comes a second time\n");
  EXPECT_EQ(problems_in("rdf:\n  properties:\n    foaf:page: {iri: '{url}', language: en}\n"),
            "3: `datatype` and `language` are of literals: an IRI has none\n");
  EXPECT_EQ(problems_in("rdf:\n  properties:\n    foaf:page: {iri: '{url}', datatype: xsd:anyURI}\n"),
            "3: `datatype` and `language` are of literals: an IRI has none\n");
}

/// A specification with these fields, and what else is said of them.
std::string with_fields(const std::string& rest) {
  return "fields:\n  name: n\n  address: {fields: {city: c, streets: [s, {no: n}]}}\n  raw: r\n"
         "  cc, tel: {match: (.)(.), warn: odd}\n  geo.lat: g\n" +
         rest;
}

TEST(record_spec, refuses_names_of_fields_that_records_do_not_have_X05) {
  constexpr std::pair<const char*, const char*> cases[] = {
      {"rdf:\n  subject: http://e.org/{nmae}\n", "8: `nmae` is no field; the nearest is `name`\n"},
      {"rdf: {properties: {foaf:name: nmae}}\n", "7: `nmae` is no field; the nearest is `name`\n"},
      {"rdf:\n  properties:\n    foaf:name:\n      text: x\n      language: '{adress.city}'\n",
       "10: `adress.city` is no field; the nearest is `address.city`\n"},
      {"rdf: {properties: {foaf:name: address.town}}\n",
       "7: `address.town` is no field; the nearest is `address.city`\n"},
      {"rdf: {graph: 'http://e.org/{city}'}\n", "7: `city` is no field; the nearest is `address.city`\n"},
      {"rdf: {class: 'http://e.org/{telephone}'}\n", "7: `telephone` is no field; the nearest is `tel`\n"},
      {"rdf:\n  properties:\n    foaf:knows: {each: adress, subject: 'http://e.org/{x}'}\n",
       "9: `adress` is no field; the nearest is `address`\n"},
      {"rdf:\n  properties:\n    foaf:knows: {each: address, subject: 'http://e.org/{name}'}\n",
       "9: `name` is no field; the nearest is `city`\n"},
      {"counters: {named: nmae}\n", "7: `nmae` is no field; the nearest is `name`\n"},
      {"counters:\n  named:\n    is: x\n    field: nmae\n",
       "10: `nmae` is no field; the nearest is `name`\n"},
  };
  for (const auto& [rest, problem] : cases) EXPECT_EQ(problems_in(with_fields(rest)), problem) << rest;
}

TEST(record_spec, takes_all_names_that_may_lead_to_a_value_X05) {
  for (const char* const rest : {
           "rdf: {subject: 'http://e.org/{address.city}/{address.streets.no}/{odd}/{cc}{tel}'}\n",
           "rdf: {properties: {foaf:name: [raw.any.path, geo.lat, .]}}\n",
           "rdf: {properties: {foaf:name: {each: address, subject: 'http://e.org/{city}'}}}\n",
           "rdf: {properties: {foaf:name: {each: address.streets, subject: 'http://e.org/{no}'}}}\n",
           "rdf: {properties: {foaf:name: {each: raw, subject: 'http://e.org/{any}'}}}\n",
           "rdf: {properties: {foaf:name: {properties: {foaf:nick: name}}}}\n",
           "counters: {cities: address.city, named: {field: name, is: x}}\n",
           "keep_others: true\nrdf: {subject: 'http://e.org/{any}'}\ncounters: {a: any}\n",
       })
    EXPECT_EQ(problems_in(with_fields(rest)), "") << rest;
  EXPECT_EQ(problems_in("rdf: {subject: 'http://e.org/{any}'}\ncounters: {a: any}\n"), "");
}

TEST(record_spec, of_a_document_that_is_read_is_accepted_X01) {
  std::size_t read = 0;
  for (const char* const folder :
       {"conf/records", "tests/app/extraction/real", "tests/core/extraction/cases"})
    for (const auto& file : std::filesystem::directory_iterator(source_path(folder))) {
      std::ifstream in(file.path());
      std::stringstream text;
      text << in.rdbuf();
      if (file.path().extension() != ".yaml") continue;
      EXPECT_EQ(problems_in(text.str()), "") << file.path();
      ++read;
    }
  EXPECT_GT(read, 60U);
}

using guide_words = std::set<std::string, std::less<>>;

/// A part of the guide for users, from behind `begin` to the next `end`.
std::string part_of_guide(const std::string& begin, const std::string& end) {
  std::ifstream file(source_path("doc/users/records.md"));
  std::stringstream text;
  text << file.rdbuf();
  const auto guide = text.str();
  const auto at = guide.find(begin);
  EXPECT_NE(at, guide.npos) << begin;
  if (at == guide.npos) return {};
  const auto from = at + begin.size();
  return guide.substr(from, guide.find(end, from) - from);
}

/// The words in code of a text.
guide_words words_in_code(std::string_view text) {
  guide_words all;
  for (auto at = text.find('`'); at != text.npos; at = text.find('`', at + 1)) {
    const auto end = text.find('`', at + 1);
    all.emplace(text.substr(at + 1, end - at - 1));
    at = std::min(end, text.size() - 1);
  }
  return all;
}

/// The keys in the first column of a table of the guide; `heading` is that column's, with the one behind it.
guide_words first_column(const std::string& heading) {
  std::stringstream guide_rows(part_of_guide("| " + heading + " |\n|---|---|\n", "\n\n"));
  guide_words all;
  for (std::string line; std::getline(guide_rows, line);)
    all.merge(words_in_code(line.substr(0, line.find(" | "))));
  return all;
}

/// The keys, or words of a key, of a map in a specification.
template <class IsOne>
guide_words keys_where(IsOne is_one) {
  guide_words all;
  for (const auto key : record_spec_keys())
    if (is_one(key)) all.emplace(key);
  return all;
}

TEST(record_spec, has_the_keys_of_the_guide_H03) {
  EXPECT_EQ(first_column("key | what it says"),
            keys_where([](auto key) { return part_with_key(key) == "the specification itself"; }));
  EXPECT_EQ(first_column("in `documents` | the specification claims"),
            keys_where([](auto key) { return part_with_key(key) == "`documents`"; }));
  auto of_fields = first_column("key | what it does, in this order");
  of_fields.insert("fields");  // shown before the table
  EXPECT_EQ(of_fields, keys_where([](auto key) { return !field_part_with_key(key).empty(); }));
}

/// Keys within others, and words that a key takes, are shown where that key is.
TEST(record_spec, has_the_keys_and_words_that_the_guide_shows_with_a_key_H03) {
  const auto row = [](const std::string& key) { return part_of_guide("\n| `" + key + "` |", " |\n"); };
  const auto shows = [](const std::string& text, std::string_view word) {
    const auto is_letter = [](char c) { return c == '_' || c == '-' || (c >= 'a' && c <= 'z'); };
    for (auto at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
      const char before = at == 0 ? ' ' : text[at - 1], behind = text[at + word.size()];
      if (!is_letter(before) && !is_letter(behind) && ((before == '`' && behind == '`') || behind == ':'))
        return true;
    }
    return false;
  };
  const auto rdf = part_of_guide("\n## RDF\n", "\n### ");
  const auto elsewhere = row("format") + row("content") + row("type");
  for (const auto key : record_spec_keys()) {
    const auto part = part_with_key(key);
    if (part == "the specification itself" || part == "`documents`" || part == "a field" || key == "any")
      continue;
    const auto text = part == "`table`"                ? row("table")
                      : part == "a counter"            ? row("counters")
                      : part == "a table of `lookups`" ? row("lookups")
                      : part.empty()                   ? elsewhere
                                                       : rdf;
    EXPECT_TRUE(shows(text, key)) << key << " of " << part << " in" << text;
  }
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
