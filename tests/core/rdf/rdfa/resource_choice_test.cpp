// Which resources an element is about (RDFa Core 1.1, section 7.5, steps 5, 6 and 11).
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/evaluation/resource_choice.hpp"

#include "tests/core/rdf/rdfa/evaluation_parts.hpp"

namespace laundromat::rdfa {
namespace {

struct rdfa_resource_choice : evaluation_parts {
  rdfa_resource_choice() {
    resources.use_base("http://b/", {}, nullptr);
    parent = add_iri("http://parent/");
  }
  chosen_resources choose(std::string_view markup, html_tag kind = html_tag::other, bool is_root = false) {
    const auto& read = read_tag(markup);
    const element_view element{tag, read, kind, is_root};
    const auto chosen = choose_resources(element, host_language::html, base_resource, parent, resources);
    property_object = object_of_property(element, host_language::html, chosen);
    return chosen;
  }
  [[nodiscard]] std::string name(resource_id id) {
    return id == no_resource                        ? "none"
           : resources[id].kind == term_kind::blank ? "blank"
                                                    : resources[id].value;
  }

  resource_id parent = no_resource, property_object = no_resource;
};

TEST_F(rdfa_resource_choice, step_5_1_a_property_is_about_the_parent_object) {
  const auto chosen = choose("<p property='x'>");
  EXPECT_EQ(chosen.new_subject, parent);
  EXPECT_EQ(chosen.typed, no_resource);
  EXPECT_EQ(property_object, no_resource) << "its object is a literal";
  EXPECT_FALSE(chosen.skips);
}

TEST_F(rdfa_resource_choice, step_5_1_a_typed_property_has_a_new_resource_as_object) {
  auto chosen = choose("<p property='x' typeof='t'>");
  EXPECT_EQ(name(chosen.typed), "blank");
  EXPECT_EQ(chosen.object, chosen.typed);
  EXPECT_EQ(property_object, chosen.typed);
  chosen = choose("<p property='x' typeof='t' href='o'>");
  EXPECT_EQ(name(chosen.typed), "http://b/o");
  chosen = choose("<p property='x' typeof='t' about='s'>");
  EXPECT_EQ(name(chosen.typed), "http://b/s");
  EXPECT_EQ(property_object, no_resource);
}

TEST_F(rdfa_resource_choice, step_5_2_the_first_of_about_resource_href_and_src_is_the_subject) {
  EXPECT_EQ(name(choose("<p about='a' resource='r'>").new_subject), "http://b/a");
  EXPECT_EQ(name(choose("<p src='s' href='h' resource='r'>").new_subject), "http://b/r");
  EXPECT_EQ(name(choose("<p src='s' href='h'>").new_subject), "http://b/h");
  EXPECT_EQ(name(choose("<p src='s'>").new_subject), "http://b/s");
  EXPECT_EQ(name(choose("<p typeof='t'>").new_subject), "blank");
}

TEST_F(rdfa_resource_choice, step_5_2_the_root_is_about_the_base_and_head_and_body_about_the_parent) {
  EXPECT_EQ(choose("<html typeof='t'>", html_tag::html, true).new_subject, base_resource);
  EXPECT_EQ(choose("<body typeof='t'>", html_tag::body).new_subject, parent);
}

TEST_F(rdfa_resource_choice, an_element_that_names_nothing_is_skipped) {
  const auto chosen = choose("<p prefix='a: http://a/'>");
  EXPECT_TRUE(chosen.skips);
  EXPECT_EQ(chosen.new_subject, parent);
}

TEST_F(rdfa_resource_choice, step_6_a_relation_has_the_target_as_object) {
  auto chosen = choose("<a rel='http://p/p' href='o' about='s'>");
  EXPECT_EQ(name(chosen.new_subject), "http://b/s");
  EXPECT_EQ(name(chosen.object), "http://b/o");
  chosen = choose("<a rev='http://p/p'>");
  EXPECT_EQ(chosen.new_subject, parent);
  EXPECT_EQ(chosen.object, no_resource);
  chosen = choose("<a rel='http://p/p' typeof='t'>");
  EXPECT_EQ(name(chosen.object), "blank");
  EXPECT_EQ(chosen.typed, chosen.object);
  chosen = choose("<a rel='http://p/p' typeof='t' about='s'>");
  EXPECT_EQ(chosen.typed, chosen.about);
  EXPECT_EQ(chosen.object, no_resource);
}

TEST_F(rdfa_resource_choice, beside_a_property_html_ignores_relations_without_colon) {
  EXPECT_FALSE(choose("<a rel='next' property='x' href='o'>").has_rel);
  EXPECT_TRUE(choose("<a rel='ex:next' property='x' href='o'>").has_rel);
  EXPECT_TRUE(choose("<a rel='next' href='o'>").has_rel);
}

TEST_F(rdfa_resource_choice, step_11_an_object_is_a_literal_where_an_attribute_has_its_value) {
  (void)choose("<a property='x' href='o'>");
  EXPECT_EQ(name(property_object), "http://b/o");
  for (const auto* markup : {"<a property='x' href='o' content='c'>", "<a property='x' href='o' datatype=''>",
                             "<time property='x' href='o' datetime='2020'>"}) {
    (void)choose(markup);
    EXPECT_EQ(property_object, no_resource) << markup;
  }
  (void)choose("<data property='x' href='o' value='1'>", html_tag::data);
  EXPECT_EQ(property_object, no_resource);
}

}  // namespace
}  // namespace laundromat::rdfa
