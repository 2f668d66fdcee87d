// Numbers, dates and limits that the suite does not have.
// SPDX-License-Identifier: Apache-2.0
#include "core/csvw/value_format.hpp"

#include <gtest/gtest.h>

#include "core/csvw/date_format.hpp"
#include "core/csvw/number_format.hpp"
#include "core/csvw/value_order.hpp"

namespace laundromat::csvw {

namespace {

std::string number(std::string_view pattern, std::string_view text, std::string_view decimal = {},
                   std::string_view group = {}) {
  const auto format = number_format::compile(pattern, decimal, group);
  return format ? format->read(text).value_or("no number") : "no pattern";
}

}  // namespace

TEST(csvw_number_format, reads_groups_and_other_characters_X05) {
  EXPECT_EQ(number("#.##0,00", "1.234.567,80", ",", "."), "1234567.80");
  EXPECT_EQ(number("#,##0.###,#", "1,234.567,8"), "1234.5678");
  EXPECT_EQ(number("", "1 234 567", {}, " "), "1234567");
  EXPECT_EQ(number("", "1,234"), "no number");
  EXPECT_EQ(number("0.##E0", "1.5E+10"), "1.5e+10");
  EXPECT_EQ(number("", "-12.5%"), "-0.125");
  EXPECT_EQ(number("", "7%"), "0.07");
  EXPECT_EQ(number("#0#", "1"), "no pattern");
}

TEST(csvw_date_format, reads_zones_X05) {
  const auto format = date_format::compile("d/M/yyyy HH:mm X", datatype::xsd_date_time);
  ASSERT_TRUE(format);
  EXPECT_EQ(format->read("3/12/2015 09:30 -05"), "2015-12-03T09:30:00-05:00");
  EXPECT_EQ(format->read("3/12/2015 09:30 Z"), "2015-12-03T09:30:00Z");
  EXPECT_FALSE(format->read("3/12/15 09:30 Z"));
  EXPECT_FALSE(date_format::compile("yy-MM-dd", datatype::xsd_date));
}

TEST(csvw_value_order, compares_without_losing_digits_X05) {
  EXPECT_TRUE(
      compare_values(value_kind::integer, "100000000000000000000000001", "100000000000000000000000000") > 0);
  EXPECT_TRUE(compare_values(value_kind::decimal, "-1.50", "-1.5") == 0);
  EXPECT_TRUE(compare_values(value_kind::time, "2015-01-01T00:00:00+01:00", "2014-12-31T23:00:00Z") == 0);
  EXPECT_TRUE(compare_values(value_kind::time, "--02-28", "--03-01") < 0);
  EXPECT_TRUE(compare_values(value_kind::duration, "P1M", "P40D") < 0);
  EXPECT_TRUE(compare_values(value_kind::duration, "P1M", "P30D") == std::partial_ordering::unordered);
}

}  // namespace laundromat::csvw
