// Tests of the check of a 206, by the table of cases.
// SPDX-License-Identifier: Apache-2.0
#include "core/web/body_part.hpp"

#include "tests/core/web/field_cases.hpp"

namespace laundromat::test {
namespace {

TEST(body_part, continues_a_body_only_where_everything_fits) {
  const auto rows = rows_of_cases("body_part.tsv", 5);
  ASSERT_GT(rows.size(), 25U);
  for (const auto& row : rows) {
    body_so_far known{1'000, std::nullopt, row[2]};
    if (row[1] != "unknown") known.total = std::stoull(row[1]);
    const cell_fields answer{row[3]};
    part_head head{answer.value("Content-Range"),
                   answer.value("Content-Encoding"),
                   answer.value("ETag"),
                   answer.value("Last-Modified"),
                   answer.value("Content-Type"),
                   answer.count("Content-Range") == 1,
                   std::nullopt};
    if (const auto length = answer.value("Content-Length"); !length.empty())
      head.body_length = std::stoull(std::string{length});
    const auto judged = judge_part(known, head);
    const auto verdict = judged ? std::to_string(judged->total.value_or(0))
                                : std::string{to_string(judged.error().code)} + ' ' + judged.error().detail;
    EXPECT_EQ(verdict, row[4]) << row[0];
  }
}

TEST(body_part, is_asked_for_behind_the_last_byte) {
  EXPECT_EQ(range_of_rest({1'000, 2'000, "\"a\""}), "bytes=1000-");
  EXPECT_TRUE((body_so_far{1'000, 2'000, "\"a\""}.can_continue()));
  EXPECT_TRUE((body_so_far{1'000, std::nullopt, "\"a\""}.can_continue()));
  EXPECT_FALSE((body_so_far{0, 2'000, "\"a\""}.can_continue())) << "a new request is as good";
  EXPECT_FALSE((body_so_far{2'000, 2'000, "\"a\""}.can_continue())) << "there is no rest";
  EXPECT_FALSE((body_so_far{1'000, 2'000, ""}.can_continue())) << "the body may change meanwhile";
}

}  // namespace
}  // namespace laundromat::test
