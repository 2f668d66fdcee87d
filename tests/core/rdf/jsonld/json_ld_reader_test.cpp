// The reader of JSON-LD on made-up documents: defects, contexts, errors, limits.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <map>

#include "core/rdf/jsonld/json_ld_reader.hpp"
#include "tests/core/rdf/damage.hpp"
#include "tests/core/rdf/jsonld/made_graph.hpp"

namespace laundromat {
namespace {

using testing::base;
using testing::context;
using testing::covers_quarantine;
using testing::make_graph;
using testing::read_text;
using testing::read_with_properties;

class json_ld_case : public ::testing::TestWithParam<std::string> {};

TEST_P(json_ld_case, gives_the_statements_defects_and_spans_of_its_expected_file) {
  testing::check_case(GetParam());
  for (const auto profile : {wash_profile::strict, wash_profile::standard, wash_profile::max_recall}) {
    reader_options options{base};
    options.profile = profile;
    const auto read = read_text(rdf_format::json_ld, testing::read_case_file(GetParam()), 0, options);
    EXPECT_TRUE(covers_quarantine(read)) << GetParam() << ' ' << to_string(profile);
  }
}

INSTANTIATE_TEST_SUITE_P(cases, json_ld_case,
                         ::testing::ValuesIn(testing::list_cases("tests/core/rdf/jsonld/cases")),
                         testing::case_name);

std::vector<errc> rules_of(const testing::remembering_sink& read) {
  std::vector<errc> all;
  for (const auto& found : read.defects) all.push_back(found.rule);
  return all;
}

TEST(json_ld_reader, a_graph_larger_than_the_limit_is_read_by_what_came_before_it) {
  reader_options options{base};
  options.limits.node_object_bytes = 2'000;
  const auto whole = read_with_properties(rdf_format::json_ld, make_graph(200, context + ", "), options);
  EXPECT_EQ(whole.lines.size(), 800u);
  EXPECT_TRUE(whole.defects.empty());
}

TEST(json_ld_reader, what_is_wrong_before_a_large_graph_is_reported_before_its_text_is_forgotten) {
  reader_options options{base};
  options.limits.node_object_bytes = 500;
  options.limits.excerpt_bytes = 20;
  const auto read =
      read_with_properties(rdf_format::json_ld, make_graph(200, "\n\"p\": NaN, \"@context\": 5, "), options);
  EXPECT_TRUE(read.lines.empty());
  ASSERT_FALSE(read.defects.empty());
  EXPECT_EQ(read.defects.front().before, "NaN");
}

TEST(json_ld_reader, a_missing_comma_before_an_element_beyond_the_limit_has_its_line) {
  reader_options options{base};
  options.limits.node_object_bytes = 124;
  options.limits.excerpt_bytes = 20;
  const auto text = "[{\"http://e/p\": \"some text\"} \n {@ty(e\"" + std::string(2'000, '\n') + "\"";
  const auto read = read_with_properties(rdf_format::json_ld, text, options);
  EXPECT_EQ(rules_of(read), (std::vector<errc>{errc::lenient_json, errc::statement_too_long}));
}

TEST(json_ld_reader, keys_after_a_graph_larger_than_the_limit_are_refused) {
  reader_options options{base};
  options.limits.node_object_bytes = 2'000;
  const auto text = make_graph(200, context + ", ", ", \"@id\": \"g\", \"title\": \"late\"");
  const auto late = read_with_properties(rdf_format::json_ld, text, options);
  EXPECT_EQ(late.lines.size(), 800u);
  EXPECT_EQ(rules_of(late), (std::vector<errc>{errc::json_ld_invalid, errc::json_ld_invalid}));
  const auto in_time = read_with_properties(rdf_format::json_ld, text);
  EXPECT_EQ(in_time.lines.size(), 801u);
  EXPECT_TRUE(in_time.defects.empty());
  EXPECT_TRUE(in_time.lines.front().ends_with(" <http://example.org/dir/g> .")) << in_time.lines.front();
}

TEST(json_ld_reader, an_end_of_a_root_longer_than_the_limit_is_skipped) {
  reader_options options{base};
  options.limits.node_object_bytes = 500;
  options.limits.excerpt_bytes = 100;
  for (const auto* end : {"\"}", "\""}) {
    const auto text = "{" + context + ", \"@graph\": [{\"@id\": \"a\", \"p\": \"x\"}], \"title\": \"" +
                      std::string(2'000, 'x') + end;
    const auto read = read_with_properties(rdf_format::json_ld, text, options);
    EXPECT_EQ(read.lines.size(), 1u);
    EXPECT_EQ(rules_of(read), std::vector<errc>{errc::statement_too_long});
  }
}

TEST(json_ld_reader, a_name_before_the_graph_holds_beyond_the_limit) {
  reader_options options{base};
  options.limits.node_object_bytes = 2'000;
  const auto text = make_graph(100, context + ", \"@id\": \"g\", \"title\": \"x\", ");
  const auto read = read_with_properties(rdf_format::json_ld, text, options);
  EXPECT_EQ(read.lines.size(), 401u);
  EXPECT_TRUE(read.lines.back().ends_with(" <http://example.org/dir/g> .")) << read.lines.back();
}

TEST(json_ld_reader, an_element_longer_than_the_limit_costs_only_itself) {
  reader_options options{base};
  options.limits.node_object_bytes = 1'000;
  const auto node = [&](const std::string& id, std::size_t size) {
    return "{" + context + ", \"@id\": \"" + id + "\", \"p\": \"" + std::string(size, 'x') + "\"}";
  };
  for (const std::size_t before : {10u, 400u, 800u}) {
    const auto text = "[" + node("a", before) + ", " + node("b", 3'000) + ", " + node("c", 10) + "]";
    const auto read = read_with_properties(rdf_format::json_ld, text, options);
    EXPECT_EQ(read.lines.size(), 2u);
    EXPECT_EQ(rules_of(read), std::vector<errc>{errc::statement_too_long});
  }
}

TEST(json_ld_reader, an_element_of_more_values_than_the_limit_has_room_for_costs_only_itself) {
  reader_options options{base};
  options.limits.node_object_bytes = 10'000;
  for (const std::string item : {"1", "[]", "NaN", "[1,,2]"}) {
    std::string items = item;
    while (items.size() < 9'000) items += "," + item;
    const auto text = R"([{"http://e/p":[)" + items + R"(]},{"@id":"http://e/a","http://e/p":"kept"}])";
    const auto read = read_text(rdf_format::json_ld, text, 0, options);
    EXPECT_EQ(read.lines, (std::vector<std::string>{"<http://e/a> <http://e/p> \"kept\" ."})) << item;
    EXPECT_EQ(rules_of(read), (std::vector<errc>{errc::statement_too_long})) << item;
  }
}

TEST(json_ld_reader, commas_in_a_row_are_one_defect) {
  const auto read = read_text(rdf_format::json_ld, R"({"@id":"http://e/a","http://e/p":["x",, ,"y"]})");
  EXPECT_EQ(read.lines.size(), 2u);
  ASSERT_EQ(rules_of(read), (std::vector<errc>{errc::lenient_json}));
  EXPECT_EQ(read.defects[0].before, ", ,");
}

TEST(json_ld_reader, a_root_without_a_graph_longer_than_the_limit_is_skipped) {
  reader_options options{base};
  options.limits.node_object_bytes = 500;
  const auto text = "{" + context + ", \"p\": \"" + std::string(2'000, 'x') + "\"}\n{" + context +
                    ", \"@id\": \"a\", \"p\": \"y\"}\n";
  const auto read = read_with_properties(rdf_format::json_ld, text, options);
  EXPECT_EQ(read.lines.size(), 1u);
  EXPECT_EQ(rules_of(read), (std::vector<errc>{errc::statement_too_long, errc::lenient_json}));
}

TEST(json_ld_reader, nests_as_deep_as_the_limit_and_no_deeper) {
  const auto nest = [&](std::size_t depth) {
    std::string text = "{" + context + ", \"@id\": \"a\", \"p\": ";
    for (std::size_t i = 0; i < depth; ++i) text += "{\"p\": ";
    text += "1" + std::string(depth, '}');
    return "[{" + context + ", \"@id\": \"b\", \"p\": 1}, " + text + "}]";
  };
  EXPECT_EQ(read_text(rdf_format::json_ld, nest(500)).lines.size(), 502u);
  const auto deep = read_with_properties(rdf_format::json_ld, nest(600));
  EXPECT_EQ(deep.lines.size(), 1u);
  EXPECT_EQ(rules_of(deep), std::vector<errc>{errc::too_deep_nesting});
  const auto abyss = read_text(rdf_format::json_ld, std::string(1'000'000, '['));
  EXPECT_EQ(abyss.lines.size(), 0u);
  EXPECT_EQ(abyss.defects.size(), 1u);
}

TEST(json_ld_reader, lines_of_json_are_roots_without_a_defect_under_their_media_type) {
  reader_options options{base};
  options.media_type = "application/x-ld+ndjson";
  options.profile = wash_profile::strict;
  std::string text;
  for (int i = 0; i < 50; ++i)
    text += "{" + context + ", \"@id\": \"n" + std::to_string(i) + "\", \"p\": " + std::to_string(i) + "}\n";
  const auto read = read_with_properties(rdf_format::json_ld, text, options);
  EXPECT_EQ(read.lines.size(), 50u);
  EXPECT_TRUE(read.defects.empty());
}

class made_up_contexts final : public context_loader {
 public:
  result<std::string> load(std::string_view iri) override {
    ++loads;
    const auto found = texts.find(std::string(iri));
    if (found == texts.end()) return fail(errc::not_found, std::string(iri));
    return found->second;
  }
  std::map<std::string, std::string> texts;
  int loads = 0;
};

testing::remembering_sink read_with(made_up_contexts& contexts, const std::string& text) {
  reader_options options{base};
  options.contexts = &contexts;
  return read_text(rdf_format::json_ld, text, 0, options);
}

TEST(json_ld_contexts, a_context_is_loaded_once_for_a_document) {
  made_up_contexts contexts;
  contexts.texts["http://c.example/c"] = R"({"@context": {"@vocab": "http://v.example/"}})";
  std::string text = "[";
  for (int i = 0; i < 1'000; ++i)
    text += std::string(i == 0 ? "" : ", ") + R"({"@context": "http://c.example/c", "p": 1})";
  EXPECT_EQ(read_with(contexts, text + "]").lines.size(), 1'000u);
  EXPECT_EQ(contexts.loads, 1);
}

TEST(json_ld_contexts, loads_are_counted_over_the_whole_document) {
  made_up_contexts contexts;
  std::string text = "[";
  for (int i = 0; i < 100; ++i) {
    const auto iri = "http://c.example/" + std::to_string(i);
    contexts.texts[iri] = R"({"@context": {"@vocab": "http://v.example/"}})";
    text += std::string(i == 0 ? "" : ", ") + R"({"@context": ")" + iri + R"(", "p": 1})";
  }
  const auto read = read_with(contexts, text + "]");
  EXPECT_EQ(read.lines.size(), 10u);
  EXPECT_EQ(contexts.loads, 10);
  EXPECT_EQ(read.defects.size(), 90u);
}

TEST(json_ld_contexts, circles_and_fans_end_soon) {
  made_up_contexts contexts;
  contexts.texts["http://c.example/self"] = R"({"@context": "http://c.example/self"})";
  contexts.texts["http://c.example/a"] = R"({"@context": ["http://c.example/b"]})";
  contexts.texts["http://c.example/b"] = R"({"@context": {"@import": "a", "t": "http://c.example/t"}})";
  std::string fan = "[\"http://c.example/leaf\"";
  for (int i = 0; i < 1'000; ++i) fan += ", \"http://c.example/leaf\"";
  contexts.texts["http://c.example/fan"] = "{\"@context\": " + fan + "]}";
  contexts.texts["http://c.example/leaf"] = R"({"@context": {"t": "http://c.example/t"}})";
  contexts.texts["http://c.example/large"] = "{\"@context\": {}}" + std::string(2 << 20, ' ');
  for (const auto* name : {"self", "a", "b", "fan", "large", "none"}) {
    const auto text =
        R"({"@context": "http://c.example/)" + std::string(name) + R"(", "http://v.example/p": 1})";
    const auto read = read_with(contexts, text);
    EXPECT_TRUE(read.lines.empty()) << name;
    ASSERT_EQ(read.defects.size(), 1u) << name;
    EXPECT_EQ(read.defects[0].done, treatment::skip) << name;
  }
  EXPECT_LE(contexts.loads, 10);
}

TEST(json_ld_contexts, a_chain_of_prefixes_ends_at_a_limit) {
  std::string text = R"({"@context": {"t0": "http://v.example/")";
  for (int i = 1; i < 5'000; ++i)
    text += ", \"t" + std::to_string(5'000 - i) + "\": \"t" + std::to_string(5'000 - i - 1) + ":x\"";
  text += "}, \"@id\": \"a\", \"t4999\": 1}";
  const auto read = read_text(rdf_format::json_ld, text);
  EXPECT_TRUE(read.lines.empty());
  EXPECT_EQ(read.defects.size(), 1u);
}

struct refusal {
  const char* code;
  const char* text;
};

/// A context as the root's own, or members of a node under an empty one.
constexpr refusal refused_contexts[] = {
    {"invalid local context", "5"},
    {"invalid @version value", R"({"@version": 1})"},
    {"invalid base IRI", R"({"@base": 5})"},
    {"invalid vocab mapping", R"({"@vocab": 5})"},
    {"invalid default language", R"({"@language": 5})"},
    {"invalid base direction", R"({"@direction": "up"})"},
    {"invalid @propagate value", R"({"@propagate": "yes"})"},
    {"invalid @import value", R"({"@import": 5})"},
    {"invalid @protected value", R"({"@protected": "yes"})"},
    {"invalid term definition", R"({"": "http://v.example/"})"},
    {"invalid term definition", R"({"t": 5})"},
    {"invalid term definition", R"({"t": {"@id": "http://v.example/", "extra": 1}})"},
    {"keyword redefinition", R"({"@id": "http://v.example/"})"},
    {"keyword redefinition", R"({"@type": {"@container": "@list"}})"},
    {"cyclic IRI mapping", R"({"a": "b:x", "b": "a:x"})"},
    {"invalid IRI mapping", R"({"t": "relative"})"},
    {"invalid IRI mapping", R"({"t": {"@reverse": 5}})"},
    {"invalid keyword alias", R"({"t": "@context"})"},
    {"invalid type mapping", R"({"t": {"@id": "http://v.example/", "@type": 5}})"},
    {"invalid reverse property", R"({"t": {"@reverse": "http://v.example/", "@container": "@list"}})"},
    {"invalid container mapping", R"({"t": {"@id": "http://v.example/", "@container": ["@list", "@set"]}})"},
    {"invalid language mapping", R"({"t": {"@id": "http://v.example/", "@language": 5}})"},
    {"invalid @nest value", R"({"t": {"@id": "http://v.example/", "@nest": "@id"}})"},
    {"invalid @prefix value", R"({"t": {"@id": "http://v.example/", "@prefix": 5}})"},
    {"invalid scoped context", R"({"t": {"@id": "http://v.example/", "@context": 5}})"},
    {"protected term redefinition",
     R"([{"@protected": true, "t": "http://v.example/"}, {"t": "http://w.example/"}])"},
    {"invalid context nullification", R"([{"@protected": true, "t": "http://v.example/"}, null])"},
};

constexpr refusal refused_members[] = {
    {"invalid @id value", R"("@id": 5)"},
    {"invalid type value", R"("@type": 5)"},
    {"invalid @index value", R"("@index": 5)"},
    {"invalid @reverse value", R"("@reverse": 5)"},
    {"invalid reverse property map", R"("@reverse": {"@id": "x"})"},
    {"invalid reverse property value", R"("@reverse": {"p": "x"})"},
    {"invalid @included value", R"("@included": "x")"},
    {"invalid @nest value", R"("@nest": "x")"},
    {"colliding keywords", R"("@context": {"id": "@id"}, "@id": "x", "id": "y", "p": 1)"},
    {"invalid value object", R"("p": {"@value": "x", "q": 1})"},
    {"invalid value object value", R"("p": {"@value": []})"},
    {"invalid typed value", R"("p": {"@value": "x", "@type": "_:t"})"},
    {"invalid language-tagged string", R"("p": {"@value": "x", "@language": 5})"},
    {"invalid language-tagged value", R"("p": {"@value": 5, "@language": "en"})"},
    {"invalid base direction", R"("p": {"@value": "x", "@direction": "up"})"},
    {"invalid set or list object", R"("p": {"@list": [], "q": 1})"},
    {"invalid language map value",
     R"("@context": {"l": {"@id": "http://v.example/l", "@container": "@language"}}, "l": {"en": 5})"},
};

void expect_refused(const std::string& text, const std::string& code) {
  reader_options options{base};
  options.profile = wash_profile::strict;
  const auto read = read_with_properties(rdf_format::json_ld, text, options);
  EXPECT_TRUE(read.lines.empty()) << text;
  ASSERT_EQ(read.defects.size(), 1u) << text;
  EXPECT_EQ(read.defects[0].rule, errc::json_ld_invalid) << text;
  EXPECT_TRUE(read.defects[0].message.starts_with(code)) << text << ": " << read.defects[0].message;
}

TEST(json_ld_errors, of_contexts_have_the_code_of_the_specification) {
  for (const auto& one : refused_contexts)
    expect_refused(std::string(R"({"@context": )") + one.text + R"(, "http://v.example/p": 1})", one.code);
}

TEST(json_ld_errors, of_objects_have_the_code_of_the_specification) {
  for (const auto& one : refused_members) {
    const auto node = std::string(R"({"q": 1, )") + one.text + "}";
    expect_refused(R"({"@context": {"@vocab": "http://v.example/"}, "@graph": [)" + node + "]}", one.code);
  }
}

TEST(json_ld_reader, strings_that_are_taken_back_count_for_no_limit) {
  const auto text = "{" + context + ", \"@graph\": [{\"@id\": \"a,\n\"p\": \"x\"},\n]},\n {\"q: 1,\n" +
                    std::string(60, ' ') + "\"r\n" + std::string(60, 'x') + "\"s\": 1}";
  for (std::uint64_t limit = 40; limit < text.size() + 20; limit += 3) {
    reader_options options{base};
    options.limits.node_object_bytes = limit;
    read_with_properties(rdf_format::json_ld, text, options);
  }
}

/// Reads under small limits, of which several fall into every part of the text.
void read_with_limits(const std::string& text) {
  for (std::uint64_t limit = 40; limit < text.size() + 20; limit += 9) {
    reader_options options{base};
    options.limits.node_object_bytes = limit;
    options.limits.excerpt_bytes = 20;
    read_with_properties(rdf_format::json_ld, text, options);
  }
}

TEST(json_ld_reader, an_element_that_ends_before_a_wide_gap_begins_the_next_one_whole) {
  for (const std::string& gap : {std::string(300, ' '), "/*" + std::string(300, '*') + "*/"})
    read_with_limits("[" + std::string("{\"@id\": \"a\", \"http://p.example/\": \"") + std::string(200, 'x') +
                     "\"," + gap + "{\"@id\": \"b\", \"http://p.example/\": \"y\"}]");
}

TEST(json_ld_reader, space_behind_an_element_that_is_too_long_is_no_comma_before_the_end) {
  read_with_limits("[{\"@id\": \"a\"}, {\"http://p.example/\": \"" + std::string(200, 'x') + "\"}" +
                   std::string(150, ' ') + "]");
  read_with_limits("[{\"@id\": \"a\"}, " + std::string(300, ' ') + "]");
}

TEST(json_ld_reader, a_lost_string_far_back_in_a_root_that_is_skipped_is_counted) {
  reader_options options{base};
  options.profile = wash_profile::strict;
  options.limits.excerpt_bytes = 20;
  const auto text = "{}\n{\"a\": \"x\" y {" + std::string(200, ' ') + "}, \"b\": \"z,\"c\": 1}\n{}";
  EXPECT_EQ(read_with_properties(rdf_format::json_ld, text, options).defects.size(), 2u);
}

TEST(json_ld_reader, a_long_comment_that_ends_like_a_byte_order_mark_is_a_comment) {
  reader_options options{base};
  options.limits.excerpt_bytes = 4;
  for (const std::size_t length : {2u, 5u, 8u, 62u}) {
    const auto text = "//" + std::string(length, 'x') + "\xEF\xBB\xBF\n{}";
    const auto read = read_with_properties(rdf_format::json_ld, text, options);
    EXPECT_EQ(rules_of(read), std::vector<errc>{errc::lenient_json});
  }
}

TEST(json_ld_reader, excerpts_and_messages_are_cut_between_characters) {
  std::string wide;
  for (int i = 0; i < 300; ++i) wide += "\xC3\xA4";
  for (const std::string odd : {"", "x"}) {
    const auto quoted = "{\"http://p.example/\": '" + odd + wide + "'}";
    const auto named = "{\"@context\": \"http://c.example/" + odd + wide + "\"}";
    for (const std::uint64_t excerpt_bytes : {11u, 1024u}) {
      reader_options options{base};
      options.profile = wash_profile::max_recall;
      options.limits.excerpt_bytes = excerpt_bytes;
      read_with_properties(rdf_format::json_ld, named, options);
      for (const auto& one : read_with_properties(rdf_format::json_ld, quoted, options).defects)
        EXPECT_EQ(find_bad_utf8(one.after), std::string_view::npos) << one.after;
    }
  }
}

TEST(json_ld_reader, a_label_that_is_too_long_once_it_is_repaired_is_skipped) {
  reader_options options{base};
  options.limits.iri_bytes = 30;
  for (const std::string& label : {std::string(20, '!'), "genid" + std::string(23, 'x')}) {
    const auto read = read_with_properties(
        rdf_format::json_ld, "{\"@id\": \"_:" + label + "\", \"http://p.example/\": 1}", options);
    EXPECT_TRUE(read.lines.empty());
    EXPECT_EQ(rules_of(read), (std::vector<errc>{errc::term_too_long, errc::term_too_long}));
  }
}

}  // namespace
}  // namespace laundromat
