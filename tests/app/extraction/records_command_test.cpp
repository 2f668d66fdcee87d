// Tests the command that extracts records, with the examples of the seed.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/terminal/exit_code.hpp"
#include "tests/app/child_program.hpp"
#include "tests/places.hpp"
#include "tests/read_file.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat {
namespace {

namespace fs = std::filesystem;

/// Runs the program in a folder of its own, with errors in another file than the output.
class records_command : public testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((folder_.path() / name).parent_path());
    std::ofstream{folder_.path() / name, std::ios::binary} << text;
  }
  [[nodiscard]] std::string read(const std::string& name) const { return read_file(folder_.path() / name); }
  /// Runs `laundromat records` with this command line; returns its exit code.
  int run(const std::string& arguments) {
    child_program program({"/bin/sh", "-c",
                           "cd " + folder_.path().string() + " && '" + program_path() + "' records " +
                               arguments + " >out 2>err"});
    const auto code = program.exit_code();
    out_ = read("out");
    err_ = read("err");
    return code.value_or(-1);
  }

  temporary_folder folder_;
  std::string out_, err_;
};

TEST_F(records_command, refuses_an_encoding_that_does_not_exist_with_its_line_E02) {
  write("a.csv", "a,b\n1,2\n");
  write("s.yaml", "format: csv\nencoding: windos-1252\nfields: {a: a}\n");
  EXPECT_EQ(run("s.yaml a.csv"), exit_usage);
  EXPECT_EQ(err_,
            "laundromat: s.yaml:2: `encoding`: `windos-1252` is no encoding; the nearest is windows-1252\n");
}

TEST_F(records_command, says_of_a_specification_that_does_not_fit_nothing_of_a_campaign_E02) {
  write("a.csv", "a,b\n1,2\n");
  write("s.yaml", "records: x.y\nfields: {a: a}\n");
  EXPECT_EQ(run("s.yaml a.csv"), exit_some_failed);
  EXPECT_NE(err_.find("a.csv: the document is CSV, for which the specification s cannot be used: line 1: "),
            std::string::npos)
      << err_;
  EXPECT_EQ(err_.find("campaign"), std::string::npos) << err_;
}

TEST_F(records_command, fails_a_document_in_which_no_field_is_found_X04) {
  write("a.csv", "nr,name\n1,Ann\n");
  write("s.yaml", "fields: {a: x, b: y}\n");
  EXPECT_EQ(run("s.yaml a.csv"), exit_some_failed);
  EXPECT_EQ(out_, "");
  EXPECT_NE(err_.find("missing_field"), std::string::npos) << err_;
  EXPECT_NE(err_.find("none of the fields of the specification is in the document"), std::string::npos)
      << err_;
}

TEST_F(records_command, names_the_list_in_a_document_that_is_one_record_E01) {
  write("g.json", R"({"type":"FeatureCollection","features":[{"a":1},{"a":2}]})");
  EXPECT_EQ(run("g.json"), exit_ok);
  EXPECT_NE(err_.find("write `records: features`"), std::string::npos) << err_;
  write("s.yaml", "fields: {a: 'features[0].a'}\n");
  EXPECT_EQ(run("s.yaml g.json"), exit_ok);
  EXPECT_EQ(err_.find("write `records"), std::string::npos) << err_;
}

/// A case is a document, `NAME.json` with its record or the list of its records, `NAME.yaml` with a specification, if it has one, and
/// `NAME.errors` with a text of the report, if something is wrong.
TEST_F(records_command, gives_the_output_of_the_examples_of_the_seed_E02_E03_H03_H08_X01_X02_X03) {
  const fs::path cases = source_path("tests/core/extraction/cases");
  std::size_t count = 0;
  for (const auto& file : fs::directory_iterator(cases)) {
    const auto extension = file.path().extension();
    if (extension == ".json" || extension == ".yaml" || extension == ".errors") continue;
    ++count;
    const auto with = [&](const char* other) { return fs::path(file.path()).replace_extension(other); };
    const auto spec = fs::exists(with(".yaml")) ? "--spec " + with(".yaml").string() + " " : "";
    EXPECT_EQ(run(spec + file.path().string()), exit_ok) << err_;
    const auto expected = nlohmann::json::parse(read_file(with(".json")));
    auto records = nlohmann::json::array();
    std::istringstream lines(out_);
    for (std::string line; std::getline(lines, line);)
      records.push_back(nlohmann::json::parse(line, nullptr, false));
    EXPECT_EQ(records, expected.is_array() ? expected : nlohmann::json::array({expected}))
        << file.path() << out_ << err_;
    if (!fs::exists(with(".errors"))) {
      EXPECT_NE(err_.find(", 0 defects"), std::string::npos) << file.path() << err_;
      continue;
    }
    auto error = read_file(with(".errors"));
    error.pop_back();
    EXPECT_NE(err_.find(error), std::string::npos) << file.path() << err_;
  }
  EXPECT_GE(count, 11U);
}

TEST_F(records_command, takes_records_as_they_are_without_a_specification_E03) {
  write("a.csv", "id,name\n1,Ann\n");
  write("a.json", R"({"id": 1, "name": "Ann"})");
  write("a.xml", "<all><one id=\"1\"><name>Ann</name></one><one id=\"2\"><name>Bob</name></one></all>");
  write("a.html", "<table><tr><th>id</th><th>name</th></tr><tr><td>1</td><td>Ann</td></tr></table>");
  write("a.yaml", "- {id: 1, name: Ann}\n- {id: 2, name: Bob}\n");
  const std::pair<const char*, const char*> expected[] = {
      {"a.csv", "{\"id\":\"1\",\"name\":\"Ann\"}\n"},
      {"a.json", "{\"id\":1,\"name\":\"Ann\"}\n"},
      {"a.xml", "{\"id\":\"1\",\"name\":\"Ann\"}\n{\"id\":\"2\",\"name\":\"Bob\"}\n"},
      {"a.html", "{\"id\":\"1\",\"name\":\"Ann\"}\n"},
      {"a.yaml", "{\"id\":1,\"name\":\"Ann\"}\n{\"id\":2,\"name\":\"Bob\"}\n"}};
  for (const auto& [file, records] : expected) {
    EXPECT_EQ(run(file), exit_ok) << err_;
    EXPECT_EQ(out_, records) << file;
  }
}

TEST_F(records_command, writes_tables_databases_json_ld_and_quads_X05) {
  write("people.yaml",
        "fields:\n  id: id\n  name: name\n  age: {select: age, type: integer}\n"
        "rdf:\n  subject: http://e.org/{id}\n  class: foaf:Person\n  properties: {foaf:name: name, foaf:age: "
        "age}\n");
  write("people.csv", "id,name,age\n1,Ann,41\n2,\"Bob, jr.\",\n");
  EXPECT_EQ(run("people.yaml people.csv"), exit_ok) << err_;
  const auto quads = out_;
  EXPECT_NE(quads.find("<http://e.org/1> <http://xmlns.com/foaf/0.1/age> \"41\"^^"), std::string::npos)
      << quads;
  EXPECT_EQ(run("people.yaml people.csv --to csv"), exit_ok) << err_;
  EXPECT_EQ(out_, "id,name,age\r\n1,Ann,41\r\n2,\"Bob, jr.\",\r\n");
  EXPECT_EQ(run("people.yaml people.csv --to json-ld -o made"), exit_ok) << err_;
  EXPECT_EQ(run("people.yaml people.csv --to sqlite -o made"), exit_ok) << err_;
  EXPECT_TRUE(fs::exists(folder_.path() / "made/people.csv.sqlite"));
  child_program wash({"/bin/sh", "-c",
                      "cd " + folder_.path().string() + " && '" + program_path() +
                          "' wash made/people.csv.jsonld >washed 2>&-"});
  EXPECT_EQ(wash.exit_code(), exit_ok);
  EXPECT_EQ(read("washed"), quads) << "JSON-LD says the same";
}

TEST_F(records_command, gives_all_fields_a_column_X05) {
  write("a.jsonl", "{\"a\":1}\n{\"b\":[2,3],\"a\":null}\n");
  EXPECT_EQ(run("a.jsonl --to csv"), exit_ok) << err_;
  EXPECT_EQ(out_, "a,b\r\n1,\r\n,\"[2,3]\"\r\n");
}

TEST_F(records_command, refuses_a_bad_specification_with_line_and_nearest_key_X01) {
  write("bad.yaml", "format: csv\nfeilds: {a: b}\n");
  write("a.csv", "a\n1\n");
  EXPECT_EQ(run("bad.yaml a.csv"), exit_usage);
  EXPECT_EQ(err_,
            "laundromat: bad.yaml:2: unknown key `feilds` in a specification of records; the nearest is "
            "`fields`\n");
  write("bad.yaml", "format: json\nfields:\n  a: {select: b, match: '('}\n  c: 'x['\n");
  EXPECT_EQ(run("bad.yaml a.csv"), exit_usage);
  EXPECT_NE(err_.find("bad.yaml:3: "), std::string::npos) << err_;
  EXPECT_NE(err_.find("bad.yaml:4: "), std::string::npos) << err_;
  write("bad.yaml",
        "fields: {a: {select: a, lookup: t}}\nlookups: {t: {file: none.csv, key: k, value: v}}\n");
  EXPECT_EQ(run("bad.yaml a.csv"), exit_usage);
  EXPECT_NE(err_.find("lookups.t: none.csv: cannot be read: "), std::string::npos) << err_;
}

TEST_F(records_command, puts_what_does_not_match_into_the_field_that_is_named_for_it_X03) {
  write("spec.yaml", R"(fields: {"given, family": {select: name, match: '(\w+) (\w+)', warn: odd}})");
  write("a.csv", "id,name\n1,Ann Lee\n2,Cher\n");
  EXPECT_EQ(run("spec.yaml a.csv"), exit_ok) << err_;
  EXPECT_EQ(out_, "{\"given\":\"Ann\",\"family\":\"Lee\"}\n{\"odd\":\"Cher\"}\n");
  EXPECT_NE(err_.find("line 3, column 1: unmatched_field, kept: given, family: \"Cher\" does not match"),
            std::string::npos)
      << err_;
}

TEST_F(records_command, gives_fields_that_no_property_uses_to_the_vocabulary_X02) {
  write("spec.yaml",
        "rdf: {subject: 'http://e.org/{id}', vocabulary: 'http://v.org/', properties: {foaf:name: name}}\n");
  write("a.csv", "id,name,age\n1,Ann,4\n");
  EXPECT_EQ(run("spec.yaml a.csv"), exit_ok) << err_;
  EXPECT_EQ(out_,
            "<http://e.org/1> <http://v.org/age> \"4\" .\n<http://e.org/1> <http://v.org/id> \"1\" .\n"
            "<http://e.org/1> <http://xmlns.com/foaf/0.1/name> \"Ann\" .\n");
}

TEST_F(records_command, looks_values_up_in_another_table_X01) {
  write("spec.yaml",
        "fields: {country: {select: code, lookup: countries}, n: n}\n"
        "lookups: {countries: {file: countries.csv, key: iso, value: name}}\n");
  write("countries.csv", "iso;name\nAT;Austria\nCH;Switzerland\n");
  write("a.csv", "code,n\nCH,1\nXX,2\n");
  EXPECT_EQ(run("spec.yaml a.csv"), exit_ok) << err_;
  EXPECT_EQ(out_, "{\"country\":\"Switzerland\",\"n\":\"1\"}\n{\"n\":\"2\"}\n");
  EXPECT_NE(err_.find("line 3, column 1: unlisted_value"), std::string::npos) << err_;
}

TEST_F(records_command, puts_no_record_of_a_table_into_the_column_of_another_field_X05) {
  write("a.json", R"([{"a": 1}, 5, {"a": 2}])");
  EXPECT_EQ(run("a.json --to csv"), exit_ok) << err_;
  EXPECT_EQ(out_, "a,value\r\n1,\r\n,5\r\n2,\r\n");
}

TEST_F(records_command, decodes_a_lookup_table_as_documents_are_X01) {
  write("spec.yaml",
        "fields: {city: {select: code, lookup: cities}}\n"
        "lookups: {cities: {file: cities.csv, key: name, value: code}}\n");
  write("a.csv", "code,n\nK\u00F6ln,1\nZ\u00FCrich,2\n");
  const std::string found = "{\"city\":\"K\"}\n{\"city\":\"ZH\"}\n";
  write("cities.csv", "name,code\nK\xF6ln,K\nZ\xFCrich,ZH\n");
  EXPECT_EQ(run("spec.yaml a.csv"), exit_ok) << err_;
  EXPECT_EQ(out_, found) << "in ISO-8859-1";
  std::string wide = "\xFF\xFE";
  for (const unsigned char c : std::string("name,code\nK\xF6ln,K\nZ\xFCrich,ZH\n")) {
    wide += static_cast<char>(c);
    wide += '\0';
  }
  write("cities.csv", wide);
  EXPECT_EQ(run("spec.yaml a.csv"), exit_ok) << err_;
  EXPECT_EQ(out_, found) << "in UTF-16";
}

TEST_F(records_command, refuses_a_lookup_table_of_which_characters_are_lost_X01) {
  write("spec.yaml", "fields: {c: {lookup: t}}\nlookups: {t: {file: t.csv, key: k, value: v}}\n");
  write("a.csv", "c,n\na,1\n");
  write("t.csv", std::string("\xFF\xFEk\0,\0v\0\n\0\x00\xD8,\0x\0\n\0", 20));
  EXPECT_EQ(run("spec.yaml a.csv"), exit_usage);
  EXPECT_NE(err_.find("lookups.t: t.csv: cannot be read: undecodable_bytes: line 2"), std::string::npos)
      << err_;
  write("t.csv", "k,v\nK\u00F6ln,1\nZ\u00FCrich,2\nB\xFFonn,3\n");
  EXPECT_EQ(run("spec.yaml a.csv"), exit_usage);
  EXPECT_NE(err_.find("lookups.t: t.csv: line 4: illegal_utf8"), std::string::npos) << err_;
}

TEST_F(records_command, refuses_a_lookup_table_with_two_values_for_a_key_X01) {
  write("spec.yaml", "fields: {c: {lookup: t}}\nlookups: {t: {file: t.csv, key: k, value: v}}\n");
  write("t.csv", "k,v\na,1\nb,2\na,1\na,3\n");
  write("a.csv", "c,n\na,1\n");
  EXPECT_EQ(run("spec.yaml a.csv"), exit_usage);
  EXPECT_NE(err_.find("lookups.t: t.csv: two values for `a`"), std::string::npos) << err_;
}

TEST_F(records_command, does_not_read_a_specification_or_mapping_as_a_document_C01) {
  write("spec.yaml", "fields: {c: d}\n");
  EXPECT_EQ(run("spec.yaml"), exit_usage);
  EXPECT_NE(err_.find("spec.yaml is a specification: name its documents"), std::string::npos) << err_;
  write("map.ttl", "<#a> <#b> <#c> .\n");
  EXPECT_EQ(run("map.ttl"), exit_usage);
  EXPECT_NE(err_.find("map.ttl is an RML mapping by its name"), std::string::npos) << err_;
  write("a.yaml", "c: d\n");
  EXPECT_EQ(run("a.yaml"), exit_ok) << err_;
  EXPECT_EQ(out_, "{\"c\":\"d\"}\n");
}

TEST_F(records_command, reads_the_named_documents_whatever_the_specification_claims_C01) {
  write("spec.yaml",
        "documents: {uri: 'https://e.org/*'}\nrdf: {subject: 'http://e.org/{id}', class: foaf:Person}\n");
  write("a.csv", "id,n\n1,x\n");
  EXPECT_EQ(run("spec.yaml a.csv"), exit_ok) << err_;
  EXPECT_NE(out_.find("<http://e.org/1>"), std::string::npos) << out_;
  EXPECT_EQ(run("spec.yaml a.csv --to csv"), exit_ok) << err_;
}

TEST_F(records_command, counts_what_the_specification_names_R01) {
  write("spec.yaml", "counters: {women: {field: sex, is: F}, aged: age}\n");
  write("a.csv", "sex,age\nF,41\nM,\nF,\n");
  EXPECT_EQ(run("spec.yaml a.csv --json"), exit_ok) << err_;
  const auto report = nlohmann::json::parse(err_, nullptr, false);
  EXPECT_EQ(report["counters"], (nlohmann::json{{"women", 2}, {"aged", 1}})) << err_;
  EXPECT_EQ(report["records"], 3);
  EXPECT_EQ(run("spec.yaml a.csv --json --to n-quads"), exit_ok) << err_;
  const auto of_rdf = nlohmann::json::parse(err_, nullptr, false);
  EXPECT_EQ(of_rdf["counters"], report["counters"]) << "counted once, however often the document is read";
  EXPECT_EQ(of_rdf["records"], 3);
  EXPECT_EQ(run("spec.yaml a.csv --to n-quads"), exit_ok);
  EXPECT_NE(err_.find("3 records"), std::string::npos) << err_;
  EXPECT_NE(err_.find("  women: 2\n"), std::string::npos) << err_;
}

TEST_F(records_command, accounts_for_every_byte_and_lists_what_is_skipped_E02) {
  write("a.csv", "id,name\n1,Ann\n2,Bob,x\n3,Eve\n");
  EXPECT_EQ(run("a.csv -o made --fail-on skip"), exit_some_failed);
  EXPECT_EQ(read("made/a.csv.jsonl"), "{\"id\":\"1\",\"name\":\"Ann\"}\n{\"id\":\"3\",\"name\":\"Eve\"}\n");
  EXPECT_EQ(run("a.csv --json"), exit_ok) << err_;
  const auto report = nlohmann::json::parse(err_, nullptr, false);
  EXPECT_EQ(report["spans"],
            (nlohmann::json{{"syntax_bytes", 8}, {"statement_bytes", 12}, {"quarantine_bytes", 8}}))
      << err_;
  EXPECT_EQ(report["decoded_bytes"], 28) << "the sum of the spans";
  child_program errors(
      {"/bin/sh", "-c",
       "'" + program_path() + "' errors --file " + (folder_.path() / "made/a.csv.ledger.nq.gz").string()});
  EXPECT_EQ(errors.exit_code(), exit_ok);
  EXPECT_NE(errors.output().find("row_width"), std::string::npos) << errors.output();
  EXPECT_NE(errors.output().find("records, profile "), std::string::npos) << errors.output();
}

}  // namespace
}  // namespace laundromat
