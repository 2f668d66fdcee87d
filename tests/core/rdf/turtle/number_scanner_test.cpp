// Numbers: their kind, and what only begins like one.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/tokens/number_scanner.hpp"

#include <gtest/gtest.h>

#include "tests/core/rdf/turtle/scanner_text.hpp"

namespace laundromat::turtle {
namespace {

std::string scan_number(std::string_view text, bool is_closed = true) {
  const testing::scanner_text on(text, is_closed);
  return testing::describe_token(scan_number(on.window, on.at()));
}

TEST(number_scanner, distinguishes_three_kinds) {
  EXPECT_EQ(scan_number("12 "), "integer 12");
  EXPECT_EQ(scan_number("-012;"), "integer -012");
  EXPECT_EQ(scan_number("1.5 "), "decimal 1.5");
  EXPECT_EQ(scan_number(".5 "), "decimal .5");
  EXPECT_EQ(scan_number("+1e6 "), "real +1e6");
  EXPECT_EQ(scan_number("1.e-6 "), "real 1.e-6");
}

TEST(number_scanner, a_dot_without_a_digit_ends_the_statement) {
  EXPECT_EQ(scan_number("12. "), "integer 12");
  EXPECT_EQ(scan_number("1.5.\n"), "decimal 1.5");
}

TEST(number_scanner, what_goes_on_is_no_number) {
  EXPECT_EQ(scan_number("12a "), "stray 12a");
  EXPECT_EQ(scan_number("1.2.3 "), "stray 1.2.3");
  EXPECT_EQ(scan_number("- "), "stray -");
  EXPECT_EQ(scan_number("1e "), "stray 1e");
}

TEST(number_scanner, waits_for_the_end) {
  EXPECT_EQ(scan_number("12", false), "need_more");
  EXPECT_EQ(scan_number("12."), "integer 12");
  EXPECT_EQ(scan_number("12.", false), "need_more");
}

}  // namespace
}  // namespace laundromat::turtle
