// The cases of RDFa: documents with defects, and what a reader makes of them.
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/rdf/cases.hpp"

namespace laundromat::testing {
namespace {

class rdfa_case : public ::testing::TestWithParam<std::string> {};

TEST_P(rdfa_case, is_read_as_expected) {
  check_case(GetParam());
}

TEST_P(rdfa_case, keeps_the_properties_of_a_reader_under_every_profile) {
  for (const auto profile : {wash_profile::strict, wash_profile::standard, wash_profile::max_recall}) {
    reader_options options{base};
    options.profile = profile;
    (void)read_with_properties(rdf_format::rdfa, read_case_file(GetParam()), options);
  }
}

INSTANTIATE_TEST_SUITE_P(files, rdfa_case, ::testing::ValuesIn(list_cases("tests/core/rdf/rdfa/cases")),
                         case_name);

}  // namespace
}  // namespace laundromat::testing
