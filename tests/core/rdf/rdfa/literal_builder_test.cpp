// Literals of attributes and of texts.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/evaluation/literal_builder.hpp"

#include "tests/core/rdf/rdfa/evaluation_parts.hpp"

namespace laundromat::rdfa {
namespace {

using lines = std::vector<std::string>;

const std::string statement = "<http://s/s> <http://p/p> ";

struct rdfa_literal_builder : evaluation_parts {
  explicit rdfa_literal_builder(reader_options with = {testing::base}) : evaluation_parts(std::move(with)) {
    mapper.use_host(host_language::html);
    mapper.declare_prefix("xsd", "http://www.w3.org/2001/XMLSchema#");
    mapper.declare_prefix("rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#");
    scope.host = host_language::html;
    subject = add_iri("http://s/s");
  }
  /// A start tag with one predicate. True when its text is collected.
  bool begin(std::string_view markup, html_tag kind = html_tag::other) {
    const auto& read = read_tag(markup);
    literals.begin(subject);
    literals.add_predicate("http://p/p");
    return literals.read({tag, read, kind, false}, scope);
  }
  /// A text within.
  void add_text(std::string_view text) {
    const auto place = examine(text);
    literals.collectors().add_text(text);
    account.reach_literal(place.offset_bytes + place.length_bytes);
  }

  list_builder lists{options.limits, resources, output, faults, account, mapper};
  incomplete_triples incompletes{options.limits, resources, lists, output};
  language_table languages{faults};
  attribute_terms terms{output, faults, mapper};
  literal_builder literals{
      options.limits, {resources, lists, incompletes, languages, terms, mapper, output, faults, account}};
  literal_scope scope;
  resource_id subject = no_resource;
};

TEST_F(rdfa_literal_builder, the_value_of_content_is_emitted_at_once) {
  EXPECT_FALSE(begin("<p property='x' content='value'>"));
  EXPECT_EQ(sink.lines, lines{statement + "\"value\" ."});
}

TEST_F(rdfa_literal_builder, the_text_of_an_element_is_emitted_at_its_end) {
  ASSERT_TRUE(begin("<p property='x'>"));
  add_text("one ");
  add_text("two");
  EXPECT_TRUE(sink.lines.empty());
  literals.close(true);
  EXPECT_EQ(sink.lines, lines{statement + "\"one two\" ."});
  EXPECT_FALSE(literals.collectors().is_active());
}

TEST_F(rdfa_literal_builder, literals_nest) {
  ASSERT_TRUE(begin("<p property='x'>"));
  add_text("a");
  ASSERT_TRUE(begin("<b property='x'>"));
  add_text("b");
  literals.close(true);
  add_text("c");
  literals.close(true);
  EXPECT_EQ(sink.lines, (lines{statement + "\"b\" .", statement + "\"abc\" ."}));
}

TEST_F(rdfa_literal_builder, a_text_without_known_end_is_skipped_with_its_bytes) {
  ASSERT_TRUE(begin("<p property='x'>"));
  add_text("text");
  literals.close(false);
  EXPECT_TRUE(sink.lines.empty());
  ASSERT_EQ(rules(), std::vector<errc>{errc::unterminated});
  EXPECT_EQ(sink.defects[0].offset_bytes, 0U);
  EXPECT_EQ(sink.defects[0].length_bytes, end_bytes);
}

TEST_F(rdfa_literal_builder, datatypes_and_languages_are_those_of_the_element) {
  scope.language = languages.add("en", examine("en"));
  EXPECT_FALSE(begin("<p property='x' content='1' datatype='xsd:integer'>"));
  EXPECT_FALSE(begin("<p property='x' content='a'>"));
  EXPECT_EQ(sink.lines, (lines{statement + "\"1\"^^<http://www.w3.org/2001/XMLSchema#integer> .",
                               statement + "\"a\"@en ."}));
}

TEST_F(rdfa_literal_builder, an_unknown_language_loses_plain_literals_only) {
  scope.language = unknown_language;
  EXPECT_FALSE(begin("<p property='x' content='1' datatype='xsd:integer'>"));
  EXPECT_FALSE(begin("<p property='x' content='a'>"));
  EXPECT_EQ(sink.lines.size(), 1U);
  EXPECT_EQ(rules(), std::vector<errc>{errc::bad_attribute});
}

TEST_F(rdfa_literal_builder, a_malformed_language_is_reported_at_its_declaration_once) {
  const auto place = examine("not a tag");
  scope.language = languages.add("not a tag", place);
  EXPECT_FALSE(begin("<p property='x' content='a'>"));
  EXPECT_FALSE(begin("<p property='x' content='b'>"));
  ASSERT_EQ(sink.defects.size(), 1U);
  EXPECT_EQ(sink.defects[0].offset_bytes, place.offset_bytes);
  EXPECT_EQ(sink.defects[0].before, "not a tag");
}

TEST_F(rdfa_literal_builder, a_datatype_that_cannot_be_read_loses_the_literal) {
  mapper.lose_prefix("xsd");
  EXPECT_FALSE(begin("<p property='x' content='1' datatype='xsd:integer'>"));
  EXPECT_FALSE(begin("<p property='x' content='1' datatype='a:b c:d'>"));
  EXPECT_TRUE(sink.lines.empty());
  EXPECT_EQ(rules(), (std::vector<errc>{errc::missing_prefix, errc::bad_iri, errc::bad_attribute}));
}

TEST_F(rdfa_literal_builder, html_types_the_value_of_datetime_and_the_text_of_time) {
  EXPECT_FALSE(begin("<time property='x' datetime='2020-01-02'>", html_tag::time));
  ASSERT_TRUE(begin("<time property='x'>", html_tag::time));
  add_text("12:00:00");
  literals.close(true);
  EXPECT_FALSE(begin("<data property='x' value='v'>", html_tag::data));
  EXPECT_EQ(sink.lines, (lines{statement + "\"2020-01-02\"^^<http://www.w3.org/2001/XMLSchema#date> .",
                               statement + "\"12:00:00\"^^<http://www.w3.org/2001/XMLSchema#time> .",
                               statement + "\"v\" ."}));
}

TEST_F(rdfa_literal_builder, xml_literals_declare_their_namespaces_and_need_all_of_them) {
  ASSERT_TRUE(begin("<p property='x' datatype='rdf:XMLLiteral'>"));
  EXPECT_TRUE(literals.collectors().wants_tags());
  literals.close(true);
  mapper.lose_prefix("other");
  ASSERT_TRUE(begin("<p property='x' datatype='rdf:XMLLiteral'>"));
  literals.close(true);
  EXPECT_EQ(sink.lines.size(), 1U);
  EXPECT_EQ(rules(), std::vector<errc>{errc::missing_prefix});
}

TEST_F(rdfa_literal_builder, an_item_of_a_list_waits_for_the_list) {
  const auto mapping = lists.mapping_of(subject, 0);
  const auto& read = read_tag("<p property='x' inlist content='item'>");
  lists.begin_tag();
  literals.begin(subject);
  literals.add_item(lists.reserve_item(mapping, "http://p/items"));
  EXPECT_FALSE(literals.read({tag, read, html_tag::other, false}, scope));
  EXPECT_EQ(lists.items(), 1U);
  lists.shrink(1);
  ASSERT_EQ(sink.lines.size(), 3U);
  EXPECT_TRUE(sink.lines[1].ends_with("\"item\" .")) << sink.lines[1];
}

TEST_F(rdfa_literal_builder, without_predicates_nothing_is_read) {
  literals.begin(subject);
  const auto& read = read_tag("<p property=''>");
  EXPECT_FALSE(literals.read({tag, read, html_tag::other, false}, scope));
  EXPECT_TRUE(sink.defects.empty());
}

struct rdfa_long_literals : rdfa_literal_builder {
  static reader_options small() {
    reader_options with{testing::base};
    with.limits.term_bytes = 100;
    return with;
  }
  rdfa_long_literals() : rdfa_literal_builder(small()) {}
};

TEST_F(rdfa_long_literals, the_outermost_literal_is_given_up_when_all_hold_too_much) {
  ASSERT_TRUE(begin("<p property='x'>"));
  add_text(std::string(70, 'a'));
  EXPECT_FALSE(literals.check_size());
  ASSERT_TRUE(begin("<b property='x'>"));
  add_text(std::string(40, 'b'));
  EXPECT_TRUE(literals.check_size());
  literals.close(true);
  literals.close(true);
  EXPECT_EQ(sink.lines, lines{statement + "\"" + std::string(40, 'b') + "\" ."});
  EXPECT_EQ(rules(), std::vector<errc>{errc::term_too_long});
}

}  // namespace
}  // namespace laundromat::rdfa
