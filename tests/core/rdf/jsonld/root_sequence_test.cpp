// Whether a root may be a part of another before it.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/document/root_sequence.hpp"

#include <gtest/gtest.h>

namespace laundromat::jsonld {
namespace {

using sequel = scan_event::sequel;

constexpr scan_event wrapper{scan_event::kind::wrapper}, stray{scan_event::kind::stray};

TEST(json_root_sequence, a_root_behind_one_that_ended_too_early_needs_a_context) {
  root_sequence roots("");
  roots.begin_root(false, false);
  EXPECT_FALSE(roots.needs_context());
  roots.note_early_end();
  roots.begin_root(false, false);
  EXPECT_TRUE(roots.needs_context());
  EXPECT_FALSE(roots.may_be_read(false));
  EXPECT_TRUE(roots.may_be_read(true));
  EXPECT_EQ(roots.count(), 2u);
}

TEST(json_root_sequence, a_root_behind_a_comma_needs_a_context_when_one_before_had_it) {
  root_sequence roots("");
  roots.begin_root(false, false);
  EXPECT_FALSE(roots.note_between(wrapper, ","));
  roots.begin_root(false, false);
  EXPECT_FALSE(roots.needs_context());
  roots.note_context();
  EXPECT_FALSE(roots.note_between(wrapper, ","));
  roots.begin_root(false, false);
  EXPECT_TRUE(roots.needs_context());
  roots.begin_root(false, false);
  EXPECT_FALSE(roots.needs_context()) << "the comma was one of the root before";
}

TEST(json_root_sequence, a_damaged_root_before_a_value_may_hold_the_next_roots) {
  root_sequence roots("");
  roots.begin_root(false, false);
  roots.note_damaged(R"({"a":["b":1})", sequel::value, R"(,{"c":2})");
  roots.begin_root(false, false);
  EXPECT_TRUE(roots.needs_context());
  EXPECT_TRUE(roots.may_be_read(true));
  roots.note_damaged(R"({"@graph":["b":1})", sequel::item, R"(,{"c":2})");
  EXPECT_FALSE(roots.may_be_read(true)) << "it may be in a graph with a name";
}

TEST(json_root_sequence, a_damaged_root_that_lacks_a_value_may_hold_the_next_root) {
  root_sequence roots("");
  roots.begin_root(false, false);
  roots.note_damaged(R"({"a":[1})", sequel::root, "\n{}");
  roots.begin_root(false, false);
  EXPECT_FALSE(roots.needs_context()) << "the next root begins its line";
  roots.note_damaged(R"({"a":1 x})", sequel::root, "{}");
  roots.begin_root(false, false);
  EXPECT_FALSE(roots.needs_context()) << "nothing is open in it";
  roots.note_damaged(R"({"a":[1})", sequel::root, " {}");
  roots.begin_root(false, false);
  EXPECT_TRUE(roots.needs_context());
  root_sequence others("");
  others.note_damaged(R"({"a":})", sequel::root, "\n{}");
  others.begin_root(false, false);
  EXPECT_TRUE(others.needs_context()) << "a value is missing";
}

TEST(json_root_sequence, text_that_is_no_json_may_be_a_part_of_a_value) {
  root_sequence roots("");
  EXPECT_TRUE(roots.note_between(stray, "x"));
  roots.begin_root(false, false);
  EXPECT_FALSE(roots.needs_context());
  auto part = stray;
  part.behind = sequel::member;
  EXPECT_TRUE(roots.note_between(part, "\"a\":"));
  EXPECT_TRUE(roots.note_between(wrapper, ",")) << "a comma of a root that ended too early";
  roots.begin_root(false, false);
  EXPECT_TRUE(roots.needs_context());
}

TEST(json_root_sequence, a_list_behind_damage_is_not_trusted) {
  root_sequence roots("");
  roots.begin_root(true, true);
  EXPECT_TRUE(roots.needs_context());
  roots.begin_root(false, true);
  EXPECT_FALSE(roots.needs_context()) << "no root had a context";
}

TEST(json_root_sequence, lines_and_records_are_roots_of_their_own) {
  for (const auto* type : {"application/ndjson", "application/json-seq"}) {
    root_sequence roots(type);
    EXPECT_TRUE(roots.is_separated());
    roots.note_context();
    roots.note_damaged(R"({"a":["b":1})", sequel::value, ",{}");
    EXPECT_FALSE(roots.note_between(wrapper, ","));
    roots.begin_root(true, true);
    EXPECT_FALSE(roots.needs_context());
    auto line = stray;
    line.behind = sequel::member;
    line.is_line = true;
    EXPECT_TRUE(roots.note_between(line, "x\n"));
    roots.begin_root(false, false);
    EXPECT_FALSE(roots.needs_context()) << "the line has ended";
  }
}

}  // namespace
}  // namespace laundromat::jsonld
