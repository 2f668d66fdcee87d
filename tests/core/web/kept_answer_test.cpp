// Tests of validators and freshness, by the tables of cases.
// SPDX-License-Identifier: Apache-2.0
#include "core/web/kept_answer.hpp"

#include "tests/core/web/field_cases.hpp"

namespace laundromat::test {
namespace {

constexpr timestamp noon = from_ms(1'795'867'200'000);  // 2026-11-28T12:00:00Z

/// Replaces `{n}` by n letters.
std::string stretched(std::string text) {
  const auto begin = text.find('{'), end = text.find('}');
  if (begin == std::string::npos) return text;
  const auto letters = std::stoul(text.substr(begin + 1, end - begin - 1));
  return text.replace(begin, end + 1 - begin, std::string(letters, 'x'));
}

TEST(kept_answer, is_fresh_as_long_as_the_server_states_R184) {
  const auto rows = rows_of_cases("freshness.tsv", 4);
  ASSERT_GT(rows.size(), 30U);
  for (const auto& row : rows) {
    const cell_fields answer{row[1]};
    const auto received = noon + seconds{2};
    const auto until =
        fresh_until(fields_to_keep(answer.all(), received), times_of(answer.all(), noon, received));
    const auto left = until == timestamp{} ? seconds{0} : std::chrono::floor<seconds>(until - received);
    EXPECT_EQ(left.count(), std::stoll(row[2])) << row[0];
  }
}

TEST(kept_answer, the_rest_of_a_body_is_asked_for_by_a_strong_validator) {
  for (const auto& row : rows_of_cases("freshness.tsv", 4)) {
    const cell_fields answer{row[1]};
    const auto validator = range_validator(answer.all(), noon);
    EXPECT_EQ(validator.empty() ? "none" : validator, row[3]) << row[0];
  }
}

TEST(kept_answer, has_the_fields_of_the_answer_and_of_a_304) {
  const auto rows = rows_of_cases("kept_fields.tsv", 8);
  ASSERT_GT(rows.size(), 15U);
  for (const auto& row : rows) {
    const cell_fields answer{stretched(row[1])}, not_modified{row[2]};
    auto kept = fields_to_keep(answer.all(), noon);
    if (!not_modified.all().empty()) kept = updated_by_304(kept, not_modified.all(), noon);
    const kept_fields expected{stretched(row[3]), row[4], row[5], row[6], row[7]};
    EXPECT_EQ(kept, expected) << row[0] << ": " << kept.etag << ' ' << kept.last_modified << ' '
                              << kept.cache_control << ' ' << kept.expires << ' ' << kept.vary;
  }
}

TEST(kept_answer, is_never_sent_with_a_control_character) {
  const std::vector<field_view> answer{{"ETag", "\"a\x01\""}, {"Vary", "a\x7f"}};
  EXPECT_TRUE(fields_to_keep(answer, noon).is_empty());
  EXPECT_EQ(range_validator(answer, noon), "");
}

}  // namespace
}  // namespace laundromat::test
