// Tests of JSON-LD in expanded form.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/write/expanded_json_ld_writer.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "core/rdf/model/reader.hpp"
#include "core/rdf/write/canonical.hpp"

namespace laundromat {
namespace {

/// The canonical lines of statements, and the defects.
struct read_lines final : statement_sink {
  result<void> on_statement(const statement_view& statement) override {
    std::string line;
    for (const auto* term : {&statement.subject, &statement.predicate, &statement.object, &statement.graph}) {
      if (term->kind != term_kind::none) append_spelled_term(line, *term);
      line.push_back(' ');
    }
    lines.insert(line);
    return {};
  }
  void on_defect(const defect&) override {}  // what is kept may be noted
  std::set<std::string> lines;
};

struct json_ld_sink final : statement_sink {
  explicit json_ld_sink(expanded_json_ld_writer& writer) : to(writer) {}
  result<void> on_statement(const statement_view& statement) override { return to.write(statement); }
  void on_defect(const defect&) override {}
  expanded_json_ld_writer& to;
};

result<std::string> written(const std::string& lines) {
  string_sink out;
  expanded_json_ld_writer writer{out};
  json_ld_sink sink{writer};
  auto reader = make_reader(rdf_format::n_quads, {}, sink).value();
  auto done = reader->push(lines);
  if (done) done = reader->finish();
  if (done) done = writer.finish();
  return done ? result<std::string>{out.text} : tl::unexpected(done.error());
}

std::set<std::string> read_back(const std::string& json) {
  read_lines back;
  auto reader = make_reader(rdf_format::json_ld, {}, back).value();
  EXPECT_TRUE(reader->push(json) && reader->finish());
  return back.lines;
}

void expect_same(const std::string& lines) {
  const auto json = written(lines);
  ASSERT_TRUE(json) << to_string(json.error());
  EXPECT_TRUE(nlohmann::json::accept(*json)) << *json;
  read_lines given;
  auto reader = make_reader(rdf_format::n_quads, {}, given).value();
  ASSERT_TRUE(reader->push(lines) && reader->finish());
  EXPECT_EQ(read_back(*json), given.lines) << *json;
}

const std::string a_type = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>",
                  xsd_space = "http://www.w3.org/2001/XMLSchema#";

TEST(expanded_json_ld, has_a_node_object_for_successive_statements_about_a_subject) {
  EXPECT_EQ(*written("<a:a> <a:p> \"1\" .\n<a:a> <a:p> \"2\"@en .\n<a:a> <a:q> <a:b> .\n<a:b> " + a_type +
                     " <a:C> .\n<a:b> " + a_type + " <a:D> .\n"),
            "[\n{\"@id\":\"a:a\",\"a:p\":[{\"@value\":\"1\"},{\"@value\":\"2\",\"@language\":\"en\"}],"
            "\"a:q\":[{\"@id\":\"a:b\"}]},\n{\"@id\":\"a:b\",\"@type\":[\"a:C\",\"a:D\"]}\n]\n");
  EXPECT_EQ(*written(""), "[]\n");
}

TEST(expanded_json_ld, has_graph_objects_for_named_graphs) {
  EXPECT_EQ(*written("<a:a> <a:p> \"1\" <a:g> .\n<a:b> <a:p> \"1\" <a:g> .\n<a:b> <a:p> \"2\" .\n"),
            "[\n{\"@id\":\"a:g\",\"@graph\":[{\"@id\":\"a:a\",\"a:p\":[{\"@value\":\"1\"}]},"
            "{\"@id\":\"a:b\",\"a:p\":[{\"@value\":\"1\"}]}]},\n"
            "{\"@id\":\"a:b\",\"a:p\":[{\"@value\":\"2\"}]}\n]\n");
  expect_same(
      "<a:a> <a:p> \"1\" .\n<a:a> <a:p> \"1\" <a:g> .\n<a:a> <a:p> \"1\" <a:h> .\n<a:a> <a:p> \"2\" .\n");
}

TEST(expanded_json_ld, has_exact_literals) {
  for (const auto* literal :
       {"\"01\"^^<{}integer>", "\"1.0\"^^<{}decimal>", "\"1\"^^<{}double>", "\"TRUE\"^^<{}boolean>",
        "\"true\"^^<{}boolean>", "\"x\"", "\"\"", "\"\\u0000\\u0001\\b\\f\\n\\r\\t\\\"\\\\\\\u007F/\"",
        "\"a\"@de-at", "\"{ \\\"b\\\": 1.0 }\"^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#JSON>", "\"@id\"",
        "\"\xF0\x9F\xA7\xA6\""}) {
    std::string text = literal;
    if (const auto at = text.find("{}"); at != text.npos) text.replace(at, 2, xsd_space);
    expect_same("<a:a> <a:p> " + text + " .\n");
    expect_same("<a:a> " + a_type + ' ' + text + " .\n<a:a> " + a_type + " <a:C> .\n");
  }
}

TEST(expanded_json_ld, keeps_lists_and_what_looks_like_keywords_as_statements) {
  const std::string rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
  expect_same("<a:a> <" + rdf + "first> <a:b> .\n<a:a> <" + rdf + "rest> <" + rdf + "nil> .\n");
  expect_same("<x:@type> <http://a.example/../b> <http://a.example/./c#d> .\n<urn:a> <a://b> <a:> .\n");
  expect_same("_:x <a:p> _:y .\n_:y " + a_type + " _:x _:g .\n");
}

TEST(expanded_json_ld, keeps_all_statements_in_any_order) {
  expect_same("<a:a> <a:q> \"1\" .\n<a:a> <a:p> \"1\" .\n<a:a> <a:q> \"2\" .\n<a:a> " + a_type +
              " <a:C> .\n<a:a> " + a_type + " \"C\" .\n<a:a> " + a_type + " <a:D> .\n");
  EXPECT_EQ(*written("<a:a> <a:p#b> \"1\" .\n<a:a> <a:p> \"1\" .\n"),
            "[\n{\"@id\":\"a:a\",\"a:p#b\":[{\"@value\":\"1\"}],\"a:p\":[{\"@value\":\"1\"}]}\n]\n")
      << "the order of canonical lines";
}

TEST(expanded_json_ld, divides_long_node_and_graph_objects) {
  std::string lines;
  for (int i = 0; i < 60'000; ++i)
    lines += "<a:a> <a:p> \"a long literal with the number " + std::to_string(i) + '"' +
             (i % 2 == 0 ? "" : " <a:g>") + " .\n";
  for (int i = 0; i < 60'000; ++i)
    lines += "<a:b> <a:p> \"a long literal with the number " + std::to_string(i) + "\" <a:g> .\n";
  const auto json = written(lines);
  ASSERT_TRUE(json);
  std::size_t longest = 0;
  for (std::size_t at = 0; at < json->size();) {
    const auto end = json->find('\n', at);
    longest = std::max(longest, end - at);
    at = end + 1;
  }
  EXPECT_LT(longest, expanded_json_ld_writer::most_element_bytes + 1'000);
  EXPECT_EQ(read_back(*json).size(), 120'000U);
}

TEST(expanded_json_ld, has_base_directions_and_no_triple_terms) {
  EXPECT_NE(written("<a:a> <a:p> \"x\"@ar--rtl .\n")
                ->find("{\"@value\":\"x\",\"@language\":\"ar\",\"@direction\":\"rtl\"}"),
            std::string::npos);
  const auto refused = written("<a:a> <a:p> <<( <a:a> <a:b> \"c\" )>> .\n");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, errc::triple_term_out_of_place);
}

}  // namespace
}  // namespace laundromat
