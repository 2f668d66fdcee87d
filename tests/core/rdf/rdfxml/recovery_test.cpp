// What damage takes with it: the bytes and defects of skipped elements, of parts of tags, and of roots that are no RDF.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/rdf/rdfxml/emission/omitted_parts.hpp"
#include "core/rdf/rdfxml/recovery/foreign_root.hpp"
#include "core/rdf/rdfxml/recovery/lookahead_budget.hpp"
#include "core/rdf/rdfxml/recovery/skipped_element.hpp"
#include "tests/core/rdf/reading.hpp"

namespace laundromat::rdfxml {
namespace {

using spans = std::vector<std::pair<span_kind, std::uint64_t>>;

/// A log over a document of 100 bytes in lines of ten.
class recovery : public ::testing::Test {
 protected:
  recovery() : log(sink, wash_profile::standard, 1'000) {
    for (int i = 0; i < 10; ++i) document += "012345678\n";
    log.show(document);
  }
  std::string document;
  laundromat::testing::remembering_sink sink;
  defect_log log;
};

TEST_F(recovery, a_skipped_element_is_one_range_and_one_defect) {
  skipped_element skipped(log);
  EXPECT_EQ(skipped.depth(), 0u);
  skipped.begin(3, 12, {errc::rdf_xml_grammar, 15, "why"});
  EXPECT_EQ(skipped.depth(), 3u);
  skipped.end(25);
  EXPECT_EQ(skipped.depth(), 0u);
  log.finish();
  EXPECT_EQ(sink.spans, (spans{{span_kind::syntax, 12}, {span_kind::quarantine, 13}}));
  ASSERT_EQ(sink.defects.size(), 1u);
  const auto& found = sink.defects.front();
  EXPECT_EQ(found.rule, errc::rdf_xml_grammar);
  EXPECT_EQ(found.done, treatment::skip);
  EXPECT_EQ(found.offset_bytes, 12u);
  EXPECT_EQ(found.length_bytes, 13u);
  EXPECT_EQ(found.token_offset_bytes, 15u);
  EXPECT_EQ(found.line, 2u);
  EXPECT_EQ(found.column, 6u);
  EXPECT_EQ(found.message.substr(0, 3), "why");
}

TEST_F(recovery, a_skipped_element_begins_behind_what_is_already_written) {
  log.reach(20, span_kind::statement);
  skipped_element skipped(log);
  skipped.begin(1, 12, {errc::rdf_xml_grammar, 30});
  skipped.end(40);
  log.finish();
  EXPECT_EQ(sink.spans, (spans{{span_kind::statement, 20}, {span_kind::quarantine, 20}}));
  EXPECT_EQ(sink.defects.front().offset_bytes, 20u);
}

TEST_F(recovery, omitted_parts_are_reported_in_the_order_of_the_tag) {
  omitted_parts omitted;
  EXPECT_TRUE(omitted.is_empty());
  omitted.report(span_kind::statement, log);
  omitted.add(20, 24, {errc::bad_iri, 21}, log);
  omitted.add(10, 14, {errc::bad_attribute, 10}, log);
  EXPECT_TRUE(sink.defects.empty()) << "the element may be skipped";
  omitted.report(span_kind::statement, log);
  EXPECT_TRUE(omitted.is_empty());
  log.finish();
  EXPECT_EQ(sink.spans, (spans{{span_kind::statement, 10},
                               {span_kind::quarantine, 4},
                               {span_kind::statement, 6},
                               {span_kind::quarantine, 4}}));
  ASSERT_EQ(sink.defects.size(), 2u);
  EXPECT_EQ(sink.defects[0].rule, errc::bad_attribute);
  EXPECT_EQ(sink.defects[1].rule, errc::bad_iri);
}

TEST_F(recovery, a_foreign_root_without_rdf_is_skipped) {
  foreign_root root(log);
  root.begin(10);
  EXPECT_TRUE(root.is_open());
  EXPECT_TRUE(root.close(90));
  EXPECT_FALSE(root.is_open());
  log.finish();
  EXPECT_EQ(sink.spans, (spans{{span_kind::syntax, 10}, {span_kind::quarantine, 80}}));
  ASSERT_EQ(sink.defects.size(), 1u);
  EXPECT_EQ(sink.defects.front().line, 2u);
}

TEST_F(recovery, a_foreign_root_with_rdf_is_syntax_around_it) {
  foreign_root root(log);
  root.begin(10);
  EXPECT_FALSE(root.add_rdf(20)) << "the first";
  log.reach(40, span_kind::statement);
  EXPECT_TRUE(root.add_rdf(50)) << "another document";
  EXPECT_FALSE(root.close(90));
  log.finish();
  EXPECT_TRUE(sink.defects.empty());
  EXPECT_EQ(sink.spans,
            (spans{{span_kind::syntax, 10}, {span_kind::statement, 30}, {span_kind::syntax, 50}}));
}

TEST(lookahead_budget, grows_with_what_was_read) {
  lookahead_budget budget(100, 1, 8);
  budget.spend(100);
  EXPECT_TRUE(budget.is_left(0));
  budget.spend(1);
  EXPECT_FALSE(budget.is_left(7));
  EXPECT_TRUE(budget.is_left(8));
  budget.restore(100);
  EXPECT_TRUE(budget.is_left(0));
  EXPECT_EQ(budget.spent_bytes(), 100u);
}

}  // namespace
}  // namespace laundromat::rdfxml
