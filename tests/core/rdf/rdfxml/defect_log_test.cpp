// The log of defects: places in a window that moves, repairs that wait, and excerpts of what was dropped.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfxml/emission/defect_log.hpp"

#include <gtest/gtest.h>

#include "tests/core/rdf/reading.hpp"

namespace laundromat::rdfxml {
namespace {

class defect_log_of : public ::testing::Test {
 protected:
  laundromat::testing::remembering_sink sink;
  defect_log log{sink, wash_profile::standard, 8};
};

TEST_F(defect_log_of, a_window_finds_lines_and_columns_after_bytes_were_dropped) {
  const std::string text = "first\nsecond line\nthird";
  log.show(text);
  log.drop(8);
  log.show(std::string_view(text).substr(8));
  const auto place = log.place_of(13);
  EXPECT_EQ(place.line, 2u);
  EXPECT_EQ(place.column, 8u);
  EXPECT_EQ(log.place_of(18).line, 3u);
  EXPECT_EQ(log.place_of(9).column, 4u) << "places may be asked for in any order";
}

TEST_F(defect_log_of, a_repair_waits_until_its_bytes_are_kept) {
  log.show("0123456789");
  log.report({errc::mismatched_tag, treatment::repair, 4, 5, 4, "x"});
  log.report({errc::odd_character, treatment::note, 6, 7, 6});
  EXPECT_TRUE(sink.defects.empty()) << "reports keep their order";
  log.reach(6, span_kind::statement);
  ASSERT_EQ(sink.defects.size(), 2u);
  EXPECT_EQ(sink.defects[0].rule, errc::mismatched_tag);
  EXPECT_EQ(sink.defects[0].before, "4");
  EXPECT_EQ(sink.defects[0].after, "x");
}

TEST_F(defect_log_of, a_repair_in_skipped_bytes_is_dropped) {
  log.show("0123456789");
  log.report({errc::mismatched_tag, treatment::repair, 4, 5, 4, "x"});
  log.reach(2, span_kind::syntax);
  log.reach(8, span_kind::quarantine);
  log.finish();
  EXPECT_TRUE(sink.defects.empty());
}

TEST_F(defect_log_of, an_excerpt_may_begin_in_bytes_that_were_dropped) {
  const std::string text = "0123456789abcdef";
  log.show(text);
  log.hold(2);
  log.drop(10);
  log.show(std::string_view(text).substr(10));
  log.report({errc::rdf_xml_grammar, treatment::skip, 2, 16, 2}, {1, 3});
  ASSERT_EQ(sink.defects.size(), 1u);
  EXPECT_EQ(sink.defects[0].before, "23456789") << "as long as an excerpt may be";
  EXPECT_EQ(sink.defects[0].column, 3u);
}

}  // namespace
}  // namespace laundromat::rdfxml
