// Tests that schemas are inferred, written, and compared with records.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <map>
#include <sstream>
#include <string>

#include "app/terminal/exit_code.hpp"
#include "tests/app/extraction/program_folder.hpp"

namespace laundromat {
namespace {

class records_schema : public program_folder {};

constexpr auto people = "id,name,born\n1,Ann,1985-12-31\n2,Bob,1990-01-02\n3,Eve,\n";

TEST_F(records_schema, is_inferred_from_all_records_of_a_run_after_the_steps_X04) {
  write("a.csv", people);
  write("b.csv", "id,name,born\n4,Kim,2001-01-01\n");
  write("spec.yaml", "fields: {id: {select: id, type: integer}, name: name, born: born}\n");
  EXPECT_EQ(run("records spec.yaml a.csv b.csv --infer schema.json"), exit_ok) << err_;
  const auto schema = read_json("schema.json");
  EXPECT_EQ(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
  EXPECT_EQ(schema["properties"]["id"]["type"], "integer") << schema;
  EXPECT_EQ(schema["properties"]["id"]["maximum"], 4) << schema;
  EXPECT_EQ(schema["properties"]["born"]["format"], "date") << schema;
  EXPECT_EQ(schema["title"], "spec");
}

TEST_F(records_schema, is_for_records_and_not_for_statements_X04) {
  write("a.csv", people);
  write("spec.yaml", "rdf: {subject: 'http://e.org/{id}'}\n");
  EXPECT_EQ(run("records spec.yaml a.csv --infer s.json"), exit_ok) << err_;
  EXPECT_EQ(out_.substr(0, 8), "{\"id\":\"1") << out_;
  EXPECT_EQ(run("records spec.yaml a.csv --infer s.json --to n-quads"), exit_usage);
  EXPECT_TRUE(says("--infer is about records")) << err_;
  EXPECT_EQ(run("records a.csv --infer s.txt"), exit_usage);
  EXPECT_TRUE(says("ends with .json")) << err_;
}

TEST_F(records_schema, drift_is_summed_up_and_in_the_ledger_and_loses_nothing_X04) {
  write("old.csv", people);
  write("new.csv", "id,name,born,age\n1,Ann,1985-12-31,4\nx,Bob,soon,5\ny,Kim,later,6\n");
  EXPECT_EQ(run("records old.csv --infer schema.json"), exit_ok) << err_;
  write("spec.yaml", "schema: schema.json\n");
  EXPECT_EQ(run("records spec.yaml old.csv"), exit_ok) << err_;
  EXPECT_FALSE(says("differ")) << err_;
  EXPECT_EQ(run("records spec.yaml new.csv --ledger l.nq.gz"), exit_ok) << err_;
  EXPECT_EQ(std::count(out_.begin(), out_.end(), '\n'), 3);
  EXPECT_TRUE(says("new.csv: CSV, 3 records, 0 defects, 3 deviations from the schema\n")) << err_;
  EXPECT_TRUE(says("3 of 3 records differ from the schema")) << err_;
  EXPECT_TRUE(says("age: 3 records: a field that the schema does not have: 4 (first in record 1, line 2)"))
      << err_;
  EXPECT_TRUE(says("born: 2 records: a value of another type: soon (first in record 2, line 3)")) << err_;
  EXPECT_EQ(run("errors --file l.nq.gz"), exit_ok) << err_;
  EXPECT_NE(out_.find("schema_drift"), std::string::npos) << out_;
  EXPECT_EQ(run("records spec.yaml new.csv --json"), exit_ok) << err_;
  const auto report = nlohmann::json::parse(err_, nullptr, false);
  EXPECT_EQ(report["drift"]["with_drift"], 3) << err_;
  EXPECT_EQ(report["drift"]["drift"][0]["path"], "age") << err_;
}

TEST_F(records_schema, drift_ends_the_command_with_1_where_it_is_asked_for_X04) {
  write("schema.json", R"({"properties": {"id": {"type": "integer"}}})");
  write("spec.yaml", "schema: schema.json\n");
  write("rdf.yaml", "schema: schema.json\nrdf: {subject: 'http://e.org/{id}', class: foaf:Person}\n");
  write("same.json", R"([{"id": 1}, {"id": 2}])");
  write("other.json", "[{\"id\": 1},\n{\"id\": \"1\"}]");
  for (const std::string spec : {"spec.yaml", "rdf.yaml"}) {
    EXPECT_EQ(run("records " + spec + " same.json --fail-on drift"), exit_ok) << err_;
    EXPECT_EQ(run("records " + spec + " other.json --fail-on drift"), exit_some_failed) << spec;
    EXPECT_EQ(run("records " + spec + " other.json --fail-on skip"), exit_ok) << err_;
    EXPECT_EQ(run("records " + spec + " other.json"), exit_ok) << err_;
  }
  EXPECT_EQ(run("records spec.yaml other.json"), exit_ok);
  EXPECT_TRUE(says(
      "id: 1 record: a value of another type: text \"1\" (first in record 2, line 2); expected: integer"))
      << err_;
  write("cut.csv", "id,name\n1,Ann\n2\n");
  EXPECT_EQ(run("records cut.csv --fail-on drift"), exit_some_failed) << "what is skipped counts, too";
}

TEST_F(records_schema, drift_is_noted_where_statements_are_made_X04) {
  write("new.csv", "id,name\nx,Bob\n");
  write("schema.json", R"({"properties": {"id": {"type": "number"}, "name": {"type": "string"}}})");
  write("spec.yaml",
        "schema: schema.json\nrdf: {subject: 'http://e.org/{id}', properties: {rdfs:label: name}}\n");
  EXPECT_EQ(run("records spec.yaml new.csv"), exit_ok) << err_;
  EXPECT_EQ(out_, "<http://e.org/x> <http://www.w3.org/2000/01/rdf-schema#label> \"Bob\" .\n");
  EXPECT_TRUE(
      says("line 2, column 1: schema_drift, kept: id: a value of another type: text \"x\"; expected: number"))
      << err_;
}

TEST_F(records_schema, that_cannot_be_used_is_refused_at_its_line_X04) {
  write("a.csv", people);
  write("spec.yaml", "name: s\nschema: schema.json\n");
  EXPECT_EQ(run("records spec.yaml a.csv"), exit_usage);
  EXPECT_TRUE(says("spec.yaml:2: schema: the file schema.json cannot be read")) << err_;
  write("schema.json", "{\n  \"type\": \"object\",\n");
  EXPECT_EQ(run("records spec.yaml a.csv"), exit_usage);
  EXPECT_TRUE(says("schema.json:3: JSON Schema: ")) << err_;
  write("schema.json", "{\n \"properties\": {\n  \"id\": {\"type\": 5}\n }\n}\n");
  EXPECT_EQ(run("records spec.yaml a.csv"), exit_usage);
  EXPECT_TRUE(says("schema.json:3: ")) << err_;
  write("schema.json", "{\n \"properties\": {\n  \"id\": {\n \"pattern\": \"a\"}\n }\n}\n");
  EXPECT_EQ(run("records spec.yaml a.csv"), exit_ok);
  EXPECT_TRUE(says("schema.json:4: /properties/id/pattern is not checked")) << err_;
}

TEST_F(records_schema, of_a_table_is_written_beside_it_with_its_columns_X05) {
  write("a.csv", people);
  write("spec.yaml", "fields: {name: name, id: id, none: nothing, born: {select: born, type: date}}\n");
  EXPECT_EQ(run("records spec.yaml a.csv --to csv -o out"), exit_ok) << err_;
  EXPECT_EQ(read("out/a.csv.csv").substr(0, 18), "name,id,none,born\r");
  const auto metadata = read_json("out/a.csv.csv-metadata.json");
  EXPECT_EQ(metadata["url"], "a.csv.csv");
  const auto& columns = metadata["tableSchema"]["columns"];
  ASSERT_EQ(columns.size(), 4U) << metadata;
  EXPECT_EQ(columns[0]["titles"], "name");
  EXPECT_EQ(columns[2]["titles"], "none");
  EXPECT_EQ(columns[3]["datatype"]["base"], "date") << metadata;
  EXPECT_EQ(run("records a.csv --to csv --csvw b.csv-metadata.json"), exit_ok) << err_;
  EXPECT_EQ(read_json("b.csv-metadata.json")["url"], "b.csv");
  EXPECT_EQ(run("records a.csv --csvw b.json"), exit_usage);
  EXPECT_TRUE(says("add --to csv")) << err_;
}

TEST_F(records_schema, drift_of_later_documents_of_a_campaign_is_in_their_ledgers_X04) {
  write("campaign.yaml",
        "name: test\ndata: data\ncontact: {product: Test, url: https://example.org/, mail: a@example.org}\n"
        "serve: {folder: site}\npoliteness: {own_hosts: [{host: 127.0.0.1, delay_s: 0, connections: 8}]}\n"
        "network: {retries_s: [], allow: [127.0.0.1]}\ndiscovery: {follow: []}\n"
        "records: [people.yaml]\nseed_files: [seeds]\n");
  write("people.yaml",
        "documents: {uri: '*.csv'}\nformat: csv\nschema: people.schema.json\n"
        "rdf: {subject: 'http://e.org/{id}', properties: {foaf:name: name}}\n");
  write("may.csv", "id,name\n1,Ann\n2,Bob\n3,Cid\n");
  write("site/same.csv", "id,name\n1,Ann\n2,Bob\n");
  write("site/other.csv", "id,name,age\n9,Ann,3\nx,Bob,4\n");
  write("seeds", "{serve}/same.csv\n{serve}/other.csv\n");
  ASSERT_EQ(run("records may.csv --infer people.schema.json"), exit_ok) << err_;
  ASSERT_EQ(run("run campaign.yaml --once -q"), exit_ok) << err_;
  ASSERT_EQ(run("ls --data data --json"), exit_ok) << err_;
  std::istringstream lines(out_);
  std::map<std::string, std::string> drift;
  for (std::string line; std::getline(lines, line);) {
    const auto uri = nlohmann::json::parse(line, nullptr, false).value("uri", "");
    run("errors --data data --rule schema_drift --json " + uri);
    drift[uri.substr(uri.rfind('/') + 1)] = out_;
  }
  ASSERT_EQ(drift.size(), 2U);
  EXPECT_EQ(drift["same.csv"].find("schema_drift"), std::string::npos) << drift["same.csv"];
  for (const auto* const what :
       {"id: a value outside of the range: 9", "age: a field that the schema does not have",
        "id: a value of another type: x"})
    EXPECT_NE(drift["other.csv"].find(what), std::string::npos) << drift["other.csv"];
}

}  // namespace
}  // namespace laundromat
