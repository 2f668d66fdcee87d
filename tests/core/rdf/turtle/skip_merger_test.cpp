// Neighbouring statements that are skipped for one reason become one defect.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/recovery/skip_merger.hpp"

#include "tests/core/rdf/turtle/parser_parts.hpp"

namespace laundromat::turtle {
namespace {

using testing::parser_parts;
using all_lines = std::vector<std::string>;

/// The statement from `begin` to `end` is skipped; the one before began at `previous`.
void skip(parser_parts& on, std::uint64_t begin, std::uint64_t end, std::uint64_t previous) {
  on.merger.add(on.all.reports.notice(errc::missing_prefix, on.window.at(begin)), begin, end, begin,
                previous);
}

TEST(skip_merger, statements_in_a_row_are_one_defect) {
  parser_parts on(std::string(100, 'x'));
  skip(on, 10, 20, 0);
  EXPECT_TRUE(on.merger.is_holding());
  on.merger.end_statement(10);
  skip(on, 21, 30, 10);
  EXPECT_EQ(on.defects(), all_lines{}) << "the next statement may be skipped, too";
  on.merger.flush();
  EXPECT_FALSE(on.merger.is_holding());
  EXPECT_EQ(on.defects(), all_lines{"skip 10+20"});
}

TEST(skip_merger, a_statement_that_is_kept_ends_the_row) {
  parser_parts on(std::string(100, 'x'));
  skip(on, 10, 20, 0);
  on.merger.end_statement(21);
  EXPECT_FALSE(on.merger.is_holding());
  skip(on, 40, 50, 21);
  on.merger.flush();
  EXPECT_EQ(on.defects(), (all_lines{"skip 10+10", "skip 40+10"}));
}

TEST(skip_merger, another_statement_between_them_separates_two_skips) {
  parser_parts on(std::string(100, 'x'));
  skip(on, 10, 20, 0);
  skip(on, 40, 50, 30);
  on.merger.flush();
  EXPECT_EQ(on.defects().size(), 2u);
}

TEST(skip_merger, repairs_in_what_is_skipped_are_not_reported) {
  parser_parts on(std::string(100, 'x'));
  on.all.reports.repair(errc::bad_escape, on.window.at(15), on.window.at(16), "y");
  skip(on, 10, 20, 0);
  on.merger.flush();
  EXPECT_EQ(on.defects(), all_lines{"skip 10+10"});
}

TEST(skip_merger, marks_where_the_report_begins) {
  parser_parts on(std::string(100, 'x'));
  std::vector<std::uint64_t> marks;
  on.merger.append_marks(marks);
  EXPECT_TRUE(marks.empty());
  skip(on, 10, 20, 0);
  on.merger.append_marks(marks);
  EXPECT_EQ(marks, std::vector<std::uint64_t>{10});
}

}  // namespace
}  // namespace laundromat::turtle
