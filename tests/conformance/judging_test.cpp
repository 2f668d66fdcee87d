// The verdicts of the suites: which results pass, and when a target is reached.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "tests/conformance/suites.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat::conformance {
namespace {

result<document> read(std::string_view turtle) {
  return read_document(rdf_format::turtle, turtle, {"http://e.example/", {}, wash_profile::strict});
}

TEST(judging, a_rejection_passes_only_where_one_is_expected) {
  const auto good = read("<a> <b> <c> ."), bad = read("<a> <b> .");
  EXPECT_EQ(judge_syntax("t", expectation::accepted, good).result, outcome::passed);
  EXPECT_EQ(judge_syntax("t", expectation::refused, good).result, outcome::failed);
  EXPECT_EQ(judge_syntax("t", expectation::refused, bad).result, outcome::passed);
  const auto wrong = judge_syntax("t", expectation::accepted, bad);
  EXPECT_EQ(wrong.result, outcome::failed);
  EXPECT_NE(wrong.reason.find("1:"), std::string::npos) << wrong.reason;
}

TEST(judging, a_missing_reader_fails_even_where_a_rejection_is_expected) {
  const auto none = read_document(rdf_format::unknown, "", {});
  EXPECT_EQ(judge_syntax("t", expectation::refused, none).result, outcome::failed);
  EXPECT_EQ(judge_syntax("t", expectation::accepted, none).result, outcome::failed);
}

TEST(judging, statements_must_equal_the_expected_ones_up_to_blank_labels) {
  const temporary_folder folder;
  const auto expected = (folder.path() / "expected.nq").string();
  std::ofstream(expected) << "_:x <http://e.example/b> \"1\"@EN .\n";
  EXPECT_EQ(judge_statements("t", read("[] <b> '1'@en ."), expected).result, outcome::passed);
  const auto other = judge_statements("t", read("[] <b> '2'@en ."), expected);
  EXPECT_EQ(other.result, outcome::failed);
  EXPECT_NE(other.reason.find("expected: _:c14n0 <http://e.example/b> \"1\"@en"), std::string::npos)
      << other.reason;
  EXPECT_NE(other.reason.find("read:     _:c14n0 <http://e.example/b> \"2\"@en"), std::string::npos)
      << other.reason;
  EXPECT_EQ(judge_statements("t", read("[] <b> '1'@en . <x"), expected).result, outcome::failed);
  EXPECT_EQ(judge_statements("t", read(""), expected + ".missing").result, outcome::failed);
}

TEST(judging, only_json_ld_drops_directions_by_its_own_algorithm) {
  document json_ld{rdf_format::json_ld}, turtle{rdf_format::turtle};
  for (auto* one : {&json_ld, &turtle})
    one->on_defect({errc::base_direction, 0, 1, 1, 1, {}, treatment::repair});
  EXPECT_TRUE(json_ld.defects.empty());
  EXPECT_EQ(turtle.defects.size(), 1u);
}

TEST(judging, a_target_is_reached_when_all_tests_exist_and_pass) {
  const suite two{"two", 2, {}}, free{"free", std::nullopt, {}};
  const verdict passed{"a", outcome::passed, {}}, failed{"b", outcome::failed, "no"};
  EXPECT_TRUE(reaches_target(two, std::vector{passed, passed}));
  EXPECT_FALSE(reaches_target(two, std::vector{passed}));
  EXPECT_FALSE(reaches_target(two, std::vector{passed, passed, failed}));
  EXPECT_TRUE(reaches_target(free, std::vector{failed}));
}

TEST(judging, suites_have_unique_names_and_rdfa_core_adds_up) {
  std::set<std::string_view> names;
  std::size_t rdfa = 0;
  for (const auto& one : all_suites()) {
    EXPECT_TRUE(names.insert(one.name).second) << one.name;
    if (one.name.starts_with("rdfa11-")) rdfa += one.target.value_or(0);
  }
  EXPECT_EQ(rdfa, 905u);
  EXPECT_FALSE(find_suite("none"));
}

TEST(judging, a_folder_without_suites_is_an_error) {
  for (const auto& one : all_suites()) EXPECT_FALSE(one.run("/nonexistent")) << one.name;
}

}  // namespace
}  // namespace laundromat::conformance
