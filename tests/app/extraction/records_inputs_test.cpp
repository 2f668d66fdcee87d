// Tests what `records` can be given: RML mappings, tables with metadata beside them, standard input, and fields that are not named.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/terminal/exit_code.hpp"
#include "tests/app/extraction/program_folder.hpp"
#include "tests/places.hpp"

namespace laundromat {
namespace {

class records_inputs : public program_folder {};

TEST_F(records_inputs, are_never_replaced_by_results_E03) {
  write("x.csv", "id\n1\n");
  write("x.csv.jsonl", "{\"a\":1}\n");
  write("d.json", R"([{"a":1}])");
  EXPECT_EQ(run("records x.csv x.csv.jsonl -o ."), exit_some_failed) << err_;
  EXPECT_TRUE(says("x.csv.jsonl is one of the inputs, and would be lost")) << err_;
  EXPECT_EQ(read("x.csv.jsonl"), "{\"a\":1}\n");
  for (const std::string option : {"--infer ./d.json", "--to csv --csvw d.json"}) {
    EXPECT_EQ(run("records d.json " + option), exit_usage) << option;
    EXPECT_TRUE(says("d.json is one of the inputs, and would be lost")) << err_;
  }
  EXPECT_EQ(run("reconcile d.json --key a --decisions d.tsv --merge d.json"), exit_usage);
  EXPECT_EQ(run("reconcile d.json --key a --decisions d.tsv --merge m.json --same-as ./m.json"), exit_usage);
  EXPECT_TRUE(says("m.json is named twice")) << err_;
  EXPECT_EQ(read("d.json"), R"([{"a":1}])");
}

TEST_F(records_inputs, make_statements_by_an_rml_mapping_X05) {
  const std::filesystem::path one = source_path("tests/core/rml/cases/csv_table");
  for (const std::string name : {"mapping.ttl", "people.csv"}) write(name, read_file(one / name));
  EXPECT_EQ(run("records mapping.ttl people.csv"), exit_ok) << err_;
  const auto made = out_;
  EXPECT_EQ(run("wash " + (one / "output.nq").string()), exit_ok) << err_;
  EXPECT_EQ(made, out_);
  EXPECT_EQ(run("records --spec mapping.ttl people.csv --to csv"), exit_usage);
  EXPECT_TRUE(says("an RML mapping makes RDF: leave out --to")) << err_;
  write("mapping.ttl", "@prefix rml: <http://w3id.org/rml/> .\n[] a rml:TriplesMap .\n");
  EXPECT_EQ(run("records mapping.ttl people.csv"), exit_usage);
  EXPECT_TRUE(says("mapping.ttl:2: ")) << err_;
}

TEST_F(records_inputs, obey_the_metadata_beside_a_table_where_statements_are_made_X05) {
  write("t.csv", "a,b\n1,2\n");
  write(
      "t.csv-metadata.json",
      R"({"@context": "http://www.w3.org/ns/csvw", "url": "t.csv", "tableSchema": {"aboutUrl": "http://e.org/{a}",
        "columns": [{"name": "a", "suppressOutput": true}, {"name": "b", "propertyUrl": "http://e.org/b", "datatype": "integer"}]}})");
  EXPECT_EQ(run("records t.csv --to n-quads"), exit_ok) << err_;
  EXPECT_EQ(out_, "<http://e.org/1> <http://e.org/b> \"2\"^^<http://www.w3.org/2001/XMLSchema#integer> .\n");
}

TEST_F(records_inputs, tell_what_of_the_metadata_beside_a_table_is_not_used_X05) {
  write("t.csv", "a,b\n1,2\n");
  write("csv-metadata.json",
        R"({"@context": "http://www.w3.org/ns/csvw", "url": "t.csv", "tableSchema": {
        "columns": [{"name": "a", "datatype": "intger"}, {"name": "b", "propertyUrl": "http://e.org/b"}]}})");
  EXPECT_EQ(run("records t.csv --to n-quads -o made"), exit_ok) << err_;
  EXPECT_TRUE(says("unmapped_key, kept: ")) << err_;
  EXPECT_TRUE(says("csv-metadata.json/tableSchema/columns/0/datatype: the datatype intger is not known"))
      << err_;
  EXPECT_EQ(run("errors --file made/t.csv.ledger.nq.gz"), exit_ok) << err_;
  EXPECT_NE(out_.find("unmapped_key"), std::string::npos) << out_;
  write("u.csv", "a,b\n1,2\n");
  EXPECT_EQ(run("records u.csv --to n-quads"), exit_ok) << err_;
  EXPECT_TRUE(says("this metadata is ignored, because none of its tables has the url thismessage:/u.csv"))
      << err_;
}

TEST_F(records_inputs, that_are_several_make_one_table_on_standard_output_X05) {
  write("a.csv", "id,name\n1,Ann\n");
  write("b.csv", "name,id\nBob,2\n");
  write("c.csv", "id,age\n3,4\n");
  EXPECT_EQ(run("records a.csv b.csv --to csv"), exit_ok) << err_;
  EXPECT_EQ(out_, "id,name\r\n1,Ann\r\n2,Bob\r\n");
  EXPECT_EQ(run("records a.csv c.csv b.csv --to csv"), exit_some_failed) << err_;
  EXPECT_EQ(out_, "id,name\r\n1,Ann\r\n2,Bob\r\n");
  EXPECT_TRUE(says("c.csv: the table on standard output has no column `age`: -o DIR writes a table for each"))
      << err_;
  write("spec.yaml", "fields: {id: id, years: age}\n");
  EXPECT_EQ(run("records spec.yaml a.csv c.csv --to csv"), exit_ok) << err_;
  EXPECT_EQ(out_, "id,years\r\n1,\r\n3,4\r\n");
  EXPECT_EQ(run("records a.csv c.csv --to csv -o made"), exit_ok) << err_;
  EXPECT_EQ(read_file(folder_.path() / "made/c.csv.csv"), "id,age\r\n3,4\r\n");
}

TEST_F(records_inputs, that_are_several_make_one_json_ld_document_on_standard_output_X05) {
  write("a.csv", "id,name\n1,Ann\n");
  write("b.csv", "id,name\n2,Bob\n");
  write("spec.yaml",
        "rdf: {subject: '_:p{id}', properties: {foaf:name: name, foaf:knows: {iri: '_:p'}, foaf:page: {iri: "
        "'#{id}'}}}\n");
  EXPECT_EQ(run("records spec.yaml a.csv b.csv --to json-ld"), exit_ok) << err_;
  const auto made = nlohmann::json::parse(out_, nullptr, false);
  ASSERT_TRUE(made.is_object()) << out_;
  ASSERT_EQ(made["@graph"].size(), 2U) << out_;
  EXPECT_EQ(made["@graph"][1]["foaf:name"][0], "Bob") << out_;
  EXPECT_NE(made["@graph"][0]["foaf:knows"], made["@graph"][1]["foaf:knows"])
      << "a blank node is one of its document" << out_;
  EXPECT_EQ(run("records spec.yaml a.csv --to json-ld"), exit_ok) << err_;
  const auto printed = out_;
  EXPECT_EQ(run("records spec.yaml a.csv --to json-ld -o made"), exit_ok) << err_;
  EXPECT_EQ(read_file(folder_.path() / "made/a.csv.jsonld"), printed);
}

TEST_F(records_inputs, without_an_address_are_told_where_it_matters_X05) {
  write("a.csv", "id,name\n1,Ann\n");
  write("spec.yaml", "rdf: {subject: '{id}', properties: {foaf:name: name}}\n");
  EXPECT_EQ(run("records spec.yaml a.csv"), exit_ok) << err_;
  EXPECT_TRUE(says("relative IRIs begin with thismessage:/, which is no address: --base IRI states that of"))
      << err_;
  EXPECT_EQ(run("records spec.yaml a.csv --base http://e.org/"), exit_ok) << err_;
  EXPECT_FALSE(says("relative IRIs")) << err_;
  write("spec.yaml", "rdf: {subject: 'http://e.org/{id}', properties: {name: name}}\n");
  EXPECT_EQ(run("records spec.yaml a.csv"), exit_usage) << err_;
  EXPECT_TRUE(says("spec.yaml:1: `name` has no prefix: write one, as in `ex:name`")) << err_;
}

TEST_F(records_inputs, keep_fields_that_are_not_named_when_they_are_asked_to_X01) {
  write("a.csv", "id,name,age\n1,Ann,4\n");
  write("spec.yaml", "fields: {n: name}\n");
  EXPECT_EQ(run("records spec.yaml a.csv"), exit_ok) << err_;
  EXPECT_EQ(out_, "{\"n\":\"Ann\"}\n");
  write("spec.yaml", "fields: {n: name}\nkeep_others: true\n");
  EXPECT_EQ(run("records spec.yaml a.csv"), exit_ok) << err_;
  EXPECT_EQ(out_, "{\"n\":\"Ann\",\"id\":\"1\",\"age\":\"4\"}\n");
  EXPECT_EQ(run("records spec.yaml a.csv --to csv"), exit_ok) << err_;
  EXPECT_EQ(out_, "n,id,age\r\nAnn,1,4\r\n");
}

TEST_F(records_inputs, come_from_standard_input_with_and_without_a_specification_E03) {
  write("a.csv", "id,name\n1,Ann\n");
  write("spec.yaml", "fields: {n: name}\n");
  EXPECT_EQ(run("records - <a.csv"), exit_ok) << err_;
  EXPECT_EQ(out_, "{\"id\":\"1\",\"name\":\"Ann\"}\n");
  EXPECT_EQ(run("records spec.yaml - <a.csv"), exit_ok) << err_;
  EXPECT_EQ(out_, "{\"n\":\"Ann\"}\n");
  EXPECT_EQ(run("records spec.yaml - --to csv <a.csv"), exit_ok) << err_;
  EXPECT_EQ(out_, "n\r\nAnn\r\n") << "it is read twice";
}

}  // namespace
}  // namespace laundromat
