// Open elements, and what leaves them.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/document/open_elements.hpp"

#include "tests/core/rdf/rdfa/document_parts.hpp"

namespace laundromat::rdfa {
namespace {

using rdfa_element_stack = document_parts;
using lines = std::vector<std::string>;

TEST_F(rdfa_element_stack, taking_an_element_off_ends_its_literal) {
  open_root("<html>");
  open("<p about='http://s/s' property='http://p/p'>");
  EXPECT_TRUE(input.add_text(examine("text").offset_bytes, "text", raw_text::content, true, false));
  close();
  EXPECT_EQ(sink.lines, lines{"<http://s/s> <http://p/p> \"text\" ."});
  EXPECT_EQ(elements.size(), 1U);
}

TEST_F(rdfa_element_stack, an_unbalanced_element_has_no_literal) {
  open_root("<html>");
  open("<p about='http://s/s' property='http://p/p'>");
  elements.back().is_unbalanced = true;
  close();
  EXPECT_TRUE(sink.lines.empty());
  EXPECT_EQ(rules(), std::vector<errc>{errc::unterminated});
}

TEST_F(rdfa_element_stack, what_is_within_a_detached_element_inherits_from_around_it) {
  open_root("<html about='http://outer/'>");
  open("<b about='http://b/'>");
  open("<i>");
  const auto outer = elements[0].rdfa.context;
  EXPECT_NE(elements.context(), outer);
  elements.detach(1);
  EXPECT_EQ(elements.context(), outer);
  EXPECT_EQ(elements[1].hash, 0U);
}

TEST_F(rdfa_element_stack, the_innermost_guess_is_known_by_its_name) {
  open_root("<html>");
  EXPECT_EQ(elements.guessed_name(), 0U);
  open("<p>");
  elements.guess();
  open("<b>");
  EXPECT_EQ(elements.guessed_name(), elements[1].hash);
  close();
  close();
  EXPECT_EQ(elements.guessed_name(), 0U);
}

TEST_F(rdfa_element_stack, a_template_of_html_is_no_part_of_the_page) {
  open_root("<html>");
  open("<template>");
  EXPECT_TRUE(elements.is_in_template(false));
  EXPECT_FALSE(elements.is_in_template(true));
  EXPECT_TRUE(open_elements::begins_template(elements.back(), false));
}

}  // namespace
}  // namespace laundromat::rdfa
