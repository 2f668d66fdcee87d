// Tests of the classes of status codes.
// SPDX-License-Identifier: Apache-2.0
#include "net/http_status.hpp"

#include <gtest/gtest.h>

namespace laundromat::test {

TEST(http_status, every_code_has_one_class_rfc9110_15) {
  const struct {
    std::string_view status;
    status_class expected;
  } cases[]{
      {"200", status_class::success},      {"203", status_class::success},   {"204", status_class::success},
      {"299", status_class::success},      {"206", status_class::failed},    {"301", status_class::redirect},
      {"302", status_class::redirect},     {"303", status_class::redirect},  {"307", status_class::redirect},
      {"308", status_class::redirect},     {"300", status_class::failed},    {"305", status_class::failed},
      {"304", status_class::not_modified}, {"400", status_class::failed},    {"401", status_class::failed},
      {"403", status_class::failed},       {"404", status_class::failed},    {"410", status_class::failed},
      {"408", status_class::retryable},    {"425", status_class::retryable}, {"429", status_class::retryable},
      {"500", status_class::retryable},    {"501", status_class::failed},    {"502", status_class::retryable},
      {"503", status_class::retryable},    {"504", status_class::retryable}, {"505", status_class::failed},
      {"522", status_class::retryable},    {"524", status_class::retryable}, {"525", status_class::failed},
      {"999", status_class::failed},       {"101", status_class::failed}};
  for (const auto& c : cases) EXPECT_EQ(classify_status(c.status), c.expected) << c.status;
}

TEST(http_status, texts_that_are_no_code_are_failures_D09) {
  for (const std::string_view text : {"", "OK", "Not Found", "20", "2000", "200 OK", "+20", "020", "2O0"}) {
    EXPECT_EQ(status_code(text), std::nullopt) << text;
    EXPECT_EQ(classify_status(text), status_class::failed) << text;
  }
}

}  // namespace laundromat::test
