// Tests that specifications travel with all that they need.
// SPDX-License-Identifier: Apache-2.0
#include "core/specs/spec_bundle.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/extraction/spec/read_spec.hpp"

namespace laundromat {
namespace {

struct noted_defects final : statement_sink {
  result<void> on_statement(const statement_view&) override {
    ++statements;
    return {};
  }
  void on_defect(const defect& found) override { rules += std::string(to_string(found.rule)) + " "; }
  std::uint64_t statements = 0;
  std::string rules;
};

TEST(spec_bundle, carries_the_schema_so_that_drift_is_noted_where_statements_are_made_X04) {
  const auto bundle =
      to_bundle({{"first", "fields: {id: id}\n", {}, R"({"properties": {"id": {"type": "number"}}})"},
                 {"second", "", {{"t", {{"a", "b"}}}}, {}}});
  const auto plans = plans_of_bundle(bundle);
  ASSERT_TRUE(plans) << plans.error().detail;
  ASSERT_EQ((*plans)->all().size(), 2U);
  EXPECT_FALSE((*plans)->all()[0].plan->spec().schema_text.empty());
  EXPECT_TRUE((*plans)->all()[1].plan->spec().schema_text.empty());
  noted_defects sink;
  auto reader = (*plans)->all()[0].make_reader({"text/csv", "a.csv"}, {.base_iri = "http://e.org/"}, sink);
  ASSERT_TRUE(reader);
  ASSERT_TRUE((*reader)->push("id,n\n1,2\n"));
  ASSERT_TRUE((*reader)->finish());
  EXPECT_EQ(sink.rules, "schema_drift ");
  EXPECT_EQ(sink.statements, 1U);
}

TEST(spec_bundle, with_a_schema_that_is_none_is_refused_X04) {
  EXPECT_FALSE(plans_of_bundle(to_bundle({{"first", "", {}, "no JSON"}})));
  EXPECT_FALSE(plans_of_bundle("5:first0:0:0:"));
}

constexpr std::string_view people_mapping = R"(
@prefix rml: <http://w3id.org/rml/> .
@prefix ex: <http://e.org/> .
ex:map rml:logicalSource [ rml:source [ a rml:RelativePathSource; rml:path "people.csv" ]; rml:referenceFormulation rml:CSV ];
  rml:subjectMap [ rml:template "http://e.org/{id}" ];
  rml:predicateObjectMap [ rml:predicate ex:name; rml:objectMap [ rml:reference "name" ] ] .
)";

bundled_spec mapping_spec(std::string yaml) {
  return {"people", std::move(yaml), {}, {}, std::string(people_mapping)};
}

/// The name of the specification that claims a document; empty: none does.
std::string claimant(const record_plans& plans, const document_hints& document) {
  const auto* found = plans.find(document);
  return found ? found->name : std::string{};
}

TEST(spec_bundle, carries_an_rml_mapping_that_claims_documents_with_the_names_of_its_sources_X05) {
  const auto plans = plans_of_bundle(to_bundle({mapping_spec("rml: people.ttl")}));
  ASSERT_TRUE(plans) << plans.error().detail;
  EXPECT_EQ(claimant(**plans, {"text/csv", "http://e.org/a/people.csv?x=/y", "http://e.org/a/people.csv"}),
            "people");
  EXPECT_EQ(claimant(**plans, {"", "in/people.csv", "http://e.org/a.zip!/in/people.csv"}), "people");
  EXPECT_EQ(claimant(**plans, {"text/csv", "http://e.org/other.csv", "http://e.org/other.csv"}), "");
  noted_defects sink;
  auto reader = (*plans)->all()[0].make_reader({"text/csv", "http://e.org/people.csv"}, {}, sink);
  ASSERT_TRUE(reader) << reader.error().detail;
  ASSERT_TRUE((*reader)->push("id,name\n1,Ann\n2,Bob\n"));
  ASSERT_TRUE((*reader)->finish());
  EXPECT_EQ(sink.statements, 2U);
}

TEST(spec_bundle, claims_what_documents_says_whatever_the_sources_of_a_mapping_are_X05) {
  const auto plans = plans_of_bundle(
      to_bundle({mapping_spec("{rml: people.ttl, documents: {uri: 'http://e.org/staff/*'}}")}));
  ASSERT_TRUE(plans) << plans.error().detail;
  EXPECT_EQ(claimant(**plans, {"", "http://e.org/staff/1", "http://e.org/staff/1"}), "people");
  EXPECT_EQ(claimant(**plans, {"", "http://e.org/people.csv", "http://e.org/people.csv"}), "");
}

TEST(spec_bundle, claims_the_documents_that_its_seeds_lead_to_and_what_is_in_them_X01) {
  const bundled_spec spec{
      "a", "documents: {seeds: ['http://e.org/{1..9}/{x,y{1..2}}.csv', data/my file*.csv]}",
      {},  {},
      {},  {"file:///home/data/my%20file*.csv"}};
  const auto plans = plans_of_bundle(to_bundle({spec}));
  ASSERT_TRUE(plans) << plans.error().detail;
  EXPECT_EQ(claimant(**plans, {"", "http://e.org/7/y2.csv"}), "a");
  EXPECT_EQ(claimant(**plans, {"", "in.csv", "http://e.org/7/x.csv!/in.csv"}), "a");
  EXPECT_EQ(claimant(**plans, {"", "file:///home/data/my%20file%201.csv"}), "a");
  EXPECT_EQ(claimant(**plans, {"", "http://e.org/7/x.json"}), "");
}

TEST(spec_bundle, claims_files_in_a_workbook_only_where_they_are_named_X01) {
  const auto claims = [](const std::string& yaml, std::string_view path) {
    const auto plans = plans_of_bundle(to_bundle({bundled_spec{"a", yaml, {}, {}}}));
    EXPECT_TRUE(plans) << yaml;
    const auto address = "http://e.org/b.xlsx!/" + std::string(path);
    return claimant(**plans, {"", path, address}) + claimant(**plans, {"", address, address});
  };
  EXPECT_EQ(claims("{}", "xl/styles.xml"), "");
  EXPECT_EQ(claims("documents: {uri: '*'}", "xl/styles.xml"), "");
  EXPECT_EQ(claims("documents: {uri: '*!/xl/*.xml'}", "xl/styles.xml"), "aa");
}

TEST(spec_bundle, claims_files_where_its_seeds_are_and_nowhere_else_X01) {
  bundled_spec spec{"a", "documents: {seeds: ['in/f*.csv', 'http://e.org/x.csv']}", {}, {}};
  spec.places = {"file:///srv/in/f*.csv"};
  const auto plans = plans_of_bundle(to_bundle({spec}));
  ASSERT_TRUE(plans) << plans.error().detail;
  EXPECT_EQ(claimant(**plans, {"", "file:///srv/in/f1.csv"}), "a");
  EXPECT_EQ(claimant(**plans, {"", "file:///srv/in/f1.csv!/inner.csv"}), "a");
  EXPECT_EQ(claimant(**plans, {"", "http://e.org/x.csv"}), "a");
  EXPECT_EQ(claimant(**plans, {"", "file:///srv/in/f/1.csv"}), "");
  EXPECT_EQ(claimant(**plans, {"", "file:///srv/other/f1.csv"}), "");
  EXPECT_EQ(claimant(**plans, {"", "http://e.org/in/f1.csv"}), "");
}

TEST(spec_bundle, is_refused_when_its_seeds_are_tables_by_their_names_and_it_selects_records_E02) {
  const auto made = [](const std::string& seeds) {
    return make_claiming_spec(
        read_record_spec("records: a.b\ndocuments: {seeds: [" + seeds + "]}\n").value());
  };
  const auto refused = made("x.json, 'data/*.csv'");
  ASSERT_FALSE(refused);
  ASSERT_EQ(refused.error().size(), 1U);
  EXPECT_EQ(refused.error()[0].line, 1U);
  EXPECT_EQ(refused.error()[0].message,
            "records: each row of a table is a record: leave it out, because data/*.csv is CSV by its name");
  EXPECT_TRUE(made("x.json, 'http://e.org/data'"));
}

TEST(spec_bundle, with_csvw_claims_tables_only_X05) {
  const auto plans = plans_of_bundle(to_bundle({{"tables", "csvw: true", {}, {}}}));
  ASSERT_TRUE(plans) << plans.error().detail;
  EXPECT_EQ(claimant(**plans, {"text/csv; header=present", "http://e.org/1"}), "tables");
  EXPECT_EQ(claimant(**plans, {"", "http://e.org/a.tsv"}), "tables");
  EXPECT_EQ(claimant(**plans, {"application/json", "http://e.org/a.json"}), "");
}

}  // namespace
}  // namespace laundromat
