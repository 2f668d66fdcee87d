// Tests that the dumps of `records` say the same as the records.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "app/terminal/exit_code.hpp"
#include "tests/app/extraction/program_folder.hpp"

namespace laundromat {
namespace {

class record_dumps : public program_folder {
 protected:
  /// Blank nodes are named by their document, and the dump is another one: here they have one name.
  static std::string without_blank_nodes(const std::string& quads) {
    static const std::regex name("/\\.well-known/genid/[^> ]*");
    std::istringstream lines(quads);
    std::vector<std::string> all;
    for (std::string line; std::getline(lines, line);)
      all.push_back(std::regex_replace(line, name, "/blank"));
    std::ranges::sort(all);
    std::string text;
    for (const auto& line : all) text += line + "\n";
    return text;
  }
};

TEST_F(record_dumps, as_json_ld_are_the_statements_that_n_quads_are_X05) {
  write(
      "things.yaml",
      R"(fields: {id: id, name: name, note: note, when: {select: when, type: date}, size: size, yes: yes, see: see, tags: tags}
rdf:
  prefixes: {ex: http://e.org/, urn: http://trap.org/}
  subject: ex:{id}
  graph: ex:graph/{yes}
  class: ex:Thing
  properties:
    rdfs:label: {field: name, language: en}
    ex:note: note
    ex:when: when
    ex:size: size
    ex:double: {field: size, datatype: xsd:double}
    ex:exact: {field: size, datatype: xsd:decimal}
    ex:yes: yes
    rdfs:seeAlso: {iri: "{see}"}
    "http://e.org/odd#@id": tags
    ex:part: {each: tags, properties: {ex:tag: value}}
)");
  write("things.json", R"([
{"id": "1", "name": "One", "note": "a \"quote\"\n\u0001 and \\", "when": "2026-11-30", "size": 1, "yes": true, "see": "urn:isbn:1", "tags": ["x", "@type"]},
{"id": "2 b", "name": "Zwei", "note": "", "size": 1.50, "yes": false, "see": "http://e.org/?a=b#c", "tags": []},
{"id": "@context", "name": "\u00e4", "note": "@id", "size": 12345678901234567890123, "yes": null, "see": "http://e.org/x y"},
{"id": "4", "size": 1e3, "tags": [1, 2.0, true]}
])");
  EXPECT_EQ(run("records things.yaml things.json --to n-quads"), exit_ok) << err_;
  const auto quads = out_;
  EXPECT_GT(std::ranges::count(quads, '\n'), 20) << quads;
  EXPECT_EQ(run("records things.yaml things.json --to json-ld -o made"), exit_ok) << err_;
  const auto document = nlohmann::json::parse(read("made/things.json.jsonld"), nullptr, false);
  ASSERT_TRUE(document.is_object());
  EXPECT_TRUE(document.contains("@context") && document.contains("@graph"));
  EXPECT_EQ(run("wash made/things.json.jsonld"), exit_ok) << err_;
  EXPECT_EQ(without_blank_nodes(out_), without_blank_nodes(quads));
}

TEST_F(record_dumps, as_a_database_have_a_row_for_each_record_X05) {
  write("people.yaml",
        "name: people\nfields: {id: {select: id, type: integer}, Name: name, member: {select: member, type: "
        "boolean}, none: nothing}\n");
  write("people.csv", "id,name,member\n1,Ann,true\n2,\"Bob, jr.\",false\n3,,\n");
  EXPECT_EQ(run("records people.yaml people.csv --to sqlite -o made"), exit_ok) << err_;
  child_program select({"/bin/sh", "-c", "cd " + folder_.path().string() + R"( && python3 - >rows 2>&1 <<'END'
import sqlite3
rows = sqlite3.connect("made/people.csv.sqlite").execute("SELECT id, Name, member, none, typeof(id) FROM people ORDER BY id")
for row in rows:
    print(row)
END
)"});
  EXPECT_EQ(select.exit_code(), 0);
  EXPECT_EQ(read("rows"),
            "(1, 'Ann', 1, None, 'integer')\n(2, 'Bob, jr.', 0, None, 'integer')\n(3, None, None, None, "
            "'integer')\n");
}

constexpr auto varied = R"([
{"id": 1, "name_de": "Haus", "name_en": "house", "yes": true, "Big": "True", "when": "2026-11-30", "size": 1.5, "mail": "", "deep": {"a": [1]}},
{"id": 2, "name_de": "Hof", "name_en": "", "yes": false, "Big": "false", "when": "2026-01-01", "size": 2e3, "mail": "a@e.org", "deep": {"b": null}},
{"id": 3, "name_de": "\"Tor\"", "name_en": "gate", "yes": null, "Big": "True", "when": "2020-02-29", "size": -1, "deep": {}}])";

TEST_F(record_dumps, as_tables_fit_the_metadata_beside_them_X05) {
  write("things.json", varied);
  EXPECT_EQ(run("records things.json --to csv -o made"), exit_ok) << err_;
  EXPECT_EQ(run("records made/things.json.csv --to n-quads"), exit_ok) << err_;
  EXPECT_TRUE(says("23 statements")) << err_;
  EXPECT_FALSE(says("skipped") || says("ill_typed")) << err_;
  EXPECT_NE(out_.find("\"Haus\"@de"), std::string::npos) << out_;
  EXPECT_NE(out_.find("\"2026-11-30\"^^<http://www.w3.org/2001/XMLSchema#date>"), std::string::npos) << out_;
}

TEST_F(record_dumps, have_a_schema_that_is_json_schema_and_accepts_them_X04) {
  write("things.json", varied);
  EXPECT_EQ(run("records things.json --infer things.schema.json"), exit_ok) << err_;
  child_program check({"/bin/sh", "-c",
                       "cd " + folder_.path().string() +
                           " && python3 - 2>why <<'END'\n"
                           R"(import json, sys
try:
    from jsonschema import Draft202012Validator as validator
except ImportError:
    sys.exit(77)
schema = json.load(open("things.schema.json"))
validator.check_schema(schema)
things = json.load(open("things.json"))
for thing in things:
    validator(schema).validate(thing)
for field, value in {"id": "x", "yes": "perhaps", "size": 1e9, "deep": 1}.items():
    assert list(validator(schema).iter_errors({**things[0], field: value})), field
)"
                           "END\n"});
  const auto code = check.exit_code();
  if (code == 77) GTEST_SKIP() << "the Python package jsonschema is not here";
  EXPECT_EQ(code, 0) << read("why");
}

TEST_F(record_dumps, say_what_the_limits_of_a_schema_left_out_X04) {
  std::string header, row;
  for (int i = 0; i < 1'500; ++i) {
    header += (i == 0 ? "" : ",") + ("f" + std::to_string(i));
    row += i == 0 ? "x" : ",x";
  }
  write("wide.csv", header + "\n" + row + "\n" + row + "\n");
  EXPECT_EQ(run("records wide.csv --infer wide.schema.json"), exit_ok) << err_;
  EXPECT_TRUE(says("1 000 values left out of the schema") || says("1,000 values left out of the schema"))
      << err_;
  EXPECT_EQ(read_json("wide.schema.json")["additionalProperties"], true);
}

}  // namespace
}  // namespace laundromat
