// Skipping a statement: where it ends, what is on trial, and what the defect covers.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/recovery/statement_recovery.hpp"

#include "tests/core/rdf/turtle/parser_parts.hpp"

namespace laundromat::turtle {
namespace {

using testing::parser_parts;
using all_lines = std::vector<std::string>;
using outcome = statement_recovery::next;

/// A statement that cannot be kept from its second token on.
struct lost_on : parser_parts {
  explicit lost_on(std::string_view text, rdf_format format = rdf_format::trig,
                   lost_brace brace = lost_brace::none)
      : parser_parts(text, format) {
    begin_statement();
    accept();
    static_cast<void>(parser_parts::next());
    recovery.open(all.reports.notice(errc::syntax_error, last.begin, "lost"));
    recovery.begin(brace, false);
  }
  /// Skips tokens up to the first that is not just skipped, which is `last` then.
  outcome skip() {
    for (;;) {
      const auto found = recovery.read(last);
      if (found != outcome::more) return found;
      accept();
      static_cast<void>(parser_parts::next());
    }
  }

  statement_recovery recovery{all, graphs, strings, declarations, nested};
};

TEST(statement_recovery, a_statement_on_the_next_line_begins_behind_the_dot) {
  lost_on on("<a:s> ? <a:x> .\n<a:t> <a:p> <a:o> .");
  EXPECT_EQ(on.skip(), outcome::statement);
  EXPECT_EQ(on.last.text(), "<a:t>");
  EXPECT_FALSE(on.recovery.is_open());
  EXPECT_EQ(on.all.now.skipped_to, 15u);
  EXPECT_EQ(on.defects(), all_lines{"skip 0+15"});
  EXPECT_EQ(on.spans(), all_lines{"quarantine 15"});
}

TEST(statement_recovery, the_end_of_the_document_ends_the_statement) {
  lost_on on("<a:s> ? <a:x>  ");
  EXPECT_EQ(on.skip(), outcome::finish);
  EXPECT_EQ(on.defects(), all_lines{"skip 0+15"});
}

TEST(statement_recovery, a_directive_begins_behind_what_is_skipped) {
  lost_on on("<a:s> ? <a:x>\n@prefix e: <x:> .");
  EXPECT_EQ(on.skip(), outcome::statement);
  EXPECT_EQ(on.last.text(), "@prefix");
  EXPECT_FALSE(on.recovery.is_on_trial());
}

TEST(statement_recovery, what_follows_a_lost_brace_is_in_doubt) {
  for (const auto brace :
       {lost_brace::none, lost_brace::possible, lost_brace::missing, lost_brace::refused}) {
    lost_on on("<a:g> ? <a:x> . <a:t> <a:p> <a:o> .", rdf_format::trig, brace);
    EXPECT_EQ(on.skip(), outcome::statement);
    on.recovery.pass_trial();
    EXPECT_EQ(on.graphs.is_unopened(), brace != lost_brace::none);
  }
}

TEST(statement_recovery, what_follows_at_the_margin_is_only_refuted_by_a_brace) {
  for (const std::string indent : {"", "  "}) {
    lost_on on("<a:g> ? <a:x> .\n" + indent + "<a:t> <a:p> <a:o> .", rdf_format::trig, lost_brace::possible);
    EXPECT_EQ(on.skip(), outcome::statement);
    EXPECT_TRUE(on.all.out.is_in_doubt());
    EXPECT_EQ(on.graphs.is_unopened(), !indent.empty());
  }
}

TEST(statement_recovery, a_brace_that_is_found_is_not_missing) {
  for (const auto brace : {lost_brace::missing, lost_brace::refused}) {
    lost_on on("<a:g> ? { <a:s> ? } <a:t>", rdf_format::trig, brace);
    EXPECT_EQ(on.skip(), outcome::resume);
    EXPECT_EQ(on.graphs.is_unopened(), brace == lost_brace::refused);
  }
}

TEST(statement_recovery, a_brace_that_is_ignored_needs_no_other_one) {
  lost_on on("<a:g> { ? .\n<a:t>", rdf_format::trig, lost_brace::refused);
  on.recovery.ignore_brace(6);
  EXPECT_EQ(on.skip(), outcome::statement);
  EXPECT_EQ(on.last.text(), "<a:t>");
}

TEST(statement_recovery, a_statement_on_the_same_line_is_on_trial) {
  lost_on on("<a:s> ? <a:x> . <a:t> <a:p> <a:o> .");
  EXPECT_EQ(on.skip(), outcome::statement);
  EXPECT_TRUE(on.recovery.is_on_trial());
  EXPECT_EQ(on.defects(), all_lines{}) << "it may belong to what is skipped";
  on.recovery.pass_trial();
  EXPECT_FALSE(on.recovery.is_open());
  EXPECT_EQ(on.defects(), all_lines{"skip 0+15"});
}

TEST(statement_recovery, a_trial_that_fails_belongs_to_what_is_skipped) {
  lost_on on("<a:s> ? <a:x> . <a:t> ? <a:y> .\n<a:u> <a:p> <a:o> .");
  EXPECT_EQ(on.skip(), outcome::statement);
  on.accept();
  static_cast<void>(on.parser_parts::next());
  on.recovery.begin(lost_brace::none, false);
  EXPECT_EQ(on.skip(), outcome::statement);
  EXPECT_EQ(on.last.text(), "<a:u>");
  EXPECT_EQ(on.defects(), all_lines{"skip 0+31"});
}

TEST(statement_recovery, a_statement_at_the_margin_is_tried_where_no_dot_is_seen) {
  lost_on on("<a:s> ? [ <a:x>\n<a:t> <a:p> <a:o> .");
  EXPECT_EQ(on.skip(), outcome::finish) << "a bracket is open, so that nothing begins";
  lost_on other("<a:s> ? <a:x>\n<a:t> <a:p> <a:o> .");
  EXPECT_EQ(other.skip(), outcome::statement);
  EXPECT_TRUE(other.recovery.is_on_trial());
  EXPECT_TRUE(other.recovery.is_trial_clear());
}

TEST(statement_recovery, a_statement_on_trial_in_doubtful_text_needs_proof) {
  lost_on on("<a:s> \"x . <a:t> <a:p> <a:o>\n. <a:u> <a:p> <a:o> . <a:v>");
  ASSERT_EQ(on.skip(), outcome::statement);
  ASSERT_TRUE(on.recovery.is_on_trial());
  EXPECT_FALSE(on.recovery.is_trial_clear());
  on.recovery.end_trial_statement();
  EXPECT_TRUE(on.recovery.is_proved());
  EXPECT_TRUE(on.recovery.is_on_trial()) << "until something follows that may begin a statement";
}

TEST(statement_recovery, a_brace_closes_the_open_graph) {
  lost_on on("<a:s> ? <a:x> }");
  on.graphs.open_default(0, 0);
  EXPECT_EQ(on.skip(), outcome::close_graph);
  EXPECT_EQ(on.defects(), all_lines{"skip 0+14"});
}

TEST(statement_recovery, braces_that_were_skipped_are_skipped_up_to_their_end) {
  lost_on on("<a:s> ? { <a:x> <a:y> <a:z> . } <a:t>");
  EXPECT_EQ(on.skip(), outcome::resume);
  EXPECT_EQ(on.last.kind, token_kind::close_brace);
  EXPECT_EQ(on.all.now.skipped_to, 31u);
}

TEST(statement_recovery, the_name_of_a_graph_is_read_again) {
  lost_on on("<a:s> ?\n  <a:g> {");
  EXPECT_EQ(on.skip(), outcome::resume);
  EXPECT_EQ(on.last.kind, token_kind::open_brace);
  on.accept();
  EXPECT_EQ(on.parser_parts::next().text(), "<a:g>");
  EXPECT_EQ(on.defects(), all_lines{"skip 0+10"});
}

TEST(statement_recovery, what_skipped_text_declares_is_not_known_any_more) {
  lost_on on("<a:s> ? @prefix e: <x:> .\n<a:t>");
  ASSERT_TRUE(on.all.terms.declare("e", "http://e/"));
  on.skip();
  EXPECT_FALSE(on.all.terms.is_declared("e", "http://e/"));
}

TEST(statement_recovery, a_long_string_that_ended_too_early_goes_on_to_its_quotes) {
  lost_on on("<a:s> \"\"a. <a:x> <a:y> <a:z> .\n\"\"\" .\n<a:t> <a:p> <a:o> .");
  EXPECT_EQ(on.skip(), outcome::statement);
  EXPECT_EQ(on.last.text(), "<a:t>");
  EXPECT_EQ(on.defects(), all_lines{"skip 0+36"});
  EXPECT_NE(on.sink.defects[0].message.find("a long string holds quotes of its own"), std::string::npos);
}

TEST(statement_recovery, marks_where_reports_may_begin) {
  lost_on on("<a:s> ? .");
  std::vector<std::uint64_t> marks;
  on.recovery.append_marks(marks);
  EXPECT_EQ(marks.size(), 3u);
  EXPECT_EQ(on.recovery.needed_from(7), 7u);
}

}  // namespace
}  // namespace laundromat::turtle
