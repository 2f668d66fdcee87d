// The cases of this project for RML, in the folder cases: one without `output.nq` is refused.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/core/rml/rml_case.hpp"
#include "tests/places.hpp"

namespace laundromat {
namespace {

TEST(rml_cases, make_their_statements_X05) {
  std::size_t count = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(source_path()) / "tests/core/rml/cases")) {
    EXPECT_EQ(testing::run_case(entry.path(), "http://base.example/"), "") << entry.path();
    ++count;
  }
  EXPECT_GE(count, 10U);
}

}  // namespace
}  // namespace laundromat
