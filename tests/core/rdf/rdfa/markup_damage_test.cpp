// The language of a document, what damage costs, and ranges that are left out.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/document/markup_damage.hpp"

#include "core/rdf/rdfa/document/open_markup.hpp"
#include "core/rdf/rdfa/document/tag_account.hpp"
#include "core/rdf/rdfa/document/tag_repair.hpp"
#include "tests/core/rdf/rdfa/document_parts.hpp"

namespace laundromat::rdfa {
namespace {

using rdfa_dialect = document_parts;
using rdfa_damage = document_parts;
using span_list = std::vector<std::pair<span_kind, std::uint64_t>>;

struct rdfa_strict_damage : document_parts {
  rdfa_strict_damage() : document_parts(wash_profile::strict) {}
};

constexpr std::string_view xhtml = "<html xmlns='http://www.w3.org/1999/xhtml'>";

TEST_F(rdfa_dialect, is_decided_by_declaration_document_type_and_root) {
  EXPECT_TRUE(dialect.take_xml_declaration());
  EXPECT_FALSE(dialect.take_xml_declaration()) << "there is one";
  EXPECT_TRUE(dialect.take_doctype("<!DOCTYPE html>"));
  EXPECT_FALSE(dialect.take_doctype("<!DOCTYPE other>"));
  open_root(xhtml);
  EXPECT_TRUE(dialect.is_decided());
  EXPECT_TRUE(dialect.is_xml());
  EXPECT_TRUE(dialect.is_html());
  EXPECT_FALSE(dialect.take_xml_declaration()) << "it comes too late";
  dialect.begin_document();
  EXPECT_FALSE(dialect.is_decided());
  EXPECT_FALSE(dialect.has_doctype());
}

TEST_F(rdfa_dialect, html_that_calls_itself_xhtml_has_empty_element_tags) {
  (void)dialect.take_doctype("<!DOCTYPE html>");
  open_root(xhtml);
  EXPECT_FALSE(dialect.is_xml());
  EXPECT_TRUE(dialect.has_empty_element_tags());
}

TEST_F(rdfa_damage, damaged_xhtml_becomes_html_and_other_xml_stays_xml) {
  (void)dialect.take_xml_declaration();
  open_root(xhtml);
  EXPECT_TRUE(damage.break_xml({0, 1}, errc::xml_syntax, "broken"));
  EXPECT_FALSE(dialect.is_xml());
  EXPECT_EQ(sink.defects.back().message, "broken; read as HTML from here");
  dialect.begin_document();
  (void)dialect.take_xml_declaration();
  (void)read_tag("<r>");
  dialect.decide(&tag);
  EXPECT_FALSE(damage.break_xml({0, 1}, errc::xml_syntax, "broken"));
  EXPECT_TRUE(dialect.is_xml());
}

TEST_F(rdfa_strict_damage, ends_the_reading) {
  (void)dialect.take_xml_declaration();
  open_root(xhtml);
  EXPECT_FALSE(damage.break_xml({0, 1}, errc::xml_syntax, "broken"));
  EXPECT_TRUE(skips.is_over());
  EXPECT_TRUE(sink.defects.empty()) << "its end is not known yet";
  skips.reach(end_bytes);
  skips.end();
  ASSERT_EQ(sink.defects.size(), 1U);
  EXPECT_EQ(sink.defects[0].length_bytes, end_bytes);
}

TEST_F(rdfa_damage, lost_nesting_costs_what_the_open_elements_give_to_their_content) {
  open_root("<html>");
  open("<p>");
  damage.lose_nesting({end_bytes, 0});
  open("<b property='http://p/p' content='kept'>");
  EXPECT_EQ(sink.lines.size(), 1U) << "no open element has a subject of its own";
  close();
  open("<p about='http://s/s'>");
  damage.lose_nesting({end_bytes, 0});
  open("<b property='http://p/p' content='lost'>");
  EXPECT_EQ(sink.lines.size(), 1U);
  EXPECT_FALSE(skips.is_over());
  close();
  open("<p lang='en'>");
  damage.lose_nesting({end_bytes, 0});
  EXPECT_TRUE(skips.is_over()) << "the language of literals is not known";
}

TEST_F(rdfa_damage, a_skipped_range_is_reported_once_with_its_whole_length) {
  const auto place = examine("0123456789");
  skips.begin({{2, 1}}, {errc::bad_attribute, treatment::skip});
  skips.reach(5);
  skips.begin({{4, 1}}, {errc::too_deep_nesting, treatment::skip});
  EXPECT_EQ(rules(), std::vector<errc>{errc::too_deep_nesting}) << "the inner one at once";
  skips.reach(8);
  skips.end();
  ASSERT_EQ(sink.defects.size(), 2U);
  EXPECT_EQ(sink.defects[1].offset_bytes, 2U);
  EXPECT_EQ(sink.defects[1].length_bytes, 6U);
  account.reach(place.length_bytes, span_kind::syntax);
  account.finish();
  EXPECT_EQ(sink.spans, (span_list{{span_kind::quarantine, 8}, {span_kind::syntax, 2}}));
}

TEST_F(rdfa_damage, the_bytes_of_a_tag_are_those_of_its_statements_or_its_losses) {
  open_root("<html>");
  account_tag(tag, false, output, evaluation, account);
  open("<p about='http://s/s' property='http://p/p {{x}}' content='c'>");
  account_tag(tag, false, output, evaluation, account);
  open("<p about='http://s/s' property='http://p/p' content='c'>");
  account_tag(tag, false, output, evaluation, account);
  account.finish();
  ASSERT_EQ(sink.spans.size(), 4U);
  EXPECT_EQ(sink.spans[1], (std::pair<span_kind, std::uint64_t>{span_kind::quarantine, 16}));
  EXPECT_EQ(sink.spans[3].first, span_kind::statement);
}

struct rdfa_tag_repair : document_parts {
  tag_repair repair{scanner, skips, dialect, evaluation, damage};
};

TEST_F(rdfa_tag_repair, a_tag_with_a_lost_quote_is_not_trusted) {
  const auto reason = [&](std::string_view markup) {
    (void)read_tag(markup);
    return why_unreliable(tag);
  };
  EXPECT_EQ(reason("<p about='a' property='b'>"), "");
  EXPECT_EQ(reason("<p about=\"a property=\"b\">"), "a quote is missing, or one too many");
  EXPECT_EQ(reason("<p about=a <b>"), "a start tag that does not end");
}

TEST_F(rdfa_tag_repair, a_tag_that_took_in_others_ends_before_them) {
  open_root("<html>");
  const auto begin = end_bytes;
  (void)read_tag("<p about=\"a><b>x</b><i title=\">");
  const auto kept = repair.cut(tag, "why");
  EXPECT_LT(kept.size(), tag.text.size());
  EXPECT_TRUE(skips.is_unreliable(begin));
  EXPECT_TRUE(skips.is_unreliable(end_bytes - 1));
  EXPECT_FALSE(skips.is_unreliable(end_bytes));
}

TEST(rdfa_bare_text, is_a_tag_when_it_has_a_name_and_mentions_rdfa) {
  bare_text bare;
  const auto read = [&](std::string_view text) {
    bare.begin();
    bare.add("<");
    bare.add(text);
    return std::string(bare.end());
  };
  bare.add("ignored before a <");
  EXPECT_EQ(read(" 3 and property"), "");
  bare.begin();
  bare.add("p property='x'");
  bare.add(" about='y'> behind");
  EXPECT_EQ(bare.end(), "p property='x' about='y'");
  EXPECT_FALSE(bare.is_open());
  bare.begin();
  bare.add("p class='x'");
  EXPECT_EQ(bare.end(), "");
}

struct rdfa_open_markup : document_parts {
  open_markup other{options.limits, faults, account, skips, dialect, elements, evaluation, damage};
};

TEST_F(rdfa_open_markup, code_of_a_template_costs_the_literal_around_it) {
  open_root("<html>");
  open("<p about='http://s/s' property='http://p/p'>");
  const auto place = examine("<?php echo 1 ?>");
  other.pass(place.offset_bytes, "<?php echo 1 ?>", true);
  close();
  EXPECT_TRUE(sink.lines.empty());
  EXPECT_EQ(rules(), std::vector<errc>{errc::unread_block});
}

TEST_F(rdfa_open_markup, a_comment_costs_nothing) {
  open_root("<html>");
  open("<p about='http://s/s' property='http://p/p'>");
  other.pass(examine("<!-- x -->").offset_bytes, "<!-- x -->", true);
  close();
  EXPECT_EQ(sink.lines.size(), 1U);
  EXPECT_TRUE(sink.defects.empty());
}

TEST_F(rdfa_open_markup, a_bogus_comment_that_takes_in_a_tag_is_left_out) {
  open_root("<html>");
  const auto place = examine("<!x <p>");
  other.pass(place.offset_bytes, "<!x ", false);
  other.end_piece();
  other.read_open_bogus({place.offset_bytes, 1, 1}, place.offset_bytes + 4, true);
  skips.end();
  EXPECT_EQ(rules(), std::vector<errc>{errc::unterminated});
  EXPECT_EQ(other.taken_at(), place.offset_bytes + 4);
}

TEST_F(rdfa_open_markup, a_document_type_without_its_end_is_repaired_before_the_root) {
  const auto place = examine("<!DOCTYPE html ");
  other.read_open_doctype(place, page.back());
  ASSERT_EQ(sink.defects.size(), 1U);
  EXPECT_EQ(sink.defects[0].after, ">");
  EXPECT_EQ(other.taken_at(), open_markup::nowhere);
}

TEST_F(rdfa_open_markup, a_comment_that_may_have_lost_its_end_costs_what_it_says) {
  open_root("<html>");
  const std::string text = "<!-- <p about='a' property='b'>c</p> ";
  const auto place = examine(text + "<!-- x -->");
  other.read_nested_comment({place.offset_bytes, 1, 1}, place.offset_bytes + place.length_bytes, text);
  ASSERT_EQ(rules(), std::vector<errc>{errc::unterminated});
  EXPECT_EQ(sink.defects[0].length_bytes, text.size());
}

struct rdfa_literal_input : document_parts {
  void begin() {
    open_root("<html>");
    open("<p about='http://s/s' property='http://p/p'>");
  }
  bool add(std::string_view text, bool is_visible = true) {
    return input.add_text(examine(text).offset_bytes, text, raw_text::content, is_visible, false);
  }
};

TEST_F(rdfa_literal_input, texts_are_decoded_into_open_literals) {
  EXPECT_FALSE(add("no literal is open"));
  begin();
  EXPECT_TRUE(add("a &amp; b"));
  EXPECT_FALSE(add("hidden", false));
  close();
  EXPECT_EQ(sink.lines, std::vector<std::string>{"<http://s/s> <http://p/p> \"a & b\" ."});
}

TEST_F(rdfa_literal_input, a_line_break_behind_a_start_tag_may_be_no_text) {
  begin();
  input.ignore_line_break(end_bytes);
  EXPECT_TRUE(add("\na\nb"));
  close();
  EXPECT_EQ(sink.lines, std::vector<std::string>{"<http://s/s> <http://p/p> \"a\\nb\" ."});
}

TEST_F(rdfa_literal_input, a_run_may_end_within_a_reference) {
  begin();
  EXPECT_TRUE(add("a &am"));
  EXPECT_TRUE(input.ends_in_reference());
  input.end_span();
  EXPECT_FALSE(input.ends_in_reference());
  EXPECT_TRUE(add("a & b"));
  EXPECT_FALSE(input.ends_in_reference());
}

}  // namespace
}  // namespace laundromat::rdfa
