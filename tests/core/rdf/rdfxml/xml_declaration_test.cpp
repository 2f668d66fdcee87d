// The XML declaration at the beginning of a document.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfxml/xml/xml_declaration.hpp"

#include <gtest/gtest.h>

namespace laundromat::rdfxml {
namespace {

TEST(xml_declaration, has_a_version_and_then_perhaps_an_encoding_and_standalone) {
  for (const auto* right : {"<?xml version=\"1.0\"?>", "<?xml version='1.1' encoding=\"UTF-8\" ?>",
                            "<?xml\tversion = \"1.0\" standalone='no'?>",
                            "<?xml version=\"1.0\" encoding=\"iso-8859-1\" standalone=\"yes\"\n?>"})
    EXPECT_EQ(find_declaration_fault(right), "") << right;
}

TEST(xml_declaration, is_not_well_formed_when_a_part_is_missing_repeated_or_cannot_be_read) {
  for (const auto* wrong :
       {"<?xml?>", "<?xml ?>", "<?xml version=1.0?>", "<?xml version\"1.0\"?>", "<?xml version=\"1.0?>",
        "<?xml version=\"1.0\"encoding=\"UTF-8\"?>", "<?xml version=\"1.0\" encoding=\"a\" encoding=\"a\"?>",
        "<?xml encoding=\"UTF-8\"?>", "<?xml encoding=\"UTF-8\" version=\"1.0\"?>", "<?xml version=\"2.0\"?>",
        "<?xml version=\"1.0\" encoding=\"\"?>", "<?xml version=\"1.0\" encoding=\"utf 8\"?>",
        "<?xml version=\"1.0\" standalone=\"maybe\"?>", "<?xml version=\"1.0\" other=\"x\"?>", "<?xml ",
        "<?xml"})
    EXPECT_NE(find_declaration_fault(wrong), "") << wrong;
}

}  // namespace
}  // namespace laundromat::rdfxml
