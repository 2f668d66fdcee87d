// Tests of dates as publishers write them.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/links/stated_date.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

std::string read(std::string_view text) {
  const auto date = parse_stated_date(text);
  return date ? to_iso8601(*date) : "none";
}

TEST(stated_date, reads_iso_8601_in_many_variants) {
  for (const auto& [text, time] : std::initializer_list<std::pair<std::string_view, std::string_view>>{
           {"2024", "2024-01-01T00:00:00.000Z"},
           {"2024-05", "2024-05-01T00:00:00.000Z"},
           {"2024-05-02", "2024-05-02T00:00:00.000Z"},
           {"2024-05-02Z", "2024-05-02T00:00:00.000Z"},
           {"2024-05-02+02:00", "2024-05-01T22:00:00.000Z"},
           {"2012-05-10T21:04", "2012-05-10T21:04:00.000Z"},
           {"2015-12-04 14:25:44.758604", "2015-12-04T14:25:44.758Z"},
           {"2024-05-02T21:04:05.7+0200", "2024-05-02T19:04:05.700Z"},
           {"20240502T210405Z", "2024-05-02T21:04:05.000Z"},
           {"20240502", "2024-05-02T00:00:00.000Z"},
           {"2024-05-02T24:00:00Z", "2024-05-03T00:00:00.000Z"},
           {" 2024-05-02T00:00:00-01:30 ", "2024-05-02T01:30:00.000Z"}})
    EXPECT_EQ(read(text), time) << text;
}

TEST(stated_date, reads_the_forms_of_mail_and_http) {
  for (const auto* text :
       {"Fri, 25 Jun 2010 23:00:00 GMT", "25 Jun 2010 15:00:00 PST", "Friday, 25-Jun-10 23:00:00 UTC",
        "25 June 2010 23:00", "Fri Jun 25 23:00:00 2010", "26 Jun 2010 01:00:00 +0200"})
    EXPECT_EQ(read(text), "2010-06-25T23:00:00.000Z") << text;
  EXPECT_EQ(read("25 Jun 2010"), "2010-06-25T00:00:00.000Z");
}

TEST(stated_date, refuses_other_texts) {
  for (const auto* text :
       {"", "yesterday", "2024-13-01", "2024-02-30", "2024-05-02T25:00", "1969-12-31", "20245", "2024-0502",
        "5", "0000-00-00", "2024-05-02T21", "2024-05-02 and more", "Jun 2010", "25 Jun", "12/05/2024",
        "25 Jun 2010 99:00", "2024-05-02T21:04:05+99:00", "25 Jun Jul 2010", "1 2 3 4 5 6"})
    EXPECT_EQ(read(text), "none") << text;
}

}  // namespace
}  // namespace laundromat
