// Tests what `records` can be given: RML mappings, tables with metadata beside them, standard input, and fields that are not named.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>

#include "app/terminal/exit_code.hpp"
#include "tests/app/records/program_folder.hpp"
#include "tests/places.hpp"

namespace laundromat {
namespace {

class records_inputs : public program_folder {};

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
