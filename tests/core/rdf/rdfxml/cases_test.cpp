// The defects of RDF/XML as files: each in `cases/`, with what is made of it.
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/rdf/cases.hpp"

namespace laundromat::testing {
namespace {

class rdf_xml_case : public ::testing::TestWithParam<std::string> {};

TEST_P(rdf_xml_case, is_read_as_its_file_says) {
  check_case(GetParam());
}

INSTANTIATE_TEST_SUITE_P(files, rdf_xml_case, ::testing::ValuesIn(list_cases("tests/core/rdf/rdfxml/cases")),
                         case_name);

}  // namespace
}  // namespace laundromat::testing
