// Tests of which source of an RML mapping a document is.
// SPDX-License-Identifier: Apache-2.0
#include "core/specs/rml_spec.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

std::shared_ptr<const rml_mapping> mapping_of_two() {
  constexpr std::string_view text = R"(
    @prefix rml: <http://w3id.org/rml/> .
    @prefix : <http://e.org/> .
    :a rml:logicalSource [ rml:source [ rml:path "in/my list.csv" ] ; rml:referenceFormulation rml:CSV ] ;
       rml:subjectMap [ rml:template "http://e.org/a/{id}" ; rml:class :A ] .
    :b rml:logicalSource [ rml:source [ rml:path "b#1.csv" ] ; rml:referenceFormulation rml:CSV ] ;
       rml:subjectMap [ rml:template "http://e.org/b/{id}" ; rml:class :B ] .
  )";
  auto read = read_rml_spec(text);
  EXPECT_TRUE(read);
  return read ? *read : nullptr;
}

TEST(rml_spec, knows_a_source_by_the_name_of_a_file_and_by_that_in_a_uri_X05) {
  const auto mapping = mapping_of_two();
  ASSERT_NE(mapping, nullptr);
  EXPECT_EQ(source_path_of(*mapping, "/srv/other/my list.csv"), "in/my list.csv");
  EXPECT_EQ(source_path_of(*mapping, "http://e.org/my%20list.csv?x=/y#z"), "in/my list.csv");
  EXPECT_EQ(source_path_of(*mapping, "b#1.csv"), "b#1.csv");
  EXPECT_EQ(source_path_of(*mapping, "http://e.org/other.csv"), "");
}

}  // namespace
}  // namespace laundromat
