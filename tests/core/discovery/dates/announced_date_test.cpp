// Tests of announced dates: every precision of W3C-DTF, and the usual mistakes (D77).
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/dates/announced_date.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

std::string read(std::string_view text, date_style style = date_style::w3c, timestamp now = {}) {
  const auto found = read_announced_date(text, style, now);
  return found.value ? to_iso8601(*found.value) + (found.fault.empty() ? "" : " !") : "none";
}

TEST(announced_date, reads_every_precision_of_w3c_dtf) {
  EXPECT_EQ(read("2004"), "2004-01-01T00:00:00.000Z");
  EXPECT_EQ(read("2004-12"), "2004-12-01T00:00:00.000Z");
  EXPECT_EQ(read("2004-12-23"), "2004-12-23T00:00:00.000Z");
  EXPECT_EQ(read("2004-12-23T18:00Z"), "2004-12-23T18:00:00.000Z");
  EXPECT_EQ(read("2004-12-23T18:00:15+00:00"), "2004-12-23T18:00:15.000Z");
  EXPECT_EQ(read("2004-12-23T18:00:15-05:30"), "2004-12-23T23:30:15.000Z");
  EXPECT_EQ(read("2004-12-23T18:00:15.5+01:00"), "2004-12-23T17:00:15.500Z");
  EXPECT_EQ(read("2004-12-23T18:00:15.123456789Z"), "2004-12-23T18:00:15.123Z");
  EXPECT_EQ(read(" \n2004-02-29 "), "2004-02-29T00:00:00.000Z");
  EXPECT_EQ(read("2016-12-31T23:59:60Z"), "2016-12-31T23:59:59.000Z");
}

TEST(announced_date, repairs_what_has_one_reading_with_a_fault_D77) {
  for (const auto* text : {"2004-12-23 18:00:15+00:00", "2004-12-23T18:00:15", "2004-12-23T18:00:15+0000",
                           "2004-12-23T18:00:15+00", "2004-12-23T18:00:15 UTC", "2004-12-23t18:00:15z",
                           "20041223T180015Z", "Thu, 23 Dec 2004 18:00:15 GMT", "Thu Dec 23 18:00:15 2004",
                           "Thu Dec 23 2004 19:00:15 GMT+0100 (CET)", "23 Dec 04 13:00:15 EST", "1103824815",
                           "Thursday, 23-Dec-04 18:00:15 GMT", "2004/12/23 18:00:15",
                           "23 December 2004 18:00:15 +0000", "2004-12-23T18:00:15,0Z"})
    EXPECT_EQ(read(text), "2004-12-23T18:00:15.000Z !") << text;
  for (const auto* text : {"2004/12/03", "20041203", "2004-12-3", "3.12.2004", "2004.12.03"})
    EXPECT_EQ(read(text), "2004-12-03T00:00:00.000Z !") << text;
  for (const auto* text : {"23/12/2004", "12/23/2004", "12-23-2004"})
    EXPECT_EQ(read(text), "2004-12-23T00:00:00.000Z !") << text;
  EXPECT_EQ(read("2004-12-23Z"), "2004-12-23T00:00:00.000Z !");
  EXPECT_EQ(read("2004-12-23+02:00"), "2004-12-22T22:00:00.000Z !");
  EXPECT_EQ(read("2004-12-23T24:00:00Z"), "2004-12-24T00:00:00.000Z");
  EXPECT_EQ(read("2.2.2004"), "2004-02-02T00:00:00.000Z !");
  EXPECT_EQ(read("02/02/2004"), "2004-02-02T00:00:00.000Z !");
}

TEST(announced_date, leaves_what_has_several_readings_or_none) {
  for (const auto* text : {"",
                           "yesterday",
                           "01/02/2004",
                           "2004-13-01",
                           "2004-02-30",
                           "2005-02-29",
                           "2004-12-23T25:00:00Z",
                           "2004-12-23T18:61Z",
                           "2004-12-23T18Z",
                           "0000-00-00",
                           "0001-01-01T00:00:00Z",
                           "1970-01-01",
                           "0",
                           "2004-12-23T18:00:15+19:00",
                           "2004-12-23T18:00:15 XYZ",
                           "2004-12-23T18:00:15Z trailing",
                           "12004-01-01",
                           "04-12-23",
                           "23 Brumaire 2004",
                           "2004-W52",
                           "Thu, 23 Dec 2004 18:00:15 CET",
                           "Dec 2004",
                           "2004-12-23T18:00:15.Z",
                           "2004-12/23",
                           "1 2 3",
                           "١٢"})
    EXPECT_EQ(read(text), "none") << text;
  EXPECT_EQ(read(std::string(200, '1')), "none");
}

TEST(announced_date, reads_rfc_822_for_rss) {
  const auto read_rss = [](std::string_view text) { return read(text, date_style::rfc_822); };
  EXPECT_EQ(read_rss("Thu, 05 Jan 2017 13:34:51 +0100"), "2017-01-05T12:34:51.000Z");
  EXPECT_EQ(read_rss("Thu, 05 Jan 17 13:34:52 GMT"), "2017-01-05T13:34:52.000Z");
  EXPECT_EQ(read_rss("5 Jan 98 13:34 PST"), "1998-01-05T21:34:00.000Z");
  EXPECT_EQ(read_rss("05 Jan 2017 13:34:53 Z"), "2017-01-05T13:34:53.000Z");
  EXPECT_EQ(read_rss("05 Jan 17 13:34:55"), "2017-01-05T13:34:55.000Z !");
  EXPECT_EQ(read_rss("05 Jan 2017"), "2017-01-05T00:00:00.000Z !");
  EXPECT_EQ(read_rss("2017-01-05T13:34:55Z"), "2017-01-05T13:34:55.000Z !");
  EXPECT_EQ(read_rss("\xC4\xF4, 29 \xC9\xE1\xED 2004 12:53:00 GMT"), "none");
}

TEST(announced_date, refuses_the_future) {
  const auto now = *read_announced_date("2026-01-01", date_style::w3c).value;
  EXPECT_EQ(read("2026-01-02", date_style::w3c, now), "2026-01-02T00:00:00.000Z");
  EXPECT_EQ(read("2026-01-04", date_style::w3c, now), "none");
  EXPECT_EQ(read("2026-01-04"), "2026-01-04T00:00:00.000Z");
}

TEST(announced_date, says_what_is_wrong) {
  EXPECT_EQ(read_announced_date("01/02/2004", date_style::w3c).fault,
            "may be read as day and month or as month and day, and is not used");
  EXPECT_EQ(read_announced_date("2004-12-23T18:00:15", date_style::w3c).fault,
            "has a time without zone, which is taken as UTC");
  EXPECT_EQ(read_announced_date("x", date_style::w3c).fault, "is no date");
}

}  // namespace
}  // namespace laundromat
