// The stack of open elements: what a new frame inherits, and what each may hold.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfxml/state/element_stack.hpp"

#include <gtest/gtest.h>

namespace laundromat::rdfxml {
namespace {

frame make_frame(rdf_role role) {
  frame out;
  out.role = role;
  return out;
}

TEST(element_stack, begins_outside_the_root) {
  element_stack elements;
  EXPECT_EQ(elements.depth(), 0u);
  EXPECT_EQ(elements.role(), rdf_role::document);
  EXPECT_EQ(elements.role_at(0), rdf_role::document);
  EXPECT_EQ(elements.role_at(7), rdf_role::document) << "further out than the root";
}

TEST(element_stack, counts_roles_from_the_innermost_element) {
  element_stack elements;
  elements.open(rdf_role::rdf, 0, 9);
  elements.open(rdf_role::node, 9, 20);
  elements.open(rdf_role::property, 20, 30);
  EXPECT_EQ(elements.role_at(0), rdf_role::property);
  EXPECT_EQ(elements.role_at(1), rdf_role::node);
  EXPECT_EQ(elements.role_at(2), rdf_role::rdf);
  EXPECT_EQ(elements.role_at(3), rdf_role::document);
  EXPECT_EQ(elements.around().role, rdf_role::node);
  EXPECT_EQ(elements.at(1).tag_end, 9u);
  elements.close();
  EXPECT_EQ(elements.role(), rdf_role::node);
}

TEST(element_stack, inherits_the_language_and_why_it_is_unknown) {
  element_stack elements;
  auto& outer = elements.open(rdf_role::node, 0, 1);
  outer.language = "en";
  outer.language_fault = errc::bad_language_tag;
  const auto& inner = elements.open(rdf_role::property, 1, 2);
  EXPECT_EQ(inner.language, "en");
  EXPECT_EQ(inner.language_fault, errc::bad_language_tag);
}

TEST(element_stack, opens_an_empty_frame_where_one_was_closed) {
  element_stack elements;
  auto& used = elements.open(rdf_role::property, 5, 6);
  used.is_empty_form = used.has_child = used.has_text = used.is_named = used.is_tag_done = true;
  used.has_unnamed_loss = used.keeps_link = true;
  used.list_fault = used.members_fault = errc::bad_iri;
  used.members = 3;
  used.object_kind = used.subject_kind = term_kind::iri;
  used.datatype = used.statement_id = "x";
  elements.close();
  const auto& again = elements.open(rdf_role::property, 7, 8);
  EXPECT_FALSE(again.is_filled() || again.is_named || again.is_tag_done || again.has_unnamed_loss ||
               again.keeps_link);
  EXPECT_EQ(again.list_fault, errc::ok);
  EXPECT_EQ(again.members_fault, errc::ok);
  EXPECT_EQ(again.members, 0u);
  EXPECT_EQ(again.object_kind, term_kind::none);
  EXPECT_TRUE(again.datatype.empty() && again.statement_id.empty());
}

TEST(element_stack, grows_as_deep_as_asked) {
  element_stack elements;
  for (std::uint64_t i = 0; i < 1'000; ++i) elements.open(rdf_role::node, i, i + 1);
  EXPECT_EQ(elements.depth(), 1'000u);
  for (std::size_t depth = 1; depth <= 1'000; ++depth) EXPECT_EQ(elements.at(depth).begin, depth - 1);
}

TEST(frame, of_a_property_is_filled_by_text_a_node_or_an_object_in_its_tag) {
  auto one = make_frame(rdf_role::property);
  EXPECT_FALSE(one.is_filled());
  for (auto* flag : {&one.has_text, &one.has_child, &one.is_empty_form}) {
    *flag = true;
    EXPECT_TRUE(one.is_filled());
    one.role = rdf_role::node;
    EXPECT_FALSE(one.is_filled()) << "a node has room for any number of properties";
    one.role = rdf_role::property;
    *flag = false;
  }
}

TEST(frame, keeps_the_first_reason) {
  auto one = make_frame(rdf_role::node);
  EXPECT_TRUE(one.doubt_members(errc::mismatched_tag));
  EXPECT_TRUE(one.doubt_members(errc::xml_syntax));
  EXPECT_EQ(one.members_fault, errc::mismatched_tag);
  one.refuse_list(errc::bad_iri);
  one.refuse_list(errc::xml_syntax);
  EXPECT_EQ(one.list_fault, errc::bad_iri);
  auto other = make_frame(rdf_role::property);
  EXPECT_FALSE(other.doubt_members(errc::xml_syntax)) << "a property has no rdf:li";
}

}  // namespace
}  // namespace laundromat::rdfxml
