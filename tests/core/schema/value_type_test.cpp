// Tests of the types that a text has.
// SPDX-License-Identifier: Apache-2.0
#include "core/schema/value_type.hpp"

#include <gtest/gtest.h>

#include "core/schema/text_scan.hpp"

namespace laundromat {
namespace {

struct type_case {
  const char* text;
  value_type narrowest;
};

constexpr type_case type_cases[] = {
    {"12", value_type::integer},
    {"-12", value_type::integer},
    {"0", value_type::integer},
    {"123456789012345678901234567890", value_type::integer},
    {"2024", value_type::year},
    {"1499", value_type::integer},
    {"12.50", value_type::decimal},
    {".5", value_type::decimal},
    {"1e3", value_type::number},
    {"1e999", value_type::text},
    {"007", value_type::text},
    {"-01", value_type::text},
    {"0.5", value_type::decimal},
    {"+31612345678", value_type::text},
    {" 12", value_type::text},
    {"1,234", value_type::text},
    {"-", value_type::text},
    {"true", value_type::boolean},
    {"False", value_type::boolean},
    {"fAlse", value_type::text},
    {"2026-02-28", value_type::date},
    {"2026-02-29", value_type::text},
    {"2026-02-28T10:00:00Z", value_type::date_time_stamp},
    {"2026-02-28T10:00:00.25+02:00", value_type::date_time_stamp},
    {"2026-02-28T24:00:00Z", value_type::date_time},
    {"2026-02-28T10:00:00", value_type::date_time},
    {"2026-02-28 10:00:00", value_type::text},
    {"10:00:00", value_type::time},
    {"25:00:00", value_type::text},
    {"http://example.org/", value_type::uri},
    {"http://example.org/ä", value_type::iri},
    {"urn:isbn:0451450523", value_type::uri},
    {"Note: read this", value_type::text},
    {"http://", value_type::text},
    {"http://a b/", value_type::text},
    {"a.b+c@example.org", value_type::email},
    {"Haus@de", value_type::language_tagged},
    {"colour@en-GB", value_type::language_tagged},
    {"a@", value_type::text},
    {"@de", value_type::text},
    {"Maastricht", value_type::text},
};

TEST(value_type, is_the_narrowest_of_a_text_X04) {
  for (const auto& one : type_cases)
    EXPECT_EQ(name_of(type_text(one.text).types.narrowest()), name_of(one.narrowest)) << one.text;
}

TEST(value_type, of_json_numbers_is_by_value_X04) {
  EXPECT_EQ(type_number("12").types.narrowest(), value_type::integer);
  EXPECT_EQ(type_number("12.00").types.narrowest(), value_type::integer);
  EXPECT_EQ(type_number("12.01").types.narrowest(), value_type::decimal);
  EXPECT_EQ(type_number("1e2").types.narrowest(), value_type::number);
}

TEST(value_type, orders_dates_by_the_instant_X04) {
  EXPECT_LT(type_text("2026-01-05T12:00:00+02:00").key, type_text("2026-01-05T10:00:01Z").key);
  EXPECT_EQ(type_text("2026-01-05T12:00:00+02:00").key, type_text("2026-01-05T10:00:00Z").key);
  EXPECT_EQ(type_text("1970-01-02T00:00:00.25Z").key, 86'400'250);
  EXPECT_EQ(type_text("1969-12-31").key, -86'400'000);
  EXPECT_EQ(type_text("01:00:00-01:30").key, 9'000'000);
}

TEST(is_less_decimal, compares_long_numbers_exactly_X04) {
  EXPECT_TRUE(is_less_decimal("123456789012345678", "123456789012345679"));
  EXPECT_FALSE(is_less_decimal("123456789012345679", "123456789012345678"));
  EXPECT_TRUE(is_less_decimal("-123456789012345679", "-123456789012345678"));
  EXPECT_TRUE(is_less_decimal("-1", "0.5"));
  EXPECT_TRUE(is_less_decimal("0.05", "0.5"));
  EXPECT_FALSE(is_less_decimal("1.50", "1.5"));
  EXPECT_FALSE(is_less_decimal("-0", "0"));
}

TEST(scan_text, counts_characters_and_finds_scripts_X04) {
  const auto found = scan_text("Привет, Ελλάδα 東京 x");
  EXPECT_EQ(found.characters, 19U);
  EXPECT_EQ(script_codes(found.scripts), (std::vector<std::string_view>{"Latn", "Grek", "Cyrl", "Hani"}));
  EXPECT_EQ(scan_text("12.5 × 3 €").scripts, 0U);
  EXPECT_EQ(script_codes(scan_text("é").scripts), std::vector<std::string_view>{"Latn"});
}

}  // namespace
}  // namespace laundromat
