// The cases of this folder: dirt in Turtle and TriG, under the profiles that treat it differently.
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/rdf/cases.hpp"

namespace laundromat {
namespace {

class turtle_case : public ::testing::TestWithParam<std::string> {};

TEST_P(turtle_case, is_read_as_expected) {
  testing::check_case(GetParam());
}

std::string file_name(const ::testing::TestParamInfo<std::string>& info) {
  return testing::case_name(info) + std::filesystem::path(info.param).extension().string().replace(0, 1, "_");
}

INSTANTIATE_TEST_SUITE_P(cases, turtle_case,
                         ::testing::ValuesIn(testing::list_cases("tests/core/rdf/turtle/cases")), file_name);

}  // namespace
}  // namespace laundromat
