// The terms of attributes such as `property` and `typeof`.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/evaluation/attribute_terms.hpp"

#include "tests/core/rdf/rdfa/evaluation_parts.hpp"

namespace laundromat::rdfa {
namespace {

using attr = rdfa_attribute;
using texts = std::vector<std::string>;

struct rdfa_attribute_terms : evaluation_parts {
  rdfa_attribute_terms() { mapper.use_host(host_language::html); }

  /// The terms of an attribute of a tag.
  texts read(std::string_view markup, attr which, const term_scope& scope = {}, std::size_t most = 100) {
    texts found;
    losses.clear();
    terms.read(
        read_tag(markup)[which], which, scope, most,
        [&](const term_view& one) { found.emplace_back(one.value); },
        [&](errc why) { losses.push_back(why); });
    return found;
  }

  attribute_terms terms{output, faults, mapper};
  std::vector<errc> losses;
};

TEST_F(rdfa_attribute_terms, terms_curies_and_iris_come_in_order) {
  mapper.declare_prefix("ex", "http://ex/");
  EXPECT_EQ(read("<p property='name ex:a http://b/c'>", attr::property, {.vocabulary = "http://v/"}),
            (texts{"http://v/name", "http://ex/a", "http://b/c"}));
  EXPECT_TRUE(losses.empty());
  EXPECT_TRUE(sink.defects.empty());
}

TEST_F(rdfa_attribute_terms, an_undefined_term_is_reported_except_in_rel) {
  EXPECT_EQ(read("<p property='nothing'>", attr::property), texts{});
  EXPECT_EQ(rules(), std::vector<errc>{errc::undefined_term});
  EXPECT_EQ(losses, std::vector<errc>{errc::undefined_term});
  EXPECT_EQ(read("<a rel='stylesheet-like'>", attr::rel), texts{});
  EXPECT_EQ(sink.defects.size(), 1U);
}

TEST_F(rdfa_attribute_terms, words_beyond_the_limit_are_lost_from_the_first_on) {
  EXPECT_EQ(read("<p typeof='http://a/1 http://a/2 http://a/3'>", attr::typeof_, {}, 2),
            (texts{"http://a/1", "http://a/2"}));
  ASSERT_EQ(rules(), std::vector<errc>{errc::too_many_attributes});
  EXPECT_EQ(sink.defects[0].before, "http://a/3");
  EXPECT_EQ(losses, std::vector<errc>{errc::too_many_attributes});
  ASSERT_EQ(output.lost().size(), 1U);
  EXPECT_EQ(output.lost()[0].length_bytes, 10U);
}

TEST_F(rdfa_attribute_terms, without_its_vocabulary_a_term_is_lost_and_a_curie_is_not) {
  mapper.declare_prefix("ex", "http://ex/");
  EXPECT_EQ(read("<p property='name ex:a'>", attr::property, {{}, true, false}), texts{"http://ex/a"});
  EXPECT_EQ(rules(), std::vector<errc>{errc::bad_iri});
  EXPECT_EQ(sink.defects[0].before, "name");
}

TEST_F(rdfa_attribute_terms, where_only_curies_count_words_without_colon_are_ignored) {
  EXPECT_EQ(read("<p rel='next http://a/b' property='x'>", attr::rel,
                 {.vocabulary = "http://v/", .has_curies_only = true}),
            texts{"http://a/b"});
  EXPECT_TRUE(sink.defects.empty());
}

TEST_F(rdfa_attribute_terms, a_prefix_whose_declaration_is_lost_loses_its_terms) {
  mapper.lose_prefix("ex");
  EXPECT_EQ(read("<p property='ex:a'>", attr::property), texts{});
  EXPECT_EQ(rules(), std::vector<errc>{errc::missing_prefix});
  EXPECT_EQ(sink.defects[0].done, treatment::skip);
}

TEST_F(rdfa_attribute_terms, a_blank_node_is_a_type_but_no_predicate) {
  EXPECT_EQ(read("<p typeof='_:a'>", attr::typeof_).size(), 1U);
  EXPECT_TRUE(sink.defects.empty());
  EXPECT_EQ(read("<p property='_:a'>", attr::property), texts{});
  EXPECT_EQ(rules(), std::vector<errc>{errc::blank_predicate});
}

TEST_F(rdfa_attribute_terms, a_placeholder_of_a_template_loses_the_whole_attribute) {
  EXPECT_EQ(read("<p property='http://a/b {{name}}'>", attr::property), texts{});
  EXPECT_EQ(losses, std::vector<errc>{errc::bad_iri});
  EXPECT_EQ(output.lost().size(), 1U);
}

}  // namespace
}  // namespace laundromat::rdfa
