// Tests which statements are made of records.
// SPDX-License-Identifier: Apache-2.0
#include "core/mapping/record_mapper.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "core/extraction/spec/read_spec.hpp"
#include "core/mapping/json_ld_writer.hpp"
#include "core/rdf/write/canonical.hpp"

namespace laundromat {
namespace {

struct written_statements final : statement_sink {
  result<void> on_statement(const statement_view& statement) override {
    append_canonical(lines, statement, "_:");
    return {};
  }
  void on_defect(const defect& found) override { lines += "! " + std::string(to_string(found.rule)) + "\n"; }
  std::string lines;
};

resource_spec rdf_in(std::string_view yaml) {
  const auto spec = read_record_spec(yaml);
  EXPECT_TRUE(spec.has_value() && spec->rdf) << (spec ? "no rdf" : spec.error().front().message);
  return spec && spec->rdf ? *spec->rdf : resource_spec{};
}

/// A person with a friend.
void fill(data_record& record) {
  record.begin_map();
  record.add_text("7 a", "id");
  record.add_text("Ann", "name");
  record.add_number("41", "age");
  record.add_number("1.70", "height");
  record.add_boolean(true, "member");
  record.add_null("email");
  record.begin_list("tags");
  record.add_text("x", {});
  record.add_text("y", {});
  record.end();
  record.begin_list("friends");
  record.begin_map();
  record.add_text("8", "id");
  record.add_text("Bob", "name");
  record.end();
  record.end();
  record.end();
}

std::string statements_of(const resource_spec& spec, const data_record& record) {
  written_statements out;
  reader_options options;
  options.base_iri = "http://b.org/doc";
  record_mapper mapper(spec, options, out);
  EXPECT_TRUE(mapper.map(record.root(), record.place));
  return out.lines;
}

TEST(record_mapper, makes_what_the_specification_says_X05) {
  data_record record;
  fill(record);
  const auto spec = rdf_in(R"(
rdf:
  prefixes: {ex: http://e.org/}
  subject: ex:{id}
  class: foaf:Person
  properties:
    foaf:name: name
    foaf:age: age
    ex:height: height
    ex:tag: tags
    foaf:mbox: {iri: 'mailto:{email}'}
    foaf:knows: {each: friends, subject: 'ex:{id}', properties: {foaf:name: {field: name, language: en}}}
)");
  EXPECT_EQ(
      statements_of(spec, record),
      "<http://e.org/7%20a> <http://xmlns.com/foaf/0.1/name> \"Ann\" .\n"
      "<http://e.org/7%20a> <http://xmlns.com/foaf/0.1/age> "
      "\"41\"^^<http://www.w3.org/2001/XMLSchema#integer> .\n"
      "<http://e.org/7%20a> <http://e.org/height> \"1.70\"^^<http://www.w3.org/2001/XMLSchema#decimal> .\n"
      "<http://e.org/7%20a> <http://e.org/tag> \"x\" .\n"
      "<http://e.org/7%20a> <http://e.org/tag> \"y\" .\n"
      "<http://e.org/8> <http://xmlns.com/foaf/0.1/name> \"Bob\"@en .\n"
      "<http://e.org/7%20a> <http://xmlns.com/foaf/0.1/knows> <http://e.org/8> .\n"
      "<http://e.org/7%20a> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> "
      "<http://xmlns.com/foaf/0.1/Person> .\n")
      << "a field without a value makes no statement";
}

TEST(record_mapper, gives_fields_that_no_property_uses_to_the_vocabulary_X02) {
  data_record record;
  fill(record);
  const auto spec =
      rdf_in("rdf: {subject: 'http://e.org/{id}', vocabulary: '#', properties: {foaf:name: name}}");
  EXPECT_EQ(
      statements_of(spec, record),
      "<http://e.org/7%20a> <http://xmlns.com/foaf/0.1/name> \"Ann\" .\n"
      "<http://e.org/7%20a> <http://b.org/doc#id> \"7 a\" .\n"
      "<http://e.org/7%20a> <http://b.org/doc#age> \"41\"^^<http://www.w3.org/2001/XMLSchema#integer> .\n"
      "<http://e.org/7%20a> <http://b.org/doc#height> \"1.70\"^^<http://www.w3.org/2001/XMLSchema#decimal> "
      ".\n"
      "<http://e.org/7%20a> <http://b.org/doc#member> \"true\"^^<http://www.w3.org/2001/XMLSchema#boolean> "
      ".\n"
      "<http://e.org/7%20a> <http://b.org/doc#tags> \"x\" .\n"
      "<http://e.org/7%20a> <http://b.org/doc#tags> \"y\" .\n"
      "<_:b0> <http://b.org/doc#id> \"8\" .\n"
      "<_:b0> <http://b.org/doc#name> \"Bob\" .\n"
      "<http://e.org/7%20a> <http://b.org/doc#friends> <_:b0> .\n");
}

TEST(record_mapper, leaves_out_what_is_no_iri_and_says_so_X05) {
  data_record record;
  record.begin_map();
  record.add_text("no scheme at all", "url");
  record.add_text("1", "id");
  record.end();
  reader_options options;
  written_statements out;
  const auto spec =
      rdf_in("rdf: {subject: 'http://e.org/{id}', properties: {foaf:page: {iri: '{url}'}, foaf:nick: id}}");
  record_mapper mapper(spec, options, out);
  ASSERT_TRUE(mapper.map(record.root(), record.place));
  EXPECT_EQ(out.lines, "! bad_iri\n<http://e.org/1> <http://xmlns.com/foaf/0.1/nick> \"1\" .\n");
}

TEST(record_mapper, says_nothing_about_a_resource_without_values_X05) {
  data_record record;
  fill(record);
  const auto spec = rdf_in(
      "rdf: {subject: 'http://e.org/{id}', properties: {foaf:nick: id, "
      "vcard:hasAddress: {subject: 'http://e.org/{id}/a', class: vcard:Home, properties: {vcard:street: "
      "street}}}}");
  EXPECT_EQ(statements_of(spec, record), "<http://e.org/7%20a> <http://xmlns.com/foaf/0.1/nick> \"7 a\" .\n");
}

TEST(record_mapper, says_when_a_template_makes_too_many_terms_X05) {
  data_record record;
  record.begin_map();
  for (const auto* name : {"a", "b"}) {
    record.begin_list(name);
    for (int i = 0; i < 400; ++i) record.add_text(record.keep(std::to_string(i)), {});
    record.end();
  }
  record.end();
  written_statements out;
  const auto spec = rdf_in("rdf: {subject: 'http://e.org/s', properties: {foaf:nick: {text: '{a}-{b}'}}}");
  record_mapper mapper(spec, {}, out);
  ASSERT_TRUE(mapper.map(record.root(), record.place));
  EXPECT_EQ(std::ranges::count(out.lines, '!'), 1);
  EXPECT_NE(out.lines.find("! limit_exceeded"), std::string::npos);
  EXPECT_EQ(std::ranges::count(out.lines, '\n'), 100'001);
}

TEST(record_mapper, encodes_what_an_iri_may_not_have_and_keeps_letters_X05) {
  data_record record;
  record.begin_map();
  record.add_text("a\xC2\x85z", "control");
  record.add_text("Z\xC3\xBCrich\xE6\x9D\xB1/x", "city");
  record.add_text("a\xFF\xC3z", "octets");
  record.end();
  const auto spec = rdf_in(
      "rdf: {subject: 'http://e.org/{control}', properties: {foaf:page: [{iri: 'http://e.org/{city}'}, {iri: "
      "'http://e.org/{octets}'}]}}");
  EXPECT_EQ(statements_of(spec, record),
            "<http://e.org/a%C2%85z> <http://xmlns.com/foaf/0.1/page> "
            "<http://e.org/Z\xC3\xBCrich\xE6\x9D\xB1%2Fx> .\n"
            "<http://e.org/a%C2%85z> <http://xmlns.com/foaf/0.1/page> <http://e.org/a%FF%C3z> .\n");
}

TEST(record_mapper, makes_a_literal_for_each_language_X05) {
  data_record record;
  record.begin_map();
  record.add_text("7", "id");
  record.begin_list("tags");
  record.add_text("de", {});
  record.add_text("en", {});
  record.end();
  record.end();
  const auto spec = rdf_in(
      "rdf: {subject: 'http://e.org/s', properties: {rdfs:label: {text: '{id}', language: '{tags}'}}}");
  EXPECT_EQ(statements_of(spec, record),
            "<http://e.org/s> <http://www.w3.org/2000/01/rdf-schema#label> \"7\"@de .\n"
            "<http://e.org/s> <http://www.w3.org/2000/01/rdf-schema#label> \"7\"@en .\n");
}

TEST(record_mapper, bounds_texts_and_languages_together_and_says_so_once_X05) {
  data_record record;
  record.begin_map();
  record.begin_list("tags");
  for (int i = 0; i < 400; ++i) record.add_text(record.keep("x-" + std::to_string(i)), {});
  record.end();
  record.begin_list("texts");
  for (int i = 0; i < 400; ++i) record.add_text(record.keep(std::to_string(i)), {});
  record.end();
  record.end();
  const auto spec = rdf_in(
      "rdf: {subject: 'http://e.org/s', properties: {rdfs:label: {text: '{texts}', language: '{tags}'}}}");
  const auto lines = statements_of(spec, record);
  EXPECT_EQ(std::ranges::count(lines, '\n'), 100'001);
  EXPECT_EQ(lines.find("! limit_exceeded"), lines.rfind("! "));
}

TEST(record_mapper, takes_texts_of_each_as_value_X05) {
  data_record record;
  fill(record);
  const auto rdf_of = [](const std::string& inner) {
    return rdf_in("rdf: {subject: 'http://e.org/s', properties: {foaf:topic: {each: tags, " + inner + "}}}");
  };
  EXPECT_EQ(statements_of(rdf_of("subject: 'http://e.org/{value}', properties: {rdfs:label: value}"), record),
            "<http://e.org/x> <http://www.w3.org/2000/01/rdf-schema#label> \"x\" .\n"
            "<http://e.org/y> <http://www.w3.org/2000/01/rdf-schema#label> \"y\" .\n"
            "<http://e.org/s> <http://xmlns.com/foaf/0.1/topic> <http://e.org/x> .\n"
            "<http://e.org/s> <http://xmlns.com/foaf/0.1/topic> <http://e.org/y> .\n");
  for (const std::string unknown :
       {"subject: 'http://e.org/{name}', properties: {rdfs:label: name}", "properties: {rdfs:label: name}"})
    EXPECT_EQ(statements_of(rdf_of(unknown), record), "! ill_typed_field\n") << unknown << ": said once";
}

TEST(record_mapper, gives_a_record_without_names_to_the_vocabulary_as_value_X02) {
  const auto spec = rdf_in("rdf: {subject: 'http://e.org/s', vocabulary: 'http://e.org/v#'}");
  data_record text;
  text.add_text("a", {});
  EXPECT_EQ(statements_of(spec, text), "<http://e.org/s> <http://e.org/v#value> \"a\" .\n");
  data_record list;
  list.begin_list({});
  list.add_number("1", {});
  list.begin_map();
  list.add_text("b", "x");
  list.end();
  list.end();
  EXPECT_EQ(statements_of(spec, list),
            "<http://e.org/s> <http://e.org/v#value> \"1\"^^<http://www.w3.org/2001/XMLSchema#integer> .\n"
            "<_:b0> <http://e.org/v#x> \"b\" .\n"
            "<http://e.org/s> <http://e.org/v#value> <_:b0> .\n");
  const auto named = rdf_in(
      "rdf: {subject: 'http://e.org/s', vocabulary: 'http://e.org/v#', properties: {foaf:nick: value}}");
  EXPECT_EQ(statements_of(named, text), "<http://e.org/s> <http://xmlns.com/foaf/0.1/nick> \"a\" .\n");
}

TEST(record_mapper, says_once_for_each_record_that_a_field_is_a_map_X05) {
  const auto spec = rdf_in("rdf: {subject: 'http://e.org/s', properties: {foaf:nick: m, foaf:name: m}}");
  written_statements out;
  record_mapper mapper(spec, {}, out);
  for (int i = 0; i < 2; ++i) {
    data_record record;
    record.begin_map();
    record.begin_map("m");
    record.end();
    record.end();
    ASSERT_TRUE(mapper.map(record.root(), record.place));
  }
  EXPECT_EQ(out.lines, "! ill_typed_field\n! ill_typed_field\n");
}

TEST(record_mapper, knows_fields_that_paths_with_dots_use_X02) {
  data_record record;
  record.begin_map();
  record.begin_map("a");
  record.add_text("1", "b");
  record.end();
  record.add_text("2", "c.d");
  record.add_text("3", "c");
  record.end();
  const auto spec = rdf_in(
      "rdf: {subject: 'http://e.org/s', vocabulary: 'http://e.org/v#', properties: {foaf:nick: a.b, "
      "foaf:name: "
      "c.d}}");
  EXPECT_EQ(statements_of(spec, record),
            "<http://e.org/s> <http://xmlns.com/foaf/0.1/nick> \"1\" .\n"
            "<http://e.org/s> <http://xmlns.com/foaf/0.1/name> \"2\" .\n");
}

TEST(record_mapper, knows_fields_that_nested_resources_use_X02) {
  data_record record;
  record.begin_map();
  record.add_text("1", "id");
  record.add_text("Main St", "street");
  record.end();
  const auto spec = rdf_in(
      "rdf: {subject: 'http://e.org/{id}', vocabulary: 'http://e.org/v#', properties: {vcard:hasAddress: "
      "{subject: 'http://e.org/{id}/a', properties: {vcard:street-address: street}}}}");
  EXPECT_EQ(statements_of(spec, record).find("http://e.org/v#"), std::string::npos);
}

TEST(json_ld_writer, shortens_nothing_where_an_iri_looks_like_a_name_X05) {
  data_record record;
  record.begin_map();
  record.add_text("foaf:x", "id");
  record.end();
  const auto spec = rdf_in("rdf: {subject: 'http://e.org/1', graph: '{id}', properties: {foaf:nick: id}}");
  string_sink out;
  written_statements defects;
  json_ld_writer writer(spec, {}, out);
  ASSERT_TRUE(writer.write(record.root(), record.place, defects));
  ASSERT_TRUE(writer.finish_records());
  EXPECT_NE(out.text.find(
                "{\"@context\":null,\"@id\":\"foaf:x\",\"@graph\":[{\"@context\":null,\"@id\":\"http://e.org/"
                "1\",\"http://xmlns.com/foaf/0.1/nick\""),
            std::string::npos)
      << out.text;
}

TEST(json_ld_writer, writes_each_subject_and_property_once_and_types_first_X05) {
  data_record record;
  record.begin_map();
  record.begin_list("all");
  for (const auto* id : {"1", "2", "1"}) {
    record.begin_map();
    record.add_text(id, "id");
    record.add_text(record.keep("n" + std::to_string(record.size())), "name");
    record.end();
  }
  record.end();
  record.end();
  const auto spec = rdf_in(
      "rdf: {subject: 'http://e.org/s', properties: {foaf:knows: {each: all, subject: 'http://e.org/{id}', "
      "class: foaf:Person, properties: {foaf:name: name, foaf:nick: id}}}}");
  string_sink out;
  written_statements defects;
  json_ld_writer writer(spec, {}, out);
  ASSERT_TRUE(writer.write(record.root(), record.place, defects));
  ASSERT_TRUE(writer.finish_records());
  const auto graph = out.text.find("\"@graph\":[\n") + 11;
  EXPECT_EQ(
      out.text.substr(graph),
      "{\"@id\":\"http://e.org/1\",\"@type\":[\"foaf:Person\",\"foaf:Person\"],\"foaf:name\":[\"n4\","
      "\"n10\"],\"foaf:nick\":[\"1\",\"1\"]},\n"
      "{\"@id\":\"http://e.org/2\",\"@type\":[\"foaf:Person\"],\"foaf:name\":[\"n7\"],\"foaf:nick\":[\"2\"]},"
      "\n"
      "{\"@id\":\"http://e.org/s\",\"foaf:knows\":[{\"@id\":\"http://e.org/1\"},{\"@id\":\"http://e.org/2\"},"
      "{\"@id\":\"http://e.org/1\"}]}\n"
      "]}\n");
}

TEST(json_ld_writer, writes_a_context_and_a_node_for_each_subject_X05) {
  data_record record;
  fill(record);
  const auto spec = rdf_in(R"(
rdf:
  subject: http://e.org/{id}
  class: foaf:Person
  properties: {foaf:name: name, foaf:age: age, foaf:height: height}
)");
  string_sink out;
  written_statements defects;
  json_ld_writer writer(spec, {}, out);
  ASSERT_TRUE(writer.write(record.root(), record.place, defects));
  ASSERT_TRUE(writer.finish_records());
  EXPECT_EQ(
      out.text,
      "{\"@context\":{\"foaf\":{\"@id\":\"http://xmlns.com/foaf/0.1/\",\"@prefix\":true}},\n"
      "\"@graph\":[\n"
      "{\"@id\":\"http://e.org/7%20a\",\"@type\":[\"foaf:Person\"],\"foaf:name\":[\"Ann\"],\"foaf:age\":[41],"
      "\"foaf:height\":[{\"@value\":\"1.70\",\"@type\":\"http://www.w3.org/2001/XMLSchema#decimal\"}]}\n"
      "]}\n");
}

}  // namespace
}  // namespace laundromat
