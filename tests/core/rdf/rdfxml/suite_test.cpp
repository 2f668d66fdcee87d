// The W3C suite of RDF/XML; it runs where LAUNDROMAT_SHARED names the folder that holds `suites`.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/conformance/suites.hpp"

namespace laundromat::conformance {
namespace {

TEST(rdf_xml_suite, every_test_of_the_w3c_passes) {
  const char* shared = std::getenv("LAUNDROMAT_SHARED");
  if (!shared) GTEST_SKIP() << "LAUNDROMAT_SHARED does not name a folder with the W3C suites in `suites/`";
  const auto* suite = find_suite("rdf11-xml");
  ASSERT_TRUE(suite);
  const auto verdicts = suite->run(std::string(shared) + "/suites");
  ASSERT_TRUE(verdicts) << to_string(verdicts.error());
  for (const auto& one : *verdicts) EXPECT_NE(one.result, outcome::failed) << one.test << ": " << one.reason;
  EXPECT_EQ(count(*verdicts, outcome::passed), 166u);
}

}  // namespace
}  // namespace laundromat::conformance
