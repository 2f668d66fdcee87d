// The decision about a missing delimiter, by what follows, the profile, and how far the text can be relied on.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/recovery/separator_repair.hpp"

#include "tests/core/rdf/turtle/parser_parts.hpp"

namespace laundromat::turtle {
namespace {

using testing::parser_parts;
using reliance = separator_repair::reliance;

object_context an_iri(bool at_margin = false) {
  object_context around;
  around.object = {term_kind::iri, "http://example.org/o", {}, {}};
  around.predicate = "http://example.org/p";
  around.has_gap = true;
  around.at_margin = at_margin;
  return around;
}

separator_repair::repair_choice decide(std::string_view text, const object_context& around,
                                       reliance relied = reliance::full,
                                       wash_profile profile = wash_profile::standard, bool is_closed = true) {
  parser_parts on(text, rdf_format::trig, profile, is_closed);
  separator_repair repair(on.all.lookahead, on.all.reports);
  return repair.decide(on.next(), around, relied);
}

TEST(separator_repair, puts_in_the_one_that_fits) {
  const auto found = decide("<a:o2> .", an_iri());
  EXPECT_EQ(found.missing, separator::comma);
  EXPECT_EQ(found.rule, errc::missing_separator);
  EXPECT_TRUE(found.is_repaired);
  const auto dot = decide("<a:s> <a:p> <a:o> .", an_iri(true));
  EXPECT_EQ(dot.missing, separator::dot);
  EXPECT_EQ(dot.rule, errc::missing_dot);
  EXPECT_TRUE(dot.is_repaired);
}

TEST(separator_repair, a_directive_shows_that_the_dot_is_missing) {
  const auto found = decide("@prefix e: <http://e/> .", an_iri());
  EXPECT_EQ(found.missing, separator::dot);
  EXPECT_EQ(found.rule, errc::missing_dot);
  EXPECT_TRUE(found.is_repaired);
}

TEST(separator_repair, nothing_fits) {
  const auto found = decide("<a:1> <a:2> <a:3> <a:4> .", an_iri());
  EXPECT_EQ(found.missing, separator::none);
  EXPECT_EQ(found.rule, errc::syntax_error);
  EXPECT_FALSE(found.is_repaired);
}

TEST(separator_repair, brackets_of_the_rest_must_fit) {
  EXPECT_FALSE(decide("<a:o2> , <a:o3> ] .", an_iri()).is_repaired);
}

TEST(separator_repair, the_strict_profile_repairs_nothing_but_names_the_rule) {
  const auto found = decide("<a:o2> .", an_iri(), reliance::full, wash_profile::strict);
  EXPECT_EQ(found.rule, errc::missing_separator);
  EXPECT_FALSE(found.is_repaired);
}

TEST(separator_repair, on_trial_only_a_whole_line_is_repaired) {
  EXPECT_FALSE(decide("<a:o2> .", an_iri(), reliance::lines).is_repaired);
  EXPECT_TRUE(decide("<a:s> <a:p> <a:o> .", an_iri(true), reliance::lines).is_repaired);
  EXPECT_FALSE(decide("<a:s> <a:p> <a:o> .", an_iri(true), reliance::none).is_repaired);
}

TEST(separator_repair, waits_for_text_that_decides) {
  EXPECT_EQ(decide("<a:o2> <a:", an_iri(), reliance::full, wash_profile::standard, false).missing,
            separator::wait);
}

TEST(separator_repair, a_term_that_goes_on_without_a_gap_is_not_repaired) {
  auto around = an_iri();
  around.has_gap = false;
  EXPECT_EQ(decide("<a:o2> .", around).missing, separator::none);
}

}  // namespace
}  // namespace laundromat::turtle
