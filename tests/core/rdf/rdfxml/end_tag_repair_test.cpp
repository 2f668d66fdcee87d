// End tags that do not match, among elements that the test opens.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfxml/grammar/end_tag_repair.hpp"

#include <gtest/gtest.h>

#include "tests/core/rdf/reading.hpp"

namespace laundromat::rdfxml {
namespace {

using outcome = end_tag_repair::outcome;

/// All elements are skipped, so that only their names matter.
class end_tag_repair_of : public ::testing::Test {
 protected:
  void open(std::initializer_list<std::string_view> names) {
    for (const auto name : names) elements.open_skipped(name, 0, errc::xml_syntax, 0);
  }
  /// Reads the end tag that the text begins with.
  outcome read(std::string_view text, bool is_end = true) {
    text_ = text;
    log.show(text_);
    const std::string_view rest = text_;
    const xml_token token{.kind = xml_token_kind::end_tag,
                          .length = rest.find('>') + 1,
                          .name = rest.substr(2, rest.find('>') - 2)};
    return ends.repair(token, {rest, 0, is_end});
  }

  reader_options options{testing::base};
  testing::remembering_sink sink;
  defect_log log{sink, options.profile, options.limits.excerpt_bytes};
  rdf_xml_parser parser{options, sink, log};
  sax_tags sax{nullptr};
  open_tags tags;
  document_elements elements{parser, sax, tags, log, options.profile, options.limits.excerpt_bytes};
  tag_lookahead lookahead{xml_lexer_limits{}};
  tag_match match{tags, parser.elements()};
  tag_examiner examiner{parser, tags, elements, lookahead, match};
  end_tag_repair ends{parser, tags, elements, examiner, match, log, options.profile, 7};
  std::string text_;
};

TEST_F(end_tag_repair_of, the_end_of_an_element_around_closes_those_in_it) {
  open({"root", "a", "b"});
  EXPECT_EQ(read("</a></root>"), outcome::matches);
  EXPECT_EQ(tags.count(), 2u);
  EXPECT_EQ(tags.name(), "a");
}

TEST_F(end_tag_repair_of, a_misspelt_end_is_that_of_the_innermost_element) {
  open({"root", "a", "b"});
  EXPECT_EQ(read("</x></a></root>"), outcome::done);
  EXPECT_EQ(tags.name(), "a");
}

TEST_F(end_tag_repair_of, a_superfluous_end_closes_nothing) {
  open({"root", "a", "b"});
  EXPECT_EQ(read("</x></b></a></root>"), outcome::done);
  EXPECT_EQ(tags.name(), "b");
}

TEST_F(end_tag_repair_of, elements_whose_start_tags_are_lost_are_opened) {
  open({"root", "a", "b"});
  EXPECT_EQ(read("</x></y></z></b></a></root>"), outcome::done);
  EXPECT_EQ(tags.count(), 5u);
  EXPECT_EQ(tags.name(0), "y") << "x has ended";
  EXPECT_EQ(tags.name(1), "z");
  EXPECT_EQ(tags.name(2), "b");
}

TEST_F(end_tag_repair_of, no_more_elements_are_opened_than_may_be_nested) {
  open({"root", "a", "b", "c"});
  EXPECT_EQ(read("</x></y></z></c></b></a></root>"), outcome::done);
  EXPECT_EQ(tags.name(), "b") << "it is read as a misspelt one";
}

TEST_F(end_tag_repair_of, waits_for_the_end_tags_ahead) {
  open({"root", "a", "b"});
  EXPECT_EQ(read("</x></a>", false), outcome::wait);
  EXPECT_EQ(tags.name(), "b");
}

}  // namespace
}  // namespace laundromat::rdfxml
