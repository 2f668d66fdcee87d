// The account of bytes and defects, on its own: no JSON is read here.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/document/document_account.hpp"

#include <gtest/gtest.h>

#include <deque>
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
  account.account_to(6, span_kind::statement);
  account.account_to(10, span_kind::syntax);
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
  account.account_to(10, span_kind::statement);
  account.finish();
  EXPECT_EQ(sink.spans, (spans{{span_kind::statement, 10}}));
}

TEST_F(json_document_account, defects_come_in_the_order_of_the_document) {
  note(6, 7);
  note(3, 4);
  EXPECT_EQ(reported(), offsets());
  account.account_to(4, span_kind::statement);
  EXPECT_EQ(reported(), (offsets{{3, 1}}));
  note(1, 2);  // before what is accounted for: at once
  account.account_to(10, span_kind::statement);
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
  account.account_to(10, span_kind::statement);
  ASSERT_EQ(sink.defects.size(), 1U);
  EXPECT_EQ(sink.defects[0].line, 2U);
  EXPECT_EQ(sink.defects[0].column, 3U);
  EXPECT_EQ(sink.defects[0].before, "5678");  // cut to the excerpt's length
  EXPECT_EQ(sink.defects[0].after, "inst");
  EXPECT_EQ(sink.defects[0].message, "here");
}

TEST_F(json_document_account, losses_are_explained_once_and_only_where_no_skip_covers_them) {
  account.lose_unexplained(2, 4);
  account.lose_unexplained(6, 7);
  skip(1, 5, errc::syntax_error);
  account.explain_losses();
  account.explain_losses();
  account.account_to(10, span_kind::statement);
  account.finish();
  EXPECT_EQ(reported(), (offsets{{1, 4}, {6, 1}}));
  EXPECT_EQ(sink.defects.back().rule, errc::syntax_error);  // that of the last skip
  EXPECT_TRUE(testing::covers_quarantine(sink));
}

TEST_F(json_document_account, skips_before_the_account_explain_nothing_later) {
  skip(1, 5);
  account.account_to(3, span_kind::statement);
  account.forget_skips();
  account.lose_unexplained(2, 4);
  account.explain_losses();
  account.account_to(10, span_kind::statement);
  EXPECT_EQ(reported(), (offsets{{1, 4}, {2, 2}}));
}

TEST_F(json_document_account, quarantine_is_reported_unless_a_skip_covers_it) {
  account.quarantine(1, 3);
  skip(4, 8);
  account.quarantine(5, 8);
  account.account_to(10, span_kind::syntax);
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
  account.account_to(10, span_kind::statement);
  EXPECT_EQ(reported(), (offsets{{1, 8}, {2, 1}}));
}

TEST_F(json_document_account, the_defects_of_an_accepted_trial_stay_as_they_are) {
  account.begin_trial();
  note(2, 3);
  skip(4, 5);
  account.end_trial(false, 1, 9);
  account.account_to(10, span_kind::statement);
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

TEST_F(json_document_account, a_span_is_reported_between_the_defects_that_wait) {
  note(8, 9);
  note(4, 5);
  note(1, 2);
  kept_beginning none;
  account.report_span(errc::syntax_error, treatment::skip, 3, 7, none, "a span");
  EXPECT_EQ(reported(), (offsets{{1, 1}, {3, 4}, {4, 1}}));
  EXPECT_EQ(sink.defects[1].before, "3\n56");
  EXPECT_EQ(sink.defects[1].line, 1U);
  EXPECT_EQ(sink.defects[1].column, 4U);
  EXPECT_EQ(sink.defects[1].message, "a span");
  account.account_to(10, span_kind::syntax);
  EXPECT_EQ(reported().back(), (std::pair<std::uint64_t, std::uint64_t>{8, 1}));
}

TEST_F(json_document_account, the_excerpt_of_a_span_is_no_longer_than_the_span) {
  kept_beginning front{true, std::string(text.slice(1, 5)), text.locate(1)};
  account.report_span(errc::syntax_error, treatment::skip, 1, 3, front, "short");
  EXPECT_EQ(sink.defects[0].before, "12");
}

TEST_F(json_document_account, a_defect_that_begins_where_the_account_ends_is_reported_at_once) {
  note(5, 6);
  account.account_to(5, span_kind::statement);
  EXPECT_EQ(reported(), (offsets{{5, 1}}));
  note(5, 7);
  EXPECT_EQ(reported(), (offsets{{5, 1}, {5, 2}}));
}

TEST_F(json_document_account, quarantine_reports_the_defects_within) {
  note(0, 1);
  note(3, 4);
  account.quarantine(2, 6);
  EXPECT_EQ(reported(), (offsets{{0, 1}, {2, 4}, {3, 1}}));
}

TEST_F(json_document_account, one_skip_covers_all_losses_without_a_reason) {
  account.lose_unexplained(6, 8);
  account.lose_unexplained(2, 3);
  account.explain_losses();
  account.account_to(10, span_kind::statement);
  account.finish();
  EXPECT_EQ(reported(), (offsets{{2, 6}}));
  EXPECT_EQ(sink.spans, (spans{{span_kind::statement, 2},
                               {span_kind::quarantine, 1},
                               {span_kind::statement, 3},
                               {span_kind::quarantine, 2},
                               {span_kind::statement, 2}}));
}

TEST_F(json_document_account, a_loss_beyond_the_accounted_bytes_waits_for_its_bytes) {
  account.lose(3, 8);
  account.account_to(5, span_kind::statement);
  account.account_to(10, span_kind::syntax);
  account.finish();
  EXPECT_EQ(sink.spans,
            (spans{{span_kind::statement, 3}, {span_kind::quarantine, 5}, {span_kind::syntax, 2}}));
}

TEST_F(json_document_account, faults_of_a_text_are_reported_at_its_offset_and_repeated_keys_are_lost) {
  const std::deque<jsonld::json_fault> faults{{errc::lenient_json, treatment::repair, 1, 2, "a comma", ","},
                                              {errc::repeated_key, treatment::skip, 3, 5, "again", {}}};
  account.report_faults(faults, 2);
  account.account_to(10, span_kind::statement);
  account.finish();
  EXPECT_EQ(reported(), (offsets{{3, 1}, {5, 2}}));
  EXPECT_EQ(sink.defects[0].after, ",");
  EXPECT_EQ(sink.defects[0].message, "a comma");
  EXPECT_EQ(sink.spans,
            (spans{{span_kind::statement, 5}, {span_kind::quarantine, 2}, {span_kind::statement, 3}}));
}

TEST_F(json_document_account, the_faults_of_a_text_make_earlier_skips_explain_nothing) {
  skip(0, 3);
  account.account_to(4, span_kind::syntax);
  account.report_faults({}, 4);
  account.lose_unexplained(1, 2);
  account.explain_losses();
  account.account_to(10, span_kind::syntax);
  EXPECT_EQ(reported(), (offsets{{0, 3}, {1, 1}}));
}

TEST_F(json_document_account, a_defect_noticed_at_its_beginning_names_no_distance) {
  account.report({errc::lenient_json, treatment::note, 5, 10, 5, "here", {}});
  account.account_to(10, span_kind::statement);
  ASSERT_EQ(sink.defects.size(), 1U);
  EXPECT_EQ(sink.defects[0].message, "here");
  EXPECT_EQ(sink.defects[0].length_bytes, 5U);
}

TEST_F(json_document_account, a_loss_is_quarantine_no_further_than_the_account_has_come) {
  account.lose(2, 8);
  account.account_to(5, span_kind::statement);
  account.forget_losses();
  account.account_to(10, span_kind::statement);
  account.finish();
  EXPECT_EQ(sink.spans,
            (spans{{span_kind::statement, 2}, {span_kind::quarantine, 3}, {span_kind::statement, 5}}));
}

TEST_F(json_document_account, quarantine_covers_the_losses_before_it_that_have_no_reason) {
  account.lose_unexplained(2, 3);
  account.quarantine(2, 6);
  account.finish();
  EXPECT_EQ(reported(), (offsets{{2, 4}}));
  account.lose_unexplained(6, 7);
  account.quarantine(7, 9);
  EXPECT_EQ(reported().back(), (offsets::value_type{7, 2}))
      << "the bytes of the loss are accounted for by then";
}

TEST_F(json_document_account, losses_are_explained_in_any_order) {
  account.lose_unexplained(1, 2);
  account.lose_unexplained(3, 4);
  account.explain_losses();
  account.lose_unexplained(8, 9);
  account.lose_unexplained(6, 7);
  account.explain_losses();
  account.account_to(10, span_kind::statement);
  EXPECT_EQ(reported(), (offsets{{1, 3}, {6, 3}}));
}

TEST_F(json_document_account, an_explained_loss_needs_no_reason_later) {
  account.lose_unexplained(2, 4);
  account.explain_losses();
  account.account_to(6, span_kind::statement);
  account.forget_skips();
  account.explain_losses();
  account.account_to(10, span_kind::statement);
  EXPECT_EQ(reported(), (offsets{{2, 2}}));
}

TEST_F(json_document_account, without_losses_nothing_is_explained) {
  account.explain_losses();
  for (int i = 0; i < 4095; ++i) note(9, 10);
  EXPECT_EQ(sink.defects.size(), 0U) << "one more would wait, and all of them be reported";
}

TEST_F(json_document_account, behind_a_trial_defects_are_reported_as_they_come) {
  account.begin_trial();
  account.end_trial(false, 0, 4);
  note(0, 1);
  EXPECT_EQ(reported(), (offsets{{0, 1}}));
}

TEST_F(json_document_account, the_last_defect_of_a_refused_trial_stays_as_it_is_when_it_is_no_skip) {
  account.begin_trial();
  note(2, 3);
  account.end_trial(true, 1, 6);
  account.account_to(10, span_kind::statement);
  EXPECT_EQ(reported(), (offsets{{2, 1}}));
}

TEST_F(json_document_account, a_skip_of_what_the_profile_repairs_has_a_rule_that_is_skipped) {
  skip(2, 4, errc::lenient_json);
  account.account_to(10, span_kind::statement);
  ASSERT_EQ(sink.defects.size(), 1U);
  EXPECT_EQ(sink.defects[0].rule, errc::json_ld_invalid);
  EXPECT_EQ(sink.defects[0].message, "lenient_json: skipped");
}

}  // namespace
}  // namespace laundromat
