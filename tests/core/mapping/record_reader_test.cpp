// Tests which datatypes values have by the types of their fields.
// SPDX-License-Identifier: Apache-2.0
#include "core/mapping/record_reader.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "core/extraction/spec/read_spec.hpp"

namespace laundromat {
namespace {

/// `property text datatype`, a line for each literal: names alone, without namespaces.
struct shown_literals final : statement_sink {
  result<void> on_statement(const statement_view& statement) override {
    const auto name = [](std::string_view iri) { return std::string(iri.substr(iri.rfind('#') + 1)); };
    if (statement.object.kind == term_kind::literal)
      lines += name(statement.predicate.value) + " " + std::string(statement.object.value) + " " +
               name(statement.object.datatype) + "\n";
    return {};
  }
  void on_defect(const defect& found) override { lines += "! " + std::string(to_string(found.rule)) + "\n"; }
  std::string lines;
};

std::string literals_of(const std::string& yaml, std::string_view json) {
  auto spec = read_record_spec(yaml);
  EXPECT_TRUE(spec) << yaml;
  const auto plan = record_plan::make(*std::move(spec));
  EXPECT_TRUE(plan) << yaml;
  reader_options options;
  options.base_iri = "http://e.org/doc";
  shown_literals out;
  const auto reader = make_record_reader(**plan, {"application/json", "a.json"}, options, out);
  EXPECT_TRUE(reader && (*reader)->push(json) && (*reader)->finish());
  return out.lines;
}

/// How reading a document ends, with what was found.
std::string outcome_of(const std::string& yaml, std::string_view json) {
  const auto plan = record_plan::make(read_record_spec(yaml).value()).value();
  reader_options options;
  options.base_iri = "http://e.org/doc";
  shown_literals out;
  const auto reader = make_record_reader(*plan, {"application/json", "a.json"}, options, out).value();
  auto done = reader->push(json);
  if (done) done = reader->finish();
  return out.lines + (done ? "" : to_string(done.error()));
}

TEST(record_reader, tells_of_names_that_the_data_do_not_have_X04) {
  constexpr std::string_view json = R"([{"id":1,"name":"Ann"},{"id":2,"name":"Bob","tags":[]}])";
  const std::string rdf = "rdf: {prefixes: {v: 'http://e.org/v#'}, ";
  const std::string none = "missing_field: none of the fields of the specification is in the document: ";
  EXPECT_EQ(outcome_of(rdf + "subject: 'http://e.org/{idd}', properties: {v:n: name}}", json),
            none + "no record has `idd`; the nearest is `id`");
  EXPECT_EQ(outcome_of(rdf + "class: v:P, properties: {v:n: nmae}}", json),
            none + "no record has `nmae`; the nearest is `name`");
  EXPECT_EQ(outcome_of(rdf + "properties: {v:n: nmae, v:i: id}}", json),
            "i 1 integer\ni 2 integer\n! missing_field\n");
  EXPECT_EQ(outcome_of(rdf + "properties: {v:t: tags, v:i: id}}", json), "i 1 integer\ni 2 integer\n");
  EXPECT_EQ(outcome_of(rdf + "properties: {v:n: nmae}}", "[]"), "! no_records\n");
  EXPECT_EQ(outcome_of(rdf + "vocabulary: 'http://e.org/v#', properties: {v:n: nmae}}", R"([{"a":"x"}])"),
            "a x \n! missing_field\n");
}

TEST(record_reader, gives_numbers_the_datatype_of_the_type_of_their_field_X05) {
  const std::string fields =
      "fields: {i: {type: integer}, d: {type: decimal}, n: {type: number}, a: a, t: {type: date}}\n";
  const std::string properties =
      "rdf: {prefixes: {v: 'http://e.org/v#'}, properties: {v:i: i, v:d: d, v:n: n, v:a: a, v:t: t}}";
  constexpr std::string_view json =
      R"([{"i":"1","d":"2","n":"3","a":4,"t":"2026-11-30"},{"d":2.5,"n":3.5,"a":4.5}])";
  constexpr std::string_view expected =
      "i 1 integer\nd 2 decimal\nn 3 double\na 4 integer\nt 2026-11-30 date\n"
      "d 2.5 decimal\nn 3.5 double\na 4.5 decimal\n";
  EXPECT_EQ(literals_of(fields + properties, json), expected);
  const auto sorted = [](std::string lines) {
    std::multiset<std::string> all;
    for (std::size_t end = 0; (end = lines.find('\n')) != lines.npos; lines.erase(0, end + 1))
      all.insert(lines.substr(0, end));
    return all;
  };
  EXPECT_EQ(sorted(literals_of(fields + "rdf: {vocabulary: 'http://e.org/v#'}", json)),
            sorted(std::string(expected)));
  EXPECT_EQ(sorted(literals_of(fields, json)), sorted(std::string(expected))) << "without `rdf`";
}

TEST(record_reader, gives_fields_of_a_map_their_datatypes_X05) {
  EXPECT_EQ(literals_of("fields: {m: {select: m, fields: {d: {type: decimal}, e: e}}}",
                        R"([{"m":{"d":"2","e":"x"}}])"),
            "d 2 decimal\ne x \n");
}

TEST(record_reader, keeps_a_text_of_warn_as_a_text_X05) {
  EXPECT_EQ(literals_of("fields: {d: {match: '\\d+', warn: d, type: decimal}}\n"
                        "rdf: {prefixes: {v: 'http://e.org/v#'}, properties: {v:d: d}}",
                        R"([{"d":"12"},{"d":"none"}])"),
            "d 12 decimal\n! unmatched_field\nd none \n");
}

}  // namespace
}  // namespace laundromat
