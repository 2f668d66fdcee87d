// The cases of RDFa: documents with defects, and what a reader makes of them.
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/rdf/cases.hpp"

namespace laundromat::testing {
namespace {

class rdfa_case : public ::testing::TestWithParam<std::string> {};

TEST_P(rdfa_case, is_read_as_expected) {
  check_case(GetParam());
}

TEST_P(rdfa_case, is_treated_as_the_table_of_defects_says) {
  for (const auto profile : {wash_profile::strict, wash_profile::standard, wash_profile::max_recall}) {
    reader_options options{base};
    options.profile = profile;
    for (const auto& found : read_text(rdf_format::rdfa, read_case_file(GetParam()), 0, options).defects) {
      const auto most = treatment_of(found.rule, profile);
      EXPECT_TRUE(found.done == treatment::note || most != treatment::note) << to_string(found.rule);
      EXPECT_TRUE(found.done != treatment::repair || profile != wash_profile::strict)
          << to_string(found.rule);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(files, rdfa_case, ::testing::ValuesIn(list_cases("tests/core/rdf/rdfa/cases")),
                         case_name);

}  // namespace
}  // namespace laundromat::testing
