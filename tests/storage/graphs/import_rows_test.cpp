// Tests of the rows of imports: what waits for a receipt, and what is to be told.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "storage/graphs/graph_records.hpp"
#include "tests/storage/journal_fixture.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat {
namespace {

class import_rows : public testing::Test {
 protected:
  import_rows() : db_(journal::open(folder_.path() / "journal.sqlite", journal_mode::read_write).value()) {
    provider_ = records_.add_provider("one", "http://e.example/one", "http://e.example/void").value();
  }
  std::int64_t add(import_outcome outcome, std::vector<void_violation> violations = {},
                   timestamp ended = noon) {
    graph_import one;
    one.outcome = outcome;
    one.begun = one.ended = ended;
    one.violations = std::move(violations);
    return records_.commit(provider_.id, {one, {}, {}, 0}).value();
  }
  temporary_folder folder_;
  journal db_;
  graph_records records_{db_};
  stored_provider provider_;
};

TEST_F(import_rows, wait_for_a_receipt_each_until_it_is_written_the_oldest_first_G22) {
  constexpr std::int64_t imports = 250;
  for (std::int64_t i = 0; i < imports; ++i) (void)add(import_outcome::unchanged);
  std::int64_t written = 0;
  for (;;) {
    const auto waiting = records_.imports_without_receipt(provider_.id, 100).value();
    if (waiting.empty()) break;
    for (const auto& one : waiting) {
      EXPECT_EQ(one.id, ++written);
      ASSERT_TRUE(records_.note_receipt(one.id));
    }
  }
  EXPECT_EQ(written, imports);
}

TEST_F(import_rows, are_told_after_their_receipt_is_written_and_not_before_a_pause_has_ended_G22) {
  const auto first = add(import_outcome::unchanged), second = add(import_outcome::failed);
  (void)add(import_outcome::skipped);
  const auto to_tell = [&](timestamp now) {
    std::vector<std::int64_t> ids;
    const auto found = records_.imports_to_tell(0, now, 10).value();
    for (const auto& one : found) ids.push_back(one.id);
    return ids;
  };
  EXPECT_EQ(to_tell(noon), std::vector<std::int64_t>{}) << "no receipt is written";
  for (std::int64_t id = 1; id <= 3; ++id) ASSERT_TRUE(records_.note_receipt(id));
  EXPECT_EQ(to_tell(noon), (std::vector{first, second})) << "a skipped one is told to nobody";
  const auto failed = notice_after_failure({}, "no answer", false, noon);
  ASSERT_TRUE(records_.note_notice(first, failed));
  EXPECT_EQ(to_tell(noon), std::vector<std::int64_t>{}) << "neither the other one: the inbox rests";
  EXPECT_EQ(to_tell(failed.not_before), (std::vector{first, second}));
  ASSERT_TRUE(records_.note_notice(first, {notice_state::sent, 1, {}, "no answer"}));
  ASSERT_TRUE(records_.note_notice(second, {notice_state::given_up, 12, {}, "no answer"}));
  EXPECT_EQ(to_tell(noon + seconds{1'000'000}), std::vector<std::int64_t>{});
  EXPECT_EQ(records_.imports_after(provider_.id, first, 1)->at(0).notice.tries, 12U);
}

TEST_F(import_rows, keep_the_violations_of_their_time_G07_G22) {
  const std::vector<void_violation> then{{void_rule::no_extent, "http://e.example/d", ""},
                                         {void_rule::several_modified, "http://e.example/d", "2024"}};
  (void)add(import_outcome::unchanged, then);
  provider_.violations = {{void_rule::no_dump, "", ""}};
  ASSERT_TRUE(records_.save_void(provider_, {}, {}));
  (void)add(import_outcome::unchanged);
  const auto imports = records_.imports(provider_.id, 10).value();
  ASSERT_EQ(imports.size(), 2U);
  EXPECT_TRUE(imports[0].violations.empty());
  EXPECT_EQ(imports[1].violations, then);
  EXPECT_EQ(records_.provider("one")->violations, provider_.violations);
}

TEST_F(import_rows, of_void_files_that_cannot_be_used_are_found_by_time_G21_D73) {
  (void)add(import_outcome::refused, {}, noon);
  (void)add(import_outcome::failed, {{void_rule::no_dump, "", ""}}, noon + seconds{3'600});
  const auto recent = records_.void_attempts(provider_.id, noon + seconds{1}).value();
  ASSERT_EQ(recent.size(), 1U);
  EXPECT_EQ(recent[0].violations.size(), 1U);
  EXPECT_EQ(records_.void_attempts(provider_.id, noon)->size(), 2U);
}

}  // namespace
}  // namespace laundromat
