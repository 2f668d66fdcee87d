// What is left out around a term that cannot be kept, from the object to the whole statement.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/recovery/skip_region.hpp"

#include "tests/core/rdf/turtle/parser_parts.hpp"

namespace laundromat::turtle {
namespace {

using testing::parser_parts;
using all_lines = std::vector<std::string>;

/// A statement at 10 whose predicate begins at 20 and whose object begins at 30.
struct statement_at_10 : parser_parts {
  statement_at_10() : parser_parts(std::string(100, 'x')) {
    all.out.reach(10, span_kind::syntax);
    all.now.start(10, true, 0);
    all.now.predicate_begin = 20;
    all.now.object_begin = 30;
  }
  token_fault problem_at(std::uint64_t at, std::string message = {}) const {
    return {errc::bad_escape, window.at(at), std::move(message)};
  }
};

TEST(skip_region, covers_an_object) {
  statement_at_10 on;
  on.region.skip_object(on.problem_at(30), 30, 35, false);
  EXPECT_TRUE(on.region.is(skip_unit::object));
  EXPECT_TRUE(on.all.now.skips_object);
  on.region.close(36);
  EXPECT_FALSE(on.region.is_open());
  EXPECT_EQ(on.defects(), all_lines{"skip 30+6"});
  EXPECT_EQ(on.spans(), (all_lines{"syntax 10", "statement 20", "quarantine 6"}));
}

TEST(skip_region, a_second_fault_within_has_a_defect_of_its_own) {
  statement_at_10 on;
  on.region.skip_object(on.problem_at(30), 30, 35, false);
  on.region.skip_object(on.problem_at(40), 40, 45, false);
  on.region.close(46);
  EXPECT_EQ(on.defects(), (all_lines{"skip 30+16", "skip 40+5"}));
}

TEST(skip_region, one_lost_declaration_is_reported_once) {
  statement_at_10 on;
  const std::string lost(lost_declaration);
  on.region.skip_object(on.problem_at(30, lost), 30, 35, false);
  on.region.skip_object(on.problem_at(40, lost), 40, 45, false);
  on.region.close(46);
  EXPECT_EQ(on.defects().size(), 1u);
}

TEST(skip_region, widens_from_the_object_to_the_predicate_but_not_back) {
  statement_at_10 on;
  on.all.now.has_predicate = true;
  on.region.skip_object(on.problem_at(30), 30, 35, false);
  on.region.skip_predicate(errc::syntax_error, on.window.at(32), {});
  EXPECT_TRUE(on.region.is(skip_unit::predicate));
  on.region.skip(skip_unit::object, errc::syntax_error, on.window.at(33), {}, 33);
  EXPECT_TRUE(on.region.is(skip_unit::predicate));
  on.region.close(36);
  EXPECT_EQ(on.defects(), all_lines{"skip 20+16"}) << "the first fault explains it";
}

TEST(skip_region, with_its_first_predicate_a_statement_has_no_subject) {
  statement_at_10 on;
  on.region.skip_predicate(errc::blank_predicate, on.window.at(20), {});
  EXPECT_TRUE(on.region.is(skip_unit::subject));
  EXPECT_TRUE(on.all.now.frames.statement().skips_subject);
  statement_at_10 later;
  later.all.now.has_predicate = true;
  later.region.skip_predicate(errc::blank_predicate, later.window.at(20), {});
  EXPECT_TRUE(later.region.is(skip_unit::predicate));
  EXPECT_TRUE(later.all.now.frames.top().skips_predicate);
}

TEST(skip_region, an_item_costs_its_list) {
  statement_at_10 on;
  on.all.now.frames.open(frame::list, 25, false);
  on.region.skip_object(on.problem_at(30), 30, 35, false);
  EXPECT_TRUE(on.all.now.frames.top().is_bad_whole);
  EXPECT_FALSE(on.region.is_inner()) << "the list is an object of the statement";
  on.all.now.frames.close();
  EXPECT_TRUE(on.region.is(skip_unit::object));
  on.region.close(40);
  EXPECT_EQ(on.defects(), all_lines{"skip 25+15"});
}

TEST(skip_region, a_whole_statement_with_a_lost_prefix_waits_for_its_neighbour) {
  statement_at_10 on;
  on.region.skip_object(on.problem_at(30, std::string(lost_declaration)), 30, 35, false);
  on.region.widen_to_statement();
  on.region.close(40, true);
  EXPECT_TRUE(on.merger.is_holding());
  EXPECT_EQ(on.defects(), all_lines{});
}

TEST(skip_region, gives_its_defect_to_what_covers_more) {
  statement_at_10 on;
  on.region.skip_object(on.problem_at(30), 30, 35, false);
  EXPECT_EQ(on.region.take().offset_bytes, 30u);
  EXPECT_FALSE(on.region.is_open());
  EXPECT_EQ(on.defects(), all_lines{});
}

}  // namespace
}  // namespace laundromat::turtle
