// Valid and invalid values of each datatype, as lists.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/values/lexical_form.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace laundromat {
namespace {

using texts = std::vector<std::string>;

/// `type` is the name in the namespace of XML Schema.
void expect_forms(const std::string& type, const texts& canonical, const texts& variants,
                  const texts& outside) {
  const auto kind = datatype_of(std::string(xsd_namespace) + type);
  ASSERT_NE(kind, datatype::unknown) << type;
  const auto expect = [&](const texts& all, lexical_form form) {
    for (const auto& text : all)
      EXPECT_EQ(judge_lexical_form(kind, text), form) << '"' << text << "\"^^xsd:" << type;
  };
  expect(canonical, lexical_form::canonical);
  expect(variants, lexical_form::variant);
  expect(outside, lexical_form::outside);
}

TEST(lexical_form, integers_have_any_length) {
  const std::string nines(1'000, '9');
  expect_forms(
      "integer", {"0", "1", "-1", "42", nines, "-" + nines}, {"+1", "01", "-0", "+0", "00", "-007"},
      {"", "+", "-", "1.0", "400.000", "1e3", " 1", "1 ", "--1", "+-1", "0x1F", "1,000", "\xD9\xA3", "INF"});
}

TEST(lexical_form, integer_types_keep_their_ranges) {
  expect_forms("nonPositiveInteger", {"0", "-1", "-99999999999999999999"}, {"-0", "+0", "-01"}, {"1", "+1"});
  expect_forms("negativeInteger", {"-1"}, {"-01"}, {"0", "-0", "1"});
  expect_forms("nonNegativeInteger", {"0", "1", "99999999999999999999"}, {"-0", "+1", "01"}, {"-1"});
  expect_forms("positiveInteger", {"1", "99999999999999999999"}, {"+1", "01"}, {"0", "-1", "00"});
  expect_forms("long", {"9223372036854775807", "-9223372036854775808"}, {"+0009223372036854775807"},
               {"9223372036854775808", "-9223372036854775809", "10000000000000000000"});
  expect_forms("int", {"2147483647", "-2147483648"}, {"+2147483647"},
               {"2147483648", "-2147483649", "2147483647.0"});
  expect_forms("short", {"32767", "-32768"}, {"032767"}, {"32768", "-32769"});
  expect_forms("byte", {"127", "-128"}, {"+127"}, {"128", "-129", "1000"});
  expect_forms("unsignedLong", {"18446744073709551615", "0"}, {"-0"}, {"18446744073709551616", "-1"});
  expect_forms("unsignedInt", {"4294967295"}, {"+4294967295"}, {"4294967296", "-1"});
  expect_forms("unsignedShort", {"65535"}, {"00065535"}, {"65536", "-1"});
  expect_forms("unsignedByte", {"255"}, {"0255"}, {"256", "-1"});
}

TEST(lexical_form, decimals) {
  expect_forms("decimal", {"0", "0.0", "1", "1.0", "-1.5", "0.05", "12345678901234567890.123"},
               {"+1", "01", "1.", ".5", "1.50", "-0", "-0.0", "00.5", "1.00"},
               {"", ".", "+", "-.", "1e1", "1,5", "1.2.3", "INF", "NaN", " 1.0"});
}

TEST(lexical_form, doubles_and_floats) {
  for (const auto* type : {"double", "float"})
    expect_forms(
        type, {"0.0E0", "-0.0E0", "1.0E0", "-1.5E10", "3.14E-7", "INF", "-INF", "NaN"},
        {"1", "1.0", "1e3", "1.0E+3", "10.0E0", "1.50E0", "01.0E0", "+INF", ".5", "5.", "1E1", "0.0E1",
         "0.5E1", "1.0E01", "1E99999"},
        {"", "inf", "Infinity", "nan", "-NaN", "1.0E", "E1", "1.0E1.0", "0x1p3", "1 ", "1d", "+-1", "."});
}

TEST(lexical_form, booleans) {
  expect_forms("boolean", {"true", "false"}, {"1", "0"}, {"", "TRUE", "True", "yes", "2", "t", " true"});
}

TEST(lexical_form, dates_are_of_the_calendar) {
  expect_forms("date",
               {"2004-02-29", "2000-02-29", "-0004-02-29", "12004-12-31", "2011-01-01Z", "2011-01-01+05:30",
                "0000-08-27", "0000-02-29", "123456789012-02-29", "98765432109876543212400-02-29"},
               {"2011-01-01+00:00", "2011-01-01-00:00", "-0000-01-01"},
               {"1900-02-29",
                "98765432109876543212300-02-29",
                "123456789013-02-29",
                "2001-02-29",
                "2011-04-31",
                "2011-13-01",
                "2011-00-10",
                "2011-01-00",
                "2011-01-32",
                "11-01-01",
                "011-01-01",
                "02011-01-01",
                "2011-1-1",
                "2011/01/01",
                "2011-01-01T00:00:00",
                "2011-01-01+14:01",
                "2011-01-01+15:00",
                "2011-01-01z",
                "2011-01-01+0530",
                "",
                "+2011-01-01",
                "2011-01-01 "});
}

TEST(lexical_form, times_of_day) {
  expect_forms("time", {"00:00:00", "23:59:59", "12:00:00.5", "12:00:00Z", "12:00:00-14:00"},
               {"24:00:00", "24:00:00.000", "12:00:00.50", "12:00:00.0", "12:00:00+00:00"},
               {"T00:00", "00:00", "24:00:01", "24:01:00", "24:00:00.1", "25:00:00", "12:60:00", "12:00:60",
                "12:00:00.", "1:00:00", ""});
}

TEST(lexical_form, date_times) {
  expect_forms("dateTime", {"2013-04-25T18:09:00Z", "2013-04-25T18:09:00", "2013-04-25T18:09:00.123+01:00"},
               {"2013-04-25T24:00:00", "2013-04-25T18:09:00.10Z"},
               {"2013-04-25T118:09:00Z", "2013-04-25", "2013-04-25 18:09:00", "2013-04-25T18:09Z",
                "2013-02-30T00:00:00", "2013-04-25T18:09:00ZZ", "2013-04-25t18:09:00"});
  expect_forms("dateTimeStamp", {"2013-04-25T18:09:00Z"}, {"2013-04-25T18:09:00+00:00"},
               {"2013-04-25T18:09:00"});
}

TEST(lexical_form, parts_of_dates) {
  expect_forms("gYear", {"2011", "-0044", "12011", "2011Z"}, {"2011+00:00"},
               {"11", "011", "02011", "2011-01", "", "-"});
  expect_forms("gYearMonth", {"2011-12", "2011-01Z"}, {"2011-01-00:00"},
               {"2011-13", "2011", "2011-1", "2011-01-01"});
  expect_forms("gMonth", {"--12", "--01Z"}, {"--01+00:00"}, {"--13", "--12--", "12", "-12", "--1"});
  expect_forms("gMonthDay", {"--02-29", "--12-31Z"}, {}, {"--02-30", "--04-31", "02-29", "--13-01"});
  expect_forms("gDay", {"---31", "---01Z"}, {}, {"---32", "---00", "--01", "31", "---1"});
}

TEST(lexical_form, durations) {
  expect_forms("duration", {"P1Y", "P1Y2M3DT4H5M6.5S", "-P1D", "PT0S", "P400D", "PT0.5S"},
               {"P12M", "PT24H", "PT60M", "PT60S", "P0D", "P01Y", "PT1.50S", "-PT0S", "P1Y0M", "P0Y",
                "PT100S", "P1DT0H"},
               {"", "P", "PT", "P1", "1Y", "P1YT", "P1M1Y", "PT1D", "P1H", "P-1D", "P1.5D", "PT1.S", "PT.5S",
                "P1Y2Y", "+P1D", "P1S", "PT1H1H"});
  expect_forms("yearMonthDuration", {"P1Y11M", "P0M"}, {"P12M", "P0Y"}, {"P1D", "PT1H", "P1Y1D", "P"});
  expect_forms("dayTimeDuration", {"P1DT1H", "PT0S"}, {"P0D", "PT90M"}, {"P1Y", "P1M", "P1M1D"});
}

TEST(lexical_form, octets) {
  expect_forms("hexBinary", {"", "00FF"}, {"00ff", "aB"}, {"0", "0G", "00 FF", "0x00"});
  expect_forms("base64Binary", {"", "AAAA", "TWE=", "TQ==", "+/9z"}, {"TW E=", "AAAA AAAA", "T Q = ="},
               {"A", "AA", "AAA", "TWF=", "TR==", "T===", "====", " AAAA", "AAAA ", "AA  AA", "AAAA\n",
                "TQ==AAAA", "AA-_", "AA=A"});
}

TEST(lexical_form, texts_with_a_pattern) {
  expect_forms("normalizedString", {"", " a  b "}, {}, {"a\tb", "a\n", "\r"});
  expect_forms("token", {"", "a b"}, {}, {" a", "a ", "a  b", "a\nb"});
  expect_forms("NMTOKEN", {"1a", "-", "\xC3\xA9:x"}, {}, {"", "a b", "a/b"});
  expect_forms("Name", {"a", "_:-.1", "\xC3\xA9"}, {}, {"", "1a", "-a", "a b"});
  expect_forms("NCName", {"a", "\xE4\xB8\xAD"}, {}, {"a:b", ":a", "1", ""});
  expect_forms("language", {"en", "en-GB", "x-whatever", "i-navajo"}, {},
               {"", "en_GB", "123", "abcdefghi", "en-", "-en", "en-abcdefghi"});
  expect_forms("anyURI", {"", "http://example.org/", "a b", "#x"}, {},
               {" http://example.org/", "http://example.org/\n"});
  expect_forms("string", {"anything", " ", "\n"}, {}, {});
}

}  // namespace
}  // namespace laundromat
