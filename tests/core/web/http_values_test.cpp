// Tests of header field values, valid and invalid.
// SPDX-License-Identifier: Apache-2.0
#include "core/web/http_values.hpp"

#include <gtest/gtest.h>

namespace laundromat {

namespace {

using namespace std::chrono;

const timestamp noon = timestamp{sys_days{year{2026} / March / 1}} + hours{12};

}  // namespace

TEST(content_type, is_media_type_and_charset_rfc9110_8_3) {
  struct {
    std::string_view value, media_type, charset;
  } const cases[] = {
      {"text/turtle", "text/turtle", ""},
      {"Text/Turtle; Charset=UTF-8", "text/turtle", "utf-8"},
      {"text/html;charset=\"utf-8\"", "text/html", "utf-8"},
      {"text/html;charset='ISO-8859-1'", "text/html", "iso-8859-1"},
      {" application/rdf+xml ;; charset = utf-8 ; x ", "application/rdf+xml", "utf-8"},
      {"text/html, text/turtle", "text/html", ""},
      {"text/html; charset=utf-8, text/turtle; charset=latin1", "text/html", "utf-8"},
      {"text/html; charset=utf-8; charset=latin1", "text/html", "utf-8"},
      {"; charset=utf-8", "", "utf-8"},
      {"charset=utf-8", "", ""},
      {"turtle", "", ""},
      {"text/", "", ""},
      {"text/a/b", "", ""},
      {"text/tur tle", "", ""},
      {"text/html; charset=\"utf-8", "text/html", "utf-8"},
      {"text/html; charset=\"a\\\"b;,\"; x=y", "text/html", "a\"b;,"},
      {"", "", ""},
      {";;;", "", ""},
  };
  for (const auto& c : cases) {
    const auto type = parse_content_type(c.value);
    EXPECT_EQ(type.media_type, c.media_type) << c.value;
    EXPECT_EQ(type.charset, c.charset) << c.value;
  }
}

TEST(content_type, keeps_other_parameters) {
  const auto type =
      parse_content_type("application/ld+json; Profile=\"http://www.w3.org/ns/json-ld#expanded\"; q=1");
  ASSERT_EQ(type.parameters.size(), 2U);
  EXPECT_EQ(type.parameters[0],
            (std::pair<std::string, std::string>{"profile", "http://www.w3.org/ns/json-ld#expanded"}));
}

TEST(content_type, has_its_version_of_rdf_beside_the_type) {
  constexpr std::pair<std::string_view, std::string_view> cases[] = {
      {"text/turtle", "text/turtle"},
      {"Text/Turtle; charset=utf-8; Version=1.2", "text/turtle;version=1.2"},
      {"application/trig; version=\"1.2-basic\"", "application/trig;version=1.2-basic"},
      {"text/turtle; version=", "text/turtle"},
      {"text/turtle; version=\"a b\"", "text/turtle"},
      {"text/turtle; version=12345678901234567", "text/turtle"},
      {"; version=1.2", ""},
  };
  for (const auto& [value, expected] : cases)
    EXPECT_EQ(media_type_with_version(parse_content_type(value)), expected) << value;
}

TEST(http_date, is_read_in_three_forms_rfc9110_5_6_7) {
  const timestamp wanted =
      timestamp{sys_days{year{1994} / November / 6}} + hours{8} + minutes{49} + seconds{37};
  for (std::string_view value :
       {"Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"})
    EXPECT_EQ(parse_http_date(value, noon), wanted) << value;
}

TEST(http_date, a_short_year_is_at_most_fifty_years_ahead_rfc9110_5_6_7) {
  const auto year_read = [](std::string_view value) {
    return static_cast<int>(year_month_day{floor<days>(parse_http_date(value, noon).value())}.year());
  };
  EXPECT_EQ(year_read("Sunday, 06-Nov-76 08:49:37 GMT"), 2076);
  EXPECT_EQ(year_read("Sunday, 06-Nov-77 08:49:37 GMT"), 1977);
}

TEST(http_date, other_text_is_not_a_date) {
  for (std::string_view value :
       {"", "0", "-1", "noon", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 CET",
        "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nox 1994 08:49:37 GMT", "Sun, 06 Nov 1994 25:49:37 GMT",
        "Sun, 06 Nov 994 08:49:37 GMT", "Sun, 06 Nov 1994 8:49:37 GMT", "1994-11-06T08:49:37Z"})
    EXPECT_EQ(parse_http_date(value, noon), std::nullopt) << value;
}

TEST(retry_after, is_seconds_or_a_date_rfc9110_10_2_3) {
  EXPECT_EQ(parse_retry_after("120", noon), seconds{120});
  EXPECT_EQ(parse_retry_after(" 0 ", noon), seconds{0});
  EXPECT_EQ(parse_retry_after("Sun, 01 Mar 2026 12:02:00 GMT", noon), seconds{120});
  EXPECT_EQ(parse_retry_after("Sun Mar  1 12:00:01 2026", noon), seconds{1});
  EXPECT_EQ(parse_retry_after("99999999999999999999", noon), seconds{315'360'000});
}

TEST(retry_after, garbage_and_the_past_are_nothing) {
  for (std::string_view value :
       {"", "-1", "-120", "soon", "1.5", "12x", "Sun, 01 Mar 2026 11:59:59 GMT", "Sun, 01 Mar 2026"})
    EXPECT_EQ(parse_retry_after(value, noon), std::nullopt) << value;
}

TEST(location, is_resolved_and_encoded_rfc9110_10_2_2) {
  struct {
    std::string_view value, target;
  } const cases[] = {
      {"http://b/c", "http://b/c"},   {"/c d", "http://a/c%20d"},
      {"../c", "http://a/c"},         {"//b/c", "http://b/c"},
      {"?q", "http://a/x/y?q"},       {" \"http://b/\xc3\xa9\" ", "http://b/%C3%A9"},
      {"<https://b/>", "https://b/"}, {"http://b/\r\nX: y", "http://b/%0D%0AX:%20y"},
      {"HTTPS://b/", "HTTPS://b/"},
  };
  for (const auto& c : cases) {
    const auto target = resolve_location("http://a/x/y", c.value);
    ASSERT_TRUE(target) << c.value;
    EXPECT_EQ(*target, c.target) << c.value;
  }
}

TEST(location, inherits_the_fragment_rfc9110_10_2_2) {
  EXPECT_EQ(resolve_location("http://a/x#f", "/y").value(), "http://a/y#f");
  EXPECT_EQ(resolve_location("http://a/x#f", "/y#g").value(), "http://a/y#g");
}

TEST(location, never_leaves_http_and_https) {
  for (std::string_view value : {"file:///etc/passwd", "ftp://h/", "gopher://h/", "dict://h/", "scp://h/",
                                 "smb://h/", "ldap://h/", "data:,x", "javascript:1"})
    EXPECT_EQ(resolve_location("http://a/", value).error().code, errc::redirect_scheme) << value;
  for (std::string_view value : {"", " ", "\"\"", "<>"})
    EXPECT_EQ(resolve_location("http://a/", value).error().code, errc::redirect_without_location) << value;
  for (std::string_view value : {"http://", "http:///x", "http://h:0/", "http://h:70000/"})
    EXPECT_EQ(resolve_location("http://a/", value).error().code, errc::uri_syntax) << value;
}

}  // namespace laundromat
