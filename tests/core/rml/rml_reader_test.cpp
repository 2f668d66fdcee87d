// A document that is read as the statements of its mapping.
// SPDX-License-Identifier: Apache-2.0
#include "core/rml/rml_reader.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/rml/read_rml.hpp"

namespace laundromat {
namespace {

struct written final : statement_sink {
  std::string lines;
  std::vector<std::pair<span_kind, std::uint64_t>> spans;
  result<void> on_statement(const statement_view& one) override {
    lines += std::string(one.subject.value) + " " + std::string(one.predicate.value) + " " +
             std::string(one.object.value) + "\n";
    return {};
  }
  void on_defect(const defect& found) override {
    lines += "! " + std::string(to_string(found.rule)) + " line " + std::to_string(found.line) + " offset " +
             std::to_string(found.offset_bytes) + "\n";
  }
  void on_span(span_kind kind, std::uint64_t length_bytes) override {
    spans.emplace_back(kind, length_bytes);
  }
};

std::shared_ptr<const rml_mapping> mapping_of(const std::string& body) {
  auto made = read_rml_mapping("@prefix rml: <http://w3id.org/rml/> .\n@prefix : <http://e.org/> .\n" + body,
                               "http://e.org/");
  for (const auto& problem : made ? std::vector<line_problem>{} : made.error())
    ADD_FAILURE() << problem.message;
  return std::make_shared<const rml_mapping>(*std::move(made));
}

/// What a document makes, pushed in chunks.
written read(const std::shared_ptr<const rml_mapping>& mapping, const std::string& document,
             std::size_t chunk) {
  written sink;
  auto made = make_rml_reader(mapping, {}, {}, {}, sink);
  EXPECT_TRUE(made);
  for (std::size_t at = 0; at < document.size(); at += chunk)
    EXPECT_TRUE((*made)->push(std::string_view(document).substr(at, chunk)));
  EXPECT_TRUE((*made)->finish());
  return sink;
}

const std::string things =
    ":m rml:logicalSource [ rml:source \"a.json\" ; rml:referenceFormulation rml:JSONPath ; rml:iterator "
    "\"$.things[*]\" ] ;\n rml:subjectMap [ rml:template \"http://e.org/{$.id}\" ] ;\n "
    "rml:predicateObjectMap [ "
    "rml:predicate :is ; rml:objectMap [ rml:reference \"$.is\" ; rml:termType rml:IRI ] ] .\n";
const std::string others =
    ":n rml:logicalSource [ rml:source \"a.json\" ; rml:referenceFormulation rml:JSONPath ; rml:iterator "
    "\"$.others[*]\" ] ;\n rml:subjectMap [ rml:template \"http://e.org/{$.id}\" ] ;\n "
    "rml:predicateObjectMap [ "
    "rml:predicate :of ; rml:objectMap [ rml:parentTriplesMap :m ; rml:joinCondition [ rml:child \"$.of\" ; "
    "rml:parent \"$.id\" ] ] ] .\n";
const std::string document =
    "{\"others\": [{\"id\": 7, \"of\": 1}],\n \"things\": [{\"id\": 1, \"is\": \"urn:a\"},\n"
    "  {\"id\": 2, \"is\": \"urn:a b\"}]}\n";

TEST(rml_reader, makes_statements_defects_and_spans_in_any_chunks_X05) {
  const auto whole = read(mapping_of(things), document, document.size());
  EXPECT_EQ(whole.lines, "http://e.org/1 http://e.org/is urn:a\n! bad_iri line 3 offset 73\n");
  std::uint64_t sum = 0, statements = 0;
  for (const auto& [kind, length] : whole.spans) {
    sum += length;
    statements += kind == span_kind::statement ? length : 0;
  }
  EXPECT_EQ(sum, document.size());
  EXPECT_EQ(statements, 24U + 26U);
  for (const std::size_t chunk : {1U, 7U}) {
    const auto parts = read(mapping_of(things), document, chunk);
    EXPECT_EQ(parts.lines, whole.lines);
    EXPECT_EQ(parts.spans, whole.spans);
  }
}

struct reference_case {
  std::string origin, id, reference, text, message;
};

/// Reads documents whose mapping has a reference that may lead to nothing; `message` is that of the one note, empty for none.
void expect_notes(std::span<const reference_case> all) {
  struct noted final : statement_sink {
    std::vector<defect> all;
    result<void> on_statement(const statement_view&) override { return {}; }
    void on_defect(const defect& found) override {
      if (found.rule == errc::missing_field) all.push_back(found);
    }
  };
  for (const auto& one : all) {
    noted sink;
    const auto mapping =
        mapping_of(":m rml:logicalSource [ rml:source \"a\" ; rml:referenceFormulation rml:" + one.origin +
                   " ] ;\nrml:subjectMap [ rml:template \"http://e.org/{" + one.id +
                   "}\" ; rml:class :thing ] ;\nrml:predicateObjectMap [ rml:predicate :is ; rml:objectMap [ "
                   "rml:reference \"" +
                   one.reference + "\" ] ] .\n");
    auto made = make_rml_reader(mapping, {}, {}, {}, sink);
    ASSERT_TRUE(made && (*made)->push(one.text) && (*made)->finish()) << one.text;
    ASSERT_EQ(sink.all.size(), one.message.empty() ? 0U : 1U) << one.text;
    if (one.message.empty()) continue;
    EXPECT_EQ(sink.all[0].done, treatment::note) << one.text;
    EXPECT_EQ(sink.all[0].message, one.message);
  }
}

TEST(rml_reader, notes_a_column_that_the_table_does_not_have_X05) {
  expect_notes(std::vector<reference_case>{
      {"CSV", "id", "name", "id,title,names\n1,a,\n2,b,\n",
       "the table has no column `name`, which the mapping refers to; the nearest is `names`"},
      {"CSV", "id", "name", "id,name\n1,\n", ""},
  });
}

TEST(rml_reader, notes_a_reference_that_no_record_has_X05) {
  const std::string json = "JSONPath ; rml:iterator \"$[*]\"", xml = "XPath ; rml:iterator \"/r/i\"";
  expect_notes(std::vector<reference_case>{
      {json, "$.id", "$.nmae", "[{\"id\": 1, \"name\": \"a\"},\n {\"id\": 2}]",
       "no record has `$.nmae`, which the mapping refers to; the nearest is `name`"},
      {json, "$.id", "$.name", "[{\"id\": 1},\n {\"id\": 2, \"name\": null}]", ""},
      {json, "$.id", "$.name", "[]", ""},
      {xml, "id", "nmae", "<r><i><id>1</id><name>a</name></i><i><id>2</id></i></r>",
       "no record has `nmae`, which the mapping refers to"},
      {xml, "id", "name", "<r><i><id>1</id></i><i><id>2</id><name/></i></r>", ""},
  });
}

TEST(rml_reader, fails_a_document_of_which_the_mapping_makes_nothing_X05) {
  const auto mapping = mapping_of(
      ":m rml:logicalSource [ rml:source \"a\" ; rml:referenceFormulation rml:CSV ] ;\n"
      "rml:subjectMap [ rml:template \"http://e.org/{id}\" ; rml:class :thing ] .\n");
  const auto outcome_of = [&](std::string_view text) {
    written sink;
    auto made = make_rml_reader(mapping, {}, {}, {}, sink);
    EXPECT_TRUE(made);
    auto done = (*made)->push(text);
    if (done) done = (*made)->finish();
    return done ? "" : to_string(done.error());
  };
  EXPECT_EQ(
      outcome_of("key,name\n1,a\n"),
      "missing_field: the mapping makes no statement of the document: the table has no column `id`, which "
      "the mapping refers to; the nearest is `key`");
  EXPECT_EQ(outcome_of("id,name\n"), "") << "there is nothing of which statements could be made";
  EXPECT_EQ(outcome_of("id,name\n,a\n"), "") << "the column is there";
}

TEST(rml_reader, fails_a_document_in_which_an_iterator_leads_to_nothing_X05) {
  const auto mapping = mapping_of(
      ":m rml:logicalSource [ rml:source \"a\" ; rml:referenceFormulation rml:JSONPath ; rml:iterator "
      "\"$.result[*]\" ] ;\nrml:subjectMap [ rml:template \"http://e.org/{id}\" ; rml:class :thing ] .\n");
  const auto outcome_of = [&](std::string_view text) {
    written sink;
    auto made = make_rml_reader(mapping, {}, {}, {}, sink);
    EXPECT_TRUE(made);
    auto done = (*made)->push(text);
    if (done) done = (*made)->finish();
    return done ? "" : to_string(done.error());
  };
  EXPECT_EQ(outcome_of(R"({"results":[{"id":1}]})"),
            "missing_field: the mapping makes no statement of the document: the path of the records leads to "
            "nothing: there is no `result`; the nearest is `results`");
  EXPECT_EQ(outcome_of(R"({"result":[]})"), "");
}

TEST(rml_reader, obeys_the_profile_in_tables_and_xml_X05) {
  const auto statements = [](const std::string& origin, const std::string& reference, const std::string& text,
                             wash_profile profile) {
    written sink;
    reader_options options;
    options.profile = profile;
    auto made = make_rml_reader(
        mapping_of(":m rml:logicalSource [ rml:source \"a\" ; " + origin +
                   " ] ;\n rml:subjectMap [ rml:constant :s ] ;\n rml:predicateObjectMap [ rml:predicate :p "
                   "; rml:objectMap [ rml:reference \"" +
                   reference + "\" ] ] .\n"),
        {}, std::move(options), {}, sink);
    EXPECT_TRUE(made && (*made)->push(text) && (*made)->finish());
    return std::ranges::count(sink.lines, '\n') - std::ranges::count(sink.lines, '!');
  };
  struct formulation {
    std::string origin, reference, text;
  };
  const formulation all[] = {{"rml:referenceFormulation rml:CSV", "a", "a,b\nx\xFF,1\ny,2\n"},
                             {"rml:referenceFormulation rml:XPath ; rml:iterator \"/r/i\"", "a",
                              "<r><i><a>x & z</a></i><i><a>y</a></i></r>"}};
  for (const auto& [origin, reference, text] : all) {
    EXPECT_EQ(statements(origin, reference, text, wash_profile::standard), 2) << origin;
    EXPECT_EQ(statements(origin, reference, text, wash_profile::strict), 1) << origin;
  }
}

TEST(rml_reader, joins_records_of_one_document_and_accounts_for_each_byte_once_X05) {
  const auto mapping = mapping_of(things + others);
  const auto whole = read(mapping, document, document.size());
  EXPECT_EQ(
      whole.lines,
      "http://e.org/1 http://e.org/is urn:a\n! bad_iri line 3 offset 73\nhttp://e.org/7 http://e.org/of "
      "http://e.org/1\n");
  std::uint64_t sum = 0;
  for (const auto& [kind, length] : whole.spans) sum += length;
  EXPECT_EQ(sum, document.size());
  const auto parts = read(mapping, document, 3);
  EXPECT_EQ(parts.lines, whole.lines);
  EXPECT_EQ(parts.spans, whole.spans);
}

TEST(rml_reader, ends_where_joins_need_more_memory_than_the_limit_X05) {
  written sink;
  rml_limits limits;
  limits.join_bytes = 100;
  auto made = make_rml_reader(mapping_of(things + others), {}, {}, limits, sink);
  ASSERT_TRUE(made);
  auto done = (*made)->push(document);
  if (done) done = (*made)->finish();
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, errc::limit_exceeded);
}

/// `others` as a document of its own.
std::string in_another_document(std::string text) {
  text.replace(text.find("a.json"), 6, "b.json");
  return text;
}

struct one_file final : rml_files {
  explicit one_file(std::string text) : text_(std::move(text)) {}
  result<byte_source_ptr> open(const std::string& path) override {
    asked += path + "\n";
    return make_memory_source(text_);
  }
  std::string asked;

 private:
  std::string text_;
};

TEST(rml_reader, refuses_a_join_with_another_document_that_it_cannot_read_X05) {
  written sink;
  const auto mapping = mapping_of(things + in_another_document(others));
  EXPECT_FALSE(make_rml_reader(mapping, {}, {}, {}, sink)) << "no document is named";
  EXPECT_FALSE(make_rml_reader(mapping, "b.json", {}, {}, sink));
  EXPECT_TRUE(make_rml_reader(mapping, "a.json", {}, {}, sink));
}

TEST(rml_reader, joins_a_document_with_another_one_and_notes_what_that_lacks_X05) {
  const auto mapping = mapping_of(things + in_another_document(others));
  one_file parents("{\"things\": [{\"id\": 1}, {\"id\": }, {\"id\": 3}]}");
  const std::string text =
      "{\"others\": [{\"id\": 7, \"of\": 1}, {\"id\": 8, \"of\": 2}, {\"id\": 9, \"of\": 3}]}";
  written sink;
  auto made = make_rml_reader(mapping, "b.json", {}, {}, sink, &parents);
  ASSERT_TRUE(made);
  ASSERT_TRUE((*made)->push(text));
  ASSERT_TRUE((*made)->finish());
  EXPECT_EQ(parents.asked, "a.json\n");
  EXPECT_EQ(sink.lines,
            "! syntax_error line 1 offset 0\nhttp://e.org/7 http://e.org/of http://e.org/1\n"
            "http://e.org/9 http://e.org/of http://e.org/3\n");
  std::uint64_t sum = 0;
  for (const auto& [kind, length] : sink.spans) sum += length;
  EXPECT_EQ(sum, text.size());
}

TEST(rml_reader, refuses_blank_nodes_of_another_document_X05) {
  auto blank = things;
  blank.replace(blank.find("rml:subjectMap ["), 16, "rml:subjectMap [ rml:termType rml:BlankNode ; ");
  one_file parents("{}");
  written sink;
  const auto made =
      make_rml_reader(mapping_of(blank + in_another_document(others)), "b.json", {}, {}, sink, &parents);
  ASSERT_FALSE(made);
  EXPECT_NE(made.error().detail.find("blank nodes"), std::string::npos) << made.error().detail;
}

TEST(rml_reader, skips_a_damaged_record_of_xml_and_reads_on_X05) {
  const auto mapping = mapping_of(
      ":m rml:logicalSource [ rml:source \"a.xml\" ; rml:referenceFormulation rml:XPath ; rml:iterator "
      "\"/r/i\" ] ;\n"
      " rml:subjectMap [ rml:template \"http://e.org/{@n}\" ] ;\n rml:predicateObjectMap [ rml:predicate :is "
      "; "
      "rml:objectMap [ rml:reference \".\" ] ] .\n");
  const auto all = read(mapping, "<r><i n='1'>a</i><i n='2'>b</j></i><i n='3'>c</i></r>", 5);
  EXPECT_EQ(all.lines,
            "http://e.org/1 http://e.org/is a\n! xml_syntax line 1 offset 17\nhttp://e.org/3 "
            "http://e.org/is c\n");
}

}  // namespace
}  // namespace laundromat
