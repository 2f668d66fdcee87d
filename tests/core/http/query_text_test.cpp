// Tests of queries: URL Standard section 5.1, read strictly.
// SPDX-License-Identifier: Apache-2.0
#include "core/http/query_text.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

using pairs = std::vector<query_pair>;

errc error_of(std::string_view text, query_limits limits = {}) {
  const auto read = parse_query(text, limits);
  return read ? errc::ok : read.error().code;
}

TEST(query_text, has_pairs_in_order_with_duplicates) {
  EXPECT_EQ(parse_query("a=1&b=2&a=3&&c&=d&e=").value(),
            (pairs{{"a", "1"}, {"b", "2"}, {"a", "3"}, {"c", ""}, {"", "d"}, {"e", ""}}));
  EXPECT_EQ(parse_query("").value(), pairs{});
  EXPECT_EQ(parse_query("&").value(), pairs{});
  EXPECT_EQ(parse_query("u=http://h/?x=y;z").value(), (pairs{{"u", "http://h/?x=y;z"}}));
}

TEST(query_text, is_decoded) {
  EXPECT_EQ(parse_query("a+b=c%20d%2Be%26%3D%c3%A9").value(), (pairs{{"a b", "c d+e&=\xC3\xA9"}}));
}

TEST(query_text, that_has_no_single_reading_is_refused) {
  for (const std::string_view text : {"%", "a=%4", "a=%zz", "a=%u0041", "a=%00", "a=%1b", "%7f", "a=%ff",
                                      "a=%C0%80", "a=%ED%A0%80", "a=%F5%80%80%80", "a=%E2%82", "a=\xFF"})
    EXPECT_EQ(error_of(text), errc::invalid_argument) << text;
  EXPECT_EQ(error_of("a=%0d%0a%09\xC3\xA9%F0%9F%98%80"), errc::ok);
}

TEST(query_text, has_limits) {
  EXPECT_EQ(error_of("a&a&a", {.pairs = 3}), errc::ok);
  EXPECT_EQ(error_of("a&a&a&a", {.pairs = 3}), errc::invalid_argument);
  EXPECT_EQ(error_of("abcd", {.text_bytes = 3}), errc::invalid_argument);
}

TEST(query_text, that_is_written_is_read_again) {
  const pairs all{{"a b", "&=+%\r\n"}, {"", ""}, {"\xC3\xA9", "x"}, {"a b", ""}};
  EXPECT_EQ(write_query(all), "a+b=%26%3D%2B%25%0D%0A&=&%C3%A9=x&a+b=");
  EXPECT_EQ(parse_query(write_query(all)).value(), all);
}

}  // namespace
}  // namespace laundromat
