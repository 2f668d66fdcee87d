// The account of bytes and defects, on its own: no JSON is read here.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/root/document_account.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/core/rdf/reading.hpp"

namespace laundromat {
namespace {

using jsonld::document_account;
using jsonld::kept_beginning;
using jsonld::kept_text;
using testing::remembering_sink;
using spans = std::vector<std::pair<span_kind, std::uint64_t>>;
using offsets = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

struct json_document_account : ::testing::Test {
  json_document_account() { text.append("0123\n56789"); }

  void skip(std::uint64_t begin, std::uint64_t end, errc rule = errc::json_ld_invalid) {
    account.report(rule, treatment::skip, begin, end, "skipped");
  }
  void note(std::uint64_t begin, std::uint64_t end) {
    account.report(errc::lenient_json, treatment::note, begin, end, "noted");
  }
  /// Where reported defects begin, and their lengths.
  [[nodiscard]] offsets reported() const {
    offsets found;
    for (const auto& one : sink.defects) found.emplace_back(one.offset_bytes, one.length_bytes);
    return found;
  }

  kept_text text;
  remembering_sink sink;
  document_account account{text, wash_profile::standard, 4, sink};
};

TEST_F(json_document_account, lost_bytes_are_quarantine_and_all_spans_add_up) {
  account.lose(2, 4);
  account.lose(7, 9);
  account.settle(6, span_kind::statement);
  account.settle(10, span_kind::syntax);
  account.finish();
  EXPECT_EQ(sink.spans, (spans{{span_kind::statement, 2},
                               {span_kind::quarantine, 2},
                               {span_kind::statement, 2},
                               {span_kind::syntax, 1},
                               {span_kind::quarantine, 2},
                               {span_kind::syntax, 1}}));
}

TEST_F(json_document_account, forgotten_losses_and_reached_bytes_are_no_quarantine) {
  account.lose(2, 4);
  account.reach(5, span_kind::statement);
  account.lose(6, 8);
  account.forget_losses();
  account.settle(10, span_kind::statement);
  account.finish();
  EXPECT_EQ(sink.spans, (spans{{span_kind::statement, 10}}));
}

TEST_F(json_document_account, defects_come_in_the_order_of_the_document) {
  note(6, 7);
  note(3, 4);
  EXPECT_EQ(reported(), offsets());
  account.settle(4, span_kind::statement);
  EXPECT_EQ(reported(), (offsets{{3, 1}}));
  note(1, 2);  // before what is accounted for: at once
  account.settle(10, span_kind::statement);
  EXPECT_EQ(reported(), (offsets{{3, 1}, {1, 1}, {6, 1}}));
}

TEST_F(json_document_account, waiting_defects_are_bounded) {
  for (int i = 0; i < 4095; ++i) note(9, 10);
  EXPECT_EQ(sink.defects.size(), 0U);
  note(8, 9);
  EXPECT_EQ(sink.defects.size(), 4096U);
  EXPECT_EQ(sink.defects.front().offset_bytes, 8U);
}

TEST_F(json_document_account, a_defect_has_place_excerpt_and_distance) {
  account.report({errc::lenient_json, treatment::note, 5, 10, 7, "here", "instead"});
  account.settle(10, span_kind::statement);
  ASSERT_EQ(sink.defects.size(), 1U);
  EXPECT_EQ(sink.defects[0].line, 2U);
  EXPECT_EQ(sink.defects[0].column, 1U);
  EXPECT_EQ(sink.defects[0].before, "5678");  // cut to the excerpt's length
  EXPECT_EQ(sink.defects[0].after, "inst");
  EXPECT_EQ(sink.defects[0].message, "here, 2 bytes in");
}

TEST_F(json_document_account, losses_are_explained_once_and_only_where_no_skip_covers_them) {
  account.lose_unexplained(2, 4);
  account.lose_unexplained(6, 7);
  skip(1, 5, errc::syntax_error);
  account.explain_losses();
  account.explain_losses();
  account.settle(10, span_kind::statement);
  account.finish();
  EXPECT_EQ(reported(), (offsets{{1, 4}, {6, 1}}));
  EXPECT_EQ(sink.defects.back().rule, errc::syntax_error);  // that of the last skip
  EXPECT_TRUE(testing::covers_quarantine(sink));
}

TEST_F(json_document_account, skips_before_the_account_explain_nothing_later) {
  skip(1, 5);
  account.settle(3, span_kind::statement);
  account.forget_skips();
  account.lose_unexplained(2, 4);
  account.explain_losses();
  account.settle(10, span_kind::statement);
  EXPECT_EQ(reported(), (offsets{{1, 4}, {2, 2}}));
}

TEST_F(json_document_account, quarantine_is_reported_unless_a_skip_covers_it) {
  account.quarantine(1, 3);
  skip(4, 8);
  account.quarantine(5, 8);
  account.settle(10, span_kind::syntax);
  account.finish();
  EXPECT_EQ(reported(), (offsets{{1, 2}, {4, 4}}));
  EXPECT_EQ(sink.spans, (spans{{span_kind::syntax, 1},
                               {span_kind::quarantine, 2},
                               {span_kind::syntax, 2},
                               {span_kind::quarantine, 3},
                               {span_kind::syntax, 2}}));
}

TEST_F(json_document_account, the_last_skip_of_a_refused_trial_covers_the_element) {
  account.begin_trial();
  note(2, 3);
  skip(4, 5);
  account.end_trial(true, 1, 9);
  account.settle(10, span_kind::statement);
  EXPECT_EQ(reported(), (offsets{{1, 8}, {2, 1}}));
}

TEST_F(json_document_account, the_defects_of_an_accepted_trial_stay_as_they_are) {
  account.begin_trial();
  note(2, 3);
  skip(4, 5);
  account.end_trial(false, 1, 9);
  account.settle(10, span_kind::statement);
  EXPECT_EQ(reported(), (offsets{{2, 1}, {4, 1}}));
}

TEST_F(json_document_account, a_span_is_reported_from_its_kept_beginning) {
  kept_beginning front{true, std::string(text.slice(1, 5)), text.locate(1)};
  note(0, 1);
  text.drop(8);
  account.report_span(errc::syntax_error, treatment::skip, 1, 9, front, "too long");
  ASSERT_EQ(reported(), (offsets{{0, 1}, {1, 8}}));
  EXPECT_EQ(sink.defects[1].before, "123\n");
  EXPECT_EQ(sink.defects[1].column, 2U);
  EXPECT_FALSE(front.is_kept);
}

}  // namespace
}  // namespace laundromat
