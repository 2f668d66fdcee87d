// The W3C suites as tests; needs LAUNDROMAT_SHARED, the folder that contains `suites`.
// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/suites.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

namespace laundromat::conformance {
namespace {

class w3c : public ::testing::TestWithParam<const suite*> {};

TEST_P(w3c, no_test_fails_and_none_is_missing) {
  const char* shared = std::getenv("LAUNDROMAT_SHARED");
  if (!shared) GTEST_SKIP() << "LAUNDROMAT_SHARED does not name a folder with the W3C suites in `suites/`";
  const auto verdicts = GetParam()->run(std::string(shared) + "/suites");
  ASSERT_TRUE(verdicts) << to_string(verdicts.error());
  for (const auto& one : *verdicts) EXPECT_NE(one.result, outcome::failed) << one.test << ": " << one.reason;
  EXPECT_GE(count(*verdicts, outcome::passed), GetParam()->target.value_or(20));
}

std::vector<const suite*> pointers_to_all() {
  std::vector<const suite*> all;
  for (const auto& one : all_suites()) all.push_back(&one);
  return all;
}

INSTANTIATE_TEST_SUITE_P(suites, w3c, ::testing::ValuesIn(pointers_to_all()), [](const auto& one) {
  std::string name{one.param->name};
  std::ranges::replace_if(
      name, [](char c) { return c == '-' || c == '.'; }, '_');
  return name;
});

}  // namespace
}  // namespace laundromat::conformance
