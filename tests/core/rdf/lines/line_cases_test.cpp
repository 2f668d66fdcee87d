// The defects of N-Triples and N-Quads: each case is a file below `cases`.
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/rdf/cases.hpp"

namespace laundromat {
namespace {

class line_cases : public ::testing::TestWithParam<std::string> {};

TEST_P(line_cases, a_document_gives_its_statements_defects_and_spans) {
  testing::check_case(GetParam());
}

INSTANTIATE_TEST_SUITE_P(all, line_cases,
                         ::testing::ValuesIn(testing::list_cases("tests/core/rdf/lines/cases")),
                         testing::case_name);

}  // namespace
}  // namespace laundromat
