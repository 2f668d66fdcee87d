// Resources of open elements: added, used in statements, reported when they are unusable.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/evaluation/resource_table.hpp"

#include "tests/core/rdf/rdfa/evaluation_parts.hpp"

namespace laundromat::rdfa {
namespace {

using rdfa_resource_table = evaluation_parts;
using lines = std::vector<std::string>;

constexpr std::string_view predicate = "http://p/p";

TEST_F(rdfa_resource_table, statements_are_emitted_between_usable_resources) {
  const auto subject = add_iri("http://s/s"), object = add_iri("http://o/o");
  resources.state(subject, predicate, object);
  resources.state(subject, predicate, resources.add_blank());
  EXPECT_EQ(sink.lines,
            (lines{"<http://s/s> <http://p/p> <http://o/o> .", "<http://s/s> <http://p/p> <b:g1> ."}));
  EXPECT_TRUE(output.lost().empty());
}

TEST_F(rdfa_resource_table, nothing_is_stated_of_no_resource) {
  const auto subject = add_iri("http://s/s");
  resources.state(no_resource, predicate, subject);
  resources.state(subject, predicate, no_resource);
  EXPECT_TRUE(sink.lines.empty());
  EXPECT_TRUE(output.lost().empty());
}

TEST_F(rdfa_resource_table, an_unusable_resource_costs_its_tags_and_is_reported_once_over_all_of_them) {
  read_tag("<p about='a'>");
  const auto object = add_iri("http://o/o");
  const auto unknown = resources.add_unknown({3, 9}, errc::unterminated);
  resources.state(unknown, predicate, object);
  const auto second = examine("<b property='x'>");
  resources.begin_tag(second);
  resources.state(unknown, predicate, object);
  EXPECT_TRUE(sink.lines.empty());
  EXPECT_TRUE(sink.defects.empty()) << "the report grows as long as the resource is there";
  resources.shrink(3);
  ASSERT_EQ(rules(), std::vector<errc>{errc::unterminated});
  EXPECT_EQ(sink.defects[0].done, treatment::skip);
  EXPECT_EQ(sink.defects[0].offset_bytes, 0U);
  EXPECT_EQ(sink.defects[0].length_bytes, second.offset_bytes + second.length_bytes);
}

TEST_F(rdfa_resource_table, a_resource_that_no_statement_needs_is_never_reported) {
  (void)resources.add_unknown({0, 1}, errc::unterminated);
  resources.shrink(2);
  resources.finish();
  EXPECT_TRUE(sink.defects.empty());
}

TEST_F(rdfa_resource_table, the_use_of_a_given_base_is_noted) {
  bool is_used = false;
  resources.use_base("http://b/#fragment", {}, &is_used);
  EXPECT_EQ(resources.base(), "http://b/");
  resources.state(add_iri("http://s/s"), predicate, add_iri("http://o/o"));
  EXPECT_FALSE(is_used);
  resources.state(base_resource, predicate, add_iri("http://o/o"));
  EXPECT_TRUE(is_used);
  is_used = false;
  resources.state(add_iri("http://s/s"), predicate, base_resource);
  EXPECT_TRUE(is_used);
  resources.use_base("http://declared/", {}, nullptr);
  EXPECT_EQ(resources.used_base(), nullptr);
}

TEST_F(rdfa_resource_table, attributes_name_resources_by_curie_or_by_reference) {
  resources.use_base("http://b/", {}, nullptr);
  mapper.declare_prefix("ex", "http://ex/");
  const auto& tag_attributes = read_tag("<a about='[ex:a]' href='ex:a' resource='[]' rel='x'>");
  const auto about = resources.read(tag_attributes[rdfa_attribute::about], true, base_resource);
  EXPECT_EQ(resources[about].value, "http://ex/a");
  const auto href = resources.read(tag_attributes[rdfa_attribute::href], false, base_resource);
  EXPECT_EQ(resources[href].value, "ex:a") << "href has no CURIEs";
  EXPECT_EQ(resources.read(tag_attributes[rdfa_attribute::resource_], true, base_resource), no_resource);
}

TEST_F(rdfa_resource_table, an_iri_beyond_the_limit_is_kept_as_an_excerpt_and_is_unusable) {
  const std::string path(options.limits.iri_bytes, 'x');
  const auto id = add_iri("http://s/" + path);
  EXPECT_EQ(resources[id].value.size(), options.limits.excerpt_bytes);
  resources.state(id, predicate, add_iri("http://o/o"));
  resources.shrink(2);
  EXPECT_EQ(rules(), std::vector<errc>{errc::term_too_long});
}

TEST_F(rdfa_resource_table, the_lost_resource_is_reported_anew_from_each_loss_on) {
  read_tag("<p about='a'>");
  resources.lose({0, 13}, errc::unterminated, false);
  resources.state(lost_resource, predicate, add_iri("http://o/o"));
  resources.lose({5, 1}, errc::unterminated, false);
  EXPECT_EQ(sink.defects.size(), 1U);
  resources.finish();
  EXPECT_EQ(sink.defects.size(), 1U) << "nothing needed it since";
}

}  // namespace
}  // namespace laundromat::rdfa
