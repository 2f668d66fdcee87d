// Tests of announcements: their names, and what can be announced.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/announcement.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

TEST(announcement, has_a_name_for_every_kind) {
  for (auto n = 1; n <= static_cast<int>(announced_as::last); ++n) {
    const auto kind = static_cast<announced_as>(n);
    EXPECT_EQ(announced_as_from_name(to_string(kind)), kind) << n;
  }
  EXPECT_EQ(to_string(announced_as{}), "unknown");
  EXPECT_FALSE(announced_as_from_name("unknown"));
}

TEST(announcement, reads_slicing_methods_in_any_case) {
  EXPECT_EQ(slicing_from_name("cbd"), slicing_method::cbd);
  EXPECT_EQ(slicing_from_name("Subject-Object"), slicing_method::subject_object);
  EXPECT_FALSE(slicing_from_name(""));
  EXPECT_FALSE(slicing_from_name("everything"));
}

TEST(announcement, drops_what_cannot_be_requested_with_a_defect) {
  announcements found;
  for (const auto* uri : {"http://e/a", "HTTPS://e/b", "ftp://e/c", "mailto:a@b", "relative", "http:///x",
                          "file:///etc/passwd", "http://[broken/"})
    announce(found, {}, {uri, announced_as::page});
  EXPECT_EQ(found.uris.size(), 3U);
  EXPECT_EQ(found.defects_found, 5U);
  EXPECT_EQ(found.defects.front().rule, errc::announcement_value);
}

TEST(announcement, counts_what_is_beyond_the_limit_and_notes_it_once) {
  announcements found;
  announcement_limits limits;
  limits.announcements = 2;
  for (auto n = 0; n < 5; ++n) announce(found, limits, {"http://e/" + std::to_string(n), announced_as::page});
  EXPECT_EQ(found.uris.size(), 2U);
  EXPECT_EQ(found.left_out, 3U);
  EXPECT_EQ(found.defects_found, 1U);
}

}  // namespace
}  // namespace laundromat
