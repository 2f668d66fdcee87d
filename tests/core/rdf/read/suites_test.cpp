// The W3C suites as tests; they run where LAUNDROMAT_SHARED names the folder that holds `suites`.
// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/suites.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

namespace laundromat::conformance {
namespace {

class w3c : public ::testing::TestWithParam<std::string> {};

TEST_P(w3c, every_test_passes) {
  const char* shared = std::getenv("LAUNDROMAT_SHARED");
  if (!shared) GTEST_SKIP() << "LAUNDROMAT_SHARED does not name a folder with the W3C suites in `suites/`";
  const auto* suite = find_suite(GetParam());
  ASSERT_TRUE(suite);
  const auto verdicts = suite->run(std::string(shared) + "/suites");
  ASSERT_TRUE(verdicts) << to_string(verdicts.error());
  for (const auto& one : *verdicts) EXPECT_NE(one.result, outcome::failed) << one.test << ": " << one.reason;
  EXPECT_GE(count(*verdicts, outcome::passed), suite->bar.value_or(20));
}

INSTANTIATE_TEST_SUITE_P(suites, w3c,
                         ::testing::Values("rdf11-n-triples", "rdf11-n-quads", "rdf11-turtle", "rdf11-xml",
                                           "jsonld11-toRdf", "rdf11-trig", "rdfc-1.0", "rdf12-canonical-nt",
                                           "rdf12-canonical-nq"),
                         [](const auto& one) {
                           std::string name = one.param;
                           std::ranges::replace_if(
                               name, [](char c) { return c == '-' || c == '.'; }, '_');
                           return name;
                         });

}  // namespace
}  // namespace laundromat::conformance
