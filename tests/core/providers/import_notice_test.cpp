// Tests of notifications that fail.
// SPDX-License-Identifier: Apache-2.0
#include "core/providers/import_notice.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "tests/core/providers/noon.hpp"

namespace laundromat {
namespace {

TEST(import_notice, is_tried_with_growing_pauses_and_given_up_in_the_end_G22) {
  import_notice notice;
  auto now = noon;
  std::vector<milliseconds> pauses;
  while (notice.state == notice_state::waiting) {
    ASSERT_LT(pauses.size(), 100U);
    notice = notice_after_failure(notice, "http_status: 500", false, now);
    if (notice.state != notice_state::waiting) break;
    pauses.push_back(notice.not_before - now);
    now = notice.not_before;
  }
  EXPECT_EQ(notice.state, notice_state::given_up);
  EXPECT_EQ(notice.tries, most_notice_tries);
  EXPECT_EQ(notice.problem, "http_status: 500");
  EXPECT_EQ(pauses.front(), minute);
  for (std::size_t i = 1; i < pauses.size(); ++i) EXPECT_EQ(pauses[i], 2 * pauses[i - 1]);
  EXPECT_LT(now - noon, 48 * 60 * minute) << "after about 34 hours";
  const auto refused = notice_after_failure({}, "the inbox is of a stranger", true, noon);
  EXPECT_EQ(refused.state, notice_state::given_up);
  EXPECT_EQ(refused.tries, 1U);
}

TEST(import_notice, in_words_has_what_failed_and_no_name_of_an_error_also_when_it_was_given_up_untried_G22) {
  const import_notice waits{notice_state::waiting, 2, noon, "http_status: http://e.example/inbox: 500"};
  EXPECT_EQ(
      notice_in_words(waits),
      "it is sent again at 2023-11-14T22:13:20.000Z, 2 tries have failed: the server answered with an error "
      "status: http://e.example/inbox: 500");
  auto untried = waits;
  untried.state = notice_state::given_up;
  untried.tries = 0;
  EXPECT_EQ(notice_in_words(untried),
            "given up without a try, because others have failed: the server answered with an error status: "
            "http://e.example/inbox: 500");
  EXPECT_EQ(notice_in_words({}), "");
  EXPECT_EQ(notice_in_words({notice_state::sent, 2, noon, "http_status: 500"}), "");
}

}  // namespace
}  // namespace laundromat
