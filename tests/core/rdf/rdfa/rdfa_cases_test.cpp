// The cases of RDFa: documents with defects, and what a reader makes of them.
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/rdf/cases.hpp"

namespace laundromat::testing {
namespace {

class rdfa_case : public ::testing::TestWithParam<std::string> {};

TEST_P(rdfa_case, is_read_as_expected) {
  check_case(GetParam());
}

INSTANTIATE_TEST_SUITE_P(files, rdfa_case, ::testing::ValuesIn(list_cases("tests/core/rdf/rdfa/cases")),
                         case_name);

}  // namespace
}  // namespace laundromat::testing
