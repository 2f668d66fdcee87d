// Which elements an end tag closes, and when a document has come to its end.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/document/element_ends.hpp"

#include <gtest/gtest.h>

#include "tests/core/rdf/rdfa/document_parts.hpp"

namespace laundromat::rdfa {
namespace {

struct rdfa_element_ends : document_parts {
  void end(std::string_view name) {
    raw_tag one;
    one.name = name;
    ends.end(one, name_hash(name, !dialect.is_xml()));
  }

  html_tree tree{elements, [this] { ends.pop(); }, [this](std::size_t index) { elements.detach(index); },
                 [](const open_element&) { return false; }};
  element_ends ends{scanner, dialect, elements, tree, damage, skips, evaluation};
};

TEST_F(rdfa_element_ends, in_xml_an_end_tag_closes_the_element_of_its_name_and_what_is_in_it) {
  open_root("<r xmlns=\"http://x.example/\">");
  ASSERT_TRUE(dialect.is_xml());
  open("<a>");
  open("<b>");
  end("b");
  EXPECT_EQ(elements.size(), 2u);
  open("<b>");
  open("<c>");
  end("a");
  EXPECT_EQ(elements.size(), 1u) << "b and c lost their end tags";
  end("x");
  EXPECT_EQ(elements.size(), 1u) << "it is the end of no element";
}

TEST_F(rdfa_element_ends, in_html_a_document_has_ended_behind_the_end_tag_of_its_root) {
  open_root("<html>");
  ASSERT_FALSE(dialect.is_xml());
  open("<body>");
  end("body");
  EXPECT_TRUE(ends.is_past_body());
  EXPECT_FALSE(ends.is_past_end());
  end("html");
  EXPECT_TRUE(ends.is_past_end());
  ends.note_content();
  EXPECT_FALSE(ends.is_past_end());
  EXPECT_FALSE(ends.is_past_body());
}

TEST_F(rdfa_element_ends, the_end_tag_of_an_inner_root_is_not_that_of_the_document) {
  open_root("<html>");
  open("<body>");
  ends.note_inner_root();
  end("html");
  EXPECT_FALSE(ends.is_past_end());
  end("html");
  EXPECT_TRUE(ends.is_past_end());
  ends.note_inner_root();
  ends.begin_document();
  EXPECT_FALSE(ends.is_past_end());
  end("html");
  EXPECT_TRUE(ends.is_past_end()) << "the inner root was one of the document before";
}

TEST_F(rdfa_element_ends, a_void_element_of_xhtml_that_does_not_end_at_once_makes_it_html) {
  (void)dialect.take_xml_declaration();
  open_root("<html xmlns='http://www.w3.org/1999/xhtml'>");
  ASSERT_TRUE(dialect.is_xml());
  open("<br>");
  const auto depth = elements.size();
  ends.expect_void_end();
  EXPECT_TRUE(ends.is_void_pending());
  ends.close_void({end_bytes, 0});
  EXPECT_FALSE(ends.is_void_pending());
  EXPECT_FALSE(dialect.is_xml());
  EXPECT_EQ(elements.size(), depth - 1);
}

}  // namespace
}  // namespace laundromat::rdfa
