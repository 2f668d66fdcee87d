// The stack of brackets: which frame is on top, what is muted, and what must be skipped with an item of a list.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/state/frame_stack.hpp"

#include <gtest/gtest.h>

namespace laundromat::turtle {
namespace {

TEST(frame_stack, begins_with_the_statement) {
  frame_stack frames;
  EXPECT_EQ(frames.depth(), 0u);
  EXPECT_EQ(&frames.top(), &frames.statement());
  EXPECT_FALSE(frames.is_in_list());
}

TEST(frame_stack, keeps_references_while_it_grows) {
  frame_stack frames;
  auto& statement = frames.statement();
  auto& first = frames.open(frame::property_list, 10, false);
  for (std::uint64_t at = 11; at < 400; ++at) frames.open(frame::list, at, false);
  EXPECT_EQ(&statement, &frames.statement());
  EXPECT_EQ(first.open_at, 10u);
  frames.close_all();
  EXPECT_EQ(&frames.top(), &statement);
}

TEST(frame_stack, opens_an_empty_frame_where_one_was_closed) {
  frame_stack frames;
  auto& used = frames.open(frame::list, 5, true);
  used.subject = used.head = "node";
  used.skips_subject = used.skips_predicate = used.is_bad_whole = true;
  used.is_empty = false;
  used.predicate = "p";
  EXPECT_EQ(&frames.close(), &used);
  const auto& again = frames.open(frame::property_list, 9, false);
  EXPECT_EQ(again.kind, frame::property_list);
  EXPECT_EQ(again.open_at, 9u);
  EXPECT_TRUE(again.subject.empty() && again.head.empty() && again.predicate.empty());
  EXPECT_TRUE(again.is_empty);
  EXPECT_FALSE(again.skips_items() || again.is_subject || again.is_bad_whole);
}

TEST(frame_stack, mutes_what_is_opened_within_a_skipped_unit) {
  frame_stack frames;
  frames.statement().skips_predicate = true;
  EXPECT_TRUE(frames.open(frame::property_list, 1, false).is_muted);
  EXPECT_TRUE(frames.open(frame::list, 2, false).is_muted) << "at any depth";
  frames.close_all();
  frames.begin_statement();
  EXPECT_FALSE(frames.open(frame::list, 3, false).is_muted);
  frames.top().is_bad_whole = true;
  EXPECT_TRUE(frames.top().skips_items());
  EXPECT_FALSE(frames.top().skips_objects());
  EXPECT_TRUE(frames.open(frame::property_list, 4, false).is_muted);
}

TEST(frame_stack, does_not_mute_the_subject_of_the_statement) {
  frame_stack frames;
  frames.statement().skips_predicate = true;
  EXPECT_FALSE(frames.open(frame::property_list, 1, true).is_muted);
}

TEST(frame_stack, copies_the_predicate_before_a_bracket_opens) {
  frame_stack frames;
  std::string cache = "http://example.org/p";
  frames.statement().predicate = cache;
  frames.open(frame::property_list, 1, false);
  cache.assign(cache.size(), 'x');
  EXPECT_EQ(frames.statement().predicate, "http://example.org/p");
}

TEST(frame_stack, leaves_nested_lists_as_a_whole) {
  frame_stack frames;
  frames.open(frame::property_list, 10, false);
  frames.open(frame::list, 20, false);
  frames.open(frame::list, 30, false);
  const auto around = frames.leave_lists(40, false);
  EXPECT_EQ(around.depth, 1u);
  EXPECT_EQ(around.begin, 20u);
  EXPECT_FALSE(around.is_subject);
  EXPECT_EQ(frames.leave_lists(40, true).begin, 40u) << "what was written of the lists is kept";
}

TEST(frame_stack, leaves_nothing_where_the_object_is_in_no_list) {
  frame_stack frames;
  frames.open(frame::list, 10, true);
  EXPECT_TRUE(frames.leave_lists(15, false).is_subject);
  frames.open(frame::property_list, 20, false);
  const auto around = frames.leave_lists(30, false);
  EXPECT_EQ(around.depth, 2u);
  EXPECT_EQ(around.begin, 30u);
  EXPECT_FALSE(around.is_subject);
}

TEST(frame_stack, marks_each_open_bracket) {
  frame_stack frames;
  frames.open(frame::list, 10, false).held = {1, 8};
  frames.open(frame::list, 20, false).held = {2, 18};
  std::vector<std::uint64_t> marks;
  frames.append_marks(marks);
  EXPECT_EQ(marks, (std::vector<std::uint64_t>{10, 8, 20, 18}));
}

}  // namespace
}  // namespace laundromat::turtle
