// Tests of the file of decisions.
// SPDX-License-Identifier: Apache-2.0
#include "core/reconciliation/decision_file.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

TEST(decision_file, is_read_as_it_was_written_X07) {
  const std::vector<duplicate_decision> decisions{
      {duplicate_verdict::same, "a", "b", "0.93", "name 0.93"},
      {duplicate_verdict::undecided, "a\tb", "c\\d\ne\r", "1.00", "#"},
      {duplicate_verdict::different, "#x", "é", "", ""}};
  const auto text = write_decisions(decisions);
  EXPECT_EQ(text,
            "decision\tone\tother\tscore\treasons\n"
            "same\ta\tb\t0.93\tname 0.93\n"
            "undecided\ta\\tb\tc\\\\d\\ne\\r\t1.00\t#\n"
            "different\t#x\té\t\t\n");
  const auto read = parse_decisions(text);
  EXPECT_TRUE(read.faults.empty());
  EXPECT_EQ(read.decisions, decisions);
}

TEST(decision_file, has_no_control_characters_X07) {
  const std::vector<duplicate_decision> decisions{
      {duplicate_verdict::undecided, "a\x1B]0;x\x07", "b\x7F", "1.00", "\"\x01\" may be \"\\x41\""}};
  const auto text = write_decisions(decisions);
  EXPECT_EQ(text,
            "decision\tone\tother\tscore\treasons\n"
            "undecided\ta\\x1B]0;x\\x07\tb\\x7F\t1.00\t\"\\x01\" may be \"\\\\x41\"\n");
  EXPECT_EQ(parse_decisions(text).decisions, decisions);
  EXPECT_EQ(parse_decisions("same\ta\\x41\tb\n").faults.size(), 1U) << "a letter is written as it is";
  EXPECT_EQ(parse_decisions("same\ta\\x1\tb\n").faults.size(), 1U);
}

TEST(decision_file, accepts_what_people_and_their_programs_write_X07) {
  const auto read = parse_decisions(
      "\xEF\xBB\xBF"
      "decision\tone\tother\tscore\treasons\r\n\r\n# checked by Ada\r\nSAME\tb\ta\r\n\tc\td");
  EXPECT_TRUE(read.faults.empty());
  EXPECT_EQ(read.decisions,
            (std::vector<duplicate_decision>{{duplicate_verdict::same, "a", "b", "", ""},
                                             {duplicate_verdict::undecided, "c", "d", "", ""}}));
}

TEST(decision_file, names_the_lines_of_faults_X07) {
  const auto read = parse_decisions(
      "decision\tone\tother\tscore\treasons\nsame\ta\tb\nperhaps\tc\td\nsame\tc\ndifferent\tb\ta\nsame\tx\tx"
      "\n"
      "same\ta\\b\tc\nsame\ta\tb\t\t\tmore\nsame\tb\ta\n");
  EXPECT_EQ(read.decisions.size(), 1U);
  EXPECT_EQ(read.faults, (std::vector<decision_fault>{
                             {3, "the decision \"perhaps\" is none of same, different, undecided, implied"},
                             {4, "an id is missing: a line has a decision and two ids, separated by tabs"},
                             {5, "line 2 has another decision for this pair"},
                             {6, "both ids are the same"},
                             {7,
                              "a backslash is not followed by t, n, r, another backslash, or x and the two "
                              "digits of a control character"},
                             {8, "there are more than 5 fields"}}));
}

TEST(decision_file, begins_with_the_pairs_of_a_search_X07) {
  duplicate_options options;
  options.fields = {{"name"}, {"town"}};
  duplicate_report report;
  report.pairs.push_back({"a", "b", false, 0.925, {{0, 0.85}, {1, 1}}, "name begins with \"stad\""});
  EXPECT_EQ(undecided_pairs(report, options),
            (std::vector<duplicate_decision>{{duplicate_verdict::undecided, "a", "b", "0.93",
                                              "name 0.85, town 1.00, block: name begins with \"stad\""}}));
}

}  // namespace
}  // namespace laundromat
