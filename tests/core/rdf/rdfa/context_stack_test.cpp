// What open elements give to their content.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/evaluation/context_stack.hpp"

#include <gtest/gtest.h>

namespace laundromat::rdfa {
namespace {

TEST(rdfa_context_stack, a_new_context_inherits_all_but_its_marks) {
  context_stack contexts;
  auto& outer = contexts[0];
  outer.base = 2;
  outer.parent_subject = 3;
  outer.parent_object = 4;
  outer.first_incomplete = 1;
  outer.end_incomplete = 2;
  outer.lists = 5;
  outer.language = 6;
  outer.vocabulary = "http://v/";
  outer.is_vocabulary_lost = true;
  const auto& inner = contexts.push(0, {7, 8, 9, 10, 11, 12});
  EXPECT_EQ(inner.base, 2);
  EXPECT_EQ(inner.parent_subject, 3);
  EXPECT_EQ(inner.parent_object, 4);
  EXPECT_EQ(inner.first_incomplete, 1U);
  EXPECT_EQ(inner.end_incomplete, 2U);
  EXPECT_EQ(inner.lists, 5);
  EXPECT_EQ(inner.language, 6);
  EXPECT_EQ(inner.vocabulary, "http://v/");
  EXPECT_TRUE(inner.is_vocabulary_lost);
  EXPECT_EQ(inner.outer, 0);
  EXPECT_EQ(inner.before.resources, 7U);
  EXPECT_EQ(inner.before.held_bytes, 12U);
  EXPECT_EQ(contexts.innermost(), 1);
}

TEST(rdfa_context_stack, a_context_that_is_used_again_keeps_nothing_of_the_former_one) {
  context_stack contexts;
  auto& first = contexts.push(0, {});
  first.vocabulary = "http://v/";
  first.language = 3;
  first.parent_object = 4;
  contexts.pop();
  const auto& second = contexts.push(0, {});
  EXPECT_EQ(second.vocabulary, "");
  EXPECT_EQ(second.language, no_language);
  EXPECT_EQ(second.parent_object, no_resource);
}

TEST(rdfa_context_stack, a_child_may_inherit_from_any_open_element) {
  context_stack contexts;
  contexts.push(0, {}).language = 1;
  contexts.push(1, {}).language = 2;
  EXPECT_EQ(contexts.push(1, {}).language, 1);
  EXPECT_EQ(contexts.back().outer, 1);
}

TEST(rdfa_context_stack, differences_are_those_of_subjects_or_of_names) {
  context_stack contexts;
  contexts.push(0, {});
  EXPECT_EQ(contexts.differ_within(0, 0), context_difference::none);
  EXPECT_FALSE(contexts.differs_from_outer(1, 0));
  contexts.back().parent_object = 5;
  EXPECT_EQ(contexts.differ_within(0, 0), context_difference::subjects);
  EXPECT_TRUE(contexts.differs_from_outer(1, 0));
  contexts.push(1, {}).language = 3;
  EXPECT_EQ(contexts.differ_within(0, 0), context_difference::names);
  EXPECT_FALSE(contexts.differs_from_outer(2, 0)) << "a language changes no statement between resources";
}

TEST(rdfa_context_stack, an_incomplete_triple_is_a_difference_of_subjects) {
  context_stack contexts;
  contexts.push(0, {}).end_incomplete = 1;
  EXPECT_EQ(contexts.differ_within(0, 0), context_difference::subjects);
}

TEST(rdfa_context_stack, prefixes_declared_since_a_context_began_are_a_difference_of_names) {
  context_stack contexts;
  contexts.push(0, {0, 0, 2, 0, 0, 0});
  EXPECT_EQ(contexts.differ_within(0, 2), context_difference::none);
  EXPECT_EQ(contexts.differ_within(0, 3), context_difference::names);
  EXPECT_FALSE(contexts.differs_from_outer(1, 2));
  EXPECT_TRUE(contexts.differs_from_outer(1, 3));
}

TEST(rdfa_context_stack, another_document_inherits_nothing) {
  context_stack contexts;
  contexts[0].parent_object = 4;
  contexts[0].vocabulary = "http://v/";
  contexts.begin_document();
  EXPECT_EQ(contexts[0].parent_object, no_resource);
  EXPECT_EQ(contexts[0].vocabulary, "");
}

}  // namespace
}  // namespace laundromat::rdfa
