// Hostile pages: each breach of a limit is a defect that costs the smallest unit, and what follows is read.
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/rdf/cases.hpp"
#include "tests/core/rdf/linear_time.hpp"

namespace laundromat::testing {
namespace {

const std::string start = "<!DOCTYPE html>\n";
const std::string sound = "<p property=\"dc:title\">sound</p>\n";

std::string times(std::size_t count, std::string_view text) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) all += text;
  return all;
}

/// Reads a page that ends in a sound paragraph; what was skipped is one literal or element, for `rule` alone.
void expect_one_loss(const std::string& text, errc rule, reader_options options = {base}) {
  const auto read = read_text(rdf_format::rdfa, text, 5000, options);
  EXPECT_EQ(read.lines,
            std::vector<std::string>{"<" + base + "> <http://purl.org/dc/terms/title> \"sound\" ."});
  std::vector<std::string> skipped;
  for (const auto& found : read.defects)
    if (found.done == treatment::skip) skipped.emplace_back(to_string(found.rule));
  skipped.erase(std::ranges::unique(skipped).begin(), skipped.end());
  EXPECT_EQ(skipped, std::vector<std::string>{std::string(to_string(rule))});
}

TEST(rdfa_limits, elements_beyond_the_limit_of_nesting_are_left_out_and_their_end_tags_matched) {
  const auto deep = times(100'000, "<div>") + "<p property=\"dc:title\">x</p>" + times(100'000, "</div>");
  expect_one_loss(start + deep + sound, errc::too_deep_nesting);
}

TEST(rdfa_limits, an_element_with_too_many_attributes_is_left_out_with_what_is_in_it) {
  std::string many = "<p about=\"#a\" property=\"dc:title\" ";
  for (int i = 0; i < 2'000; ++i) many += "a" + std::to_string(i) + " ";
  expect_one_loss(start + many + ">x<b property=\"dc:title\">y</b></p>" + sound, errc::too_many_attributes);
}

TEST(rdfa_limits, a_start_tag_that_is_too_long_is_left_out_with_what_is_in_it) {
  const auto tag =
      "<div about=\"#a\" title=\"" + times(2 << 20, "x") + "\"><p property=\"dc:title\">x</p></div>";
  expect_one_loss(start + tag + sound, errc::statement_too_long);
}

TEST(rdfa_limits, items_that_are_too_long_to_wait_for_the_end_of_the_document_are_left_out) {
  reader_options options{base};
  options.limits.microdata_bytes = 4'000;
  const std::string item = "<p itemscope itemtype='http://a.example/T'><b itemprop=p>x</b></p>";
  const auto read = read_text(rdf_format::rdfa, start + times(2'000, item) + sound, 5000, options);
  EXPECT_GT(read.lines.size(), 3u);
  EXPECT_LT(read.lines.size(), 50u);
  EXPECT_EQ(std::ranges::count(read.defects, errc::limit_exceeded, &defect::rule), 1);
}

TEST(rdfa_limits, items_take_no_more_elements_by_itemref_than_allowed) {
  reader_options options{base};
  options.limits.itemref_elements = 1'000;
  const auto shared = "<div id=s>" + times(300, "<b itemprop=p>x</b>") + "</div>";
  const auto text = start + shared + times(300, "<p itemscope itemtype='http://a.example/T' itemref=s></p>");
  const auto read = read_text(rdf_format::rdfa, text, 5000, options);
  EXPECT_LT(read.lines.size(), 2'000u);
  EXPECT_EQ(std::ranges::count(read.defects, errc::limit_exceeded, &defect::rule), 1);
}

TEST(rdfa_limits, a_chain_of_items_by_itemref_needs_no_recursion) {
  std::string text = start + "<p itemscope itemref=i0></p>";
  for (int i = 0; i < 20'000; ++i)
    text += "<p id=i" + std::to_string(i) + " itemprop=http://a.example/p itemscope itemref=i" +
            std::to_string(i + 1) + "></p>";
  const auto read = read_text(rdf_format::rdfa, text, 5000, reader_options{base});
  EXPECT_EQ(read.lines.size(), 20'000u);
  EXPECT_EQ(std::ranges::count(read.defects, treatment::skip, &defect::done),
            1);  // the last one refers to nothing
}

TEST(rdfa_limits, an_end_tag_that_is_too_long_ends_the_block_before_it_all_the_same) {
  reader_options options{base};
  options.limits.start_tag_bytes = 200;
  for (const std::string type : {"text/turtle", "text/css", "application/n-quads"}) {
    const auto block = "<script type=\"" + type + "\">\n</script " + times(300, "x") + ">\n";
    const auto text = "&lt;#a> &lt;#b> <#c> .\n";
    const auto read = read_with_properties(rdf_format::rdfa, start + block + text + sound, options);
    EXPECT_EQ(read.lines,
              std::vector<std::string>{"<" + base + "> <http://purl.org/dc/terms/title> \"sound\" ."});
    EXPECT_EQ(std::ranges::count(read.defects, treatment::skip, &defect::done), 1);
  }
}

TEST(rdfa_limits, nobody_knows_what_lies_where_behind_an_end_tag_that_is_too_long) {
  reader_options options{base};
  options.limits.start_tag_bytes = 200;
  const auto end = "</span " + times(300, "x") + ">";
  for (const auto& page : {"<div><span property=\"dc:title\">a" + end + "b</div>",
                           "<div><span about=\"#a\">a" + end + "<p property=\"dc:title\">b</p></div>"}) {
    const auto read = read_with_properties(rdf_format::rdfa, start + page, options);
    EXPECT_TRUE(read.lines.empty());
    EXPECT_EQ(std::ranges::count(read.defects, treatment::skip, &defect::done), 2);
  }
}

TEST(rdfa_limits, a_long_comment_within_a_comment_is_seen_however_it_is_cut) {
  reader_options options{base};
  options.limits.start_tag_bytes = 200;
  for (std::size_t before = 0; before < 230; before += 3)
    for (const std::string end : {"-->", "--!>"}) {
      const auto comment = "<!--" + times(before, "x") + "<!--" + times(70, "\xC3\xA9\xFF") + end;
      const auto read = read_with_properties(rdf_format::rdfa, start + sound + comment + sound, options);
      EXPECT_EQ(read.lines.size(), 1U);
      ASSERT_FALSE(read.defects.empty());
      EXPECT_EQ(read.defects.back().rule, errc::unterminated);
      EXPECT_EQ(read.defects.back().offset_bytes, start.size() + sound.size());
      EXPECT_EQ(read.defects.back().length_bytes, comment.size() + sound.size());
    }
}

TEST(rdfa_limits, markup_about_as_long_as_the_limit_is_the_same_however_it_is_cut) {
  reader_options options{base};
  options.limits.start_tag_bytes = 200;
  for (std::size_t length = 186; length < 204; ++length)
    for (const std::string begin :
         {"<!x", "<?", "</ ", "<!--", "<!-- <!--", "<!DOCTYPE ", "<", "<p about='#a' ", "</"})
      for (const std::string end : {">", "-->", "--!>", "\n>", "?>", "<p property=\"dc:title\">", "<", ""})
        for (const auto& page : {start, std::string("<html xmlns=\"http://www.w3.org/1999/xhtml\">")})
          read_with_properties(rdf_format::rdfa, page + sound + begin + times(length, "x") + end + sound,
                               options);
}

TEST(rdfa_limits, text_like_a_long_tag_without_its_bracket_is_the_same_however_it_is_cut) {
  const std::string begin = "div title=\"", end = "\">";
  for (std::size_t length = 1020; length < 1028; ++length) {
    const auto text = begin + times(length + 1 - begin.size() - end.size(), "y") + end;
    for (const std::string before : {"", "x", "xx", "x "})
      read_with_properties(rdf_format::rdfa, start + sound + "<p>" + before + text + "</p>" + sound);
  }
}

TEST(rdfa_limits, a_literal_that_is_too_long_is_left_out_and_the_ones_in_it_are_not) {
  reader_options options{base};
  options.limits.term_bytes = 1'000;
  expect_one_loss(start + "<div property=\"dc:subject\">" + times(200, "0123456789") + sound + "</div>",
                  errc::term_too_long, options);
}

TEST(rdfa_limits, a_literal_that_is_too_long_tells_its_own_loss_behind_that_of_another_element) {
  reader_options options{base};
  options.limits.term_bytes = 100;
  options.limits.attributes = 4;
  const auto text = start + "<p a b c d e>x\n<p property=\"dc:title\">" + times(40, "0123456789");
  const auto read = read_with_properties(rdf_format::rdfa, text, options);
  ASSERT_EQ(read.defects.size(), 2U);
  EXPECT_EQ(read.defects[0].rule, errc::term_too_long);
  EXPECT_EQ(read.defects[1].rule, errc::too_many_attributes);
}

TEST(rdfa_limits, a_literal_that_is_too_long_takes_in_the_text_behind_a_damaged_tag_in_it) {
  reader_options options{base};
  options.limits.term_bytes = 100;
  read_with_properties(rdf_format::rdfa,
                       start + "<p property=\"dc:title\"><desc property=itle\">" + times(40, "0123456789"),
                       options);
}

TEST(rdfa_limits, a_literal_that_is_too_long_tells_what_is_wrong_in_it_to_its_end) {
  reader_options options{base};
  options.limits.term_bytes = 100;
  const auto read = read_with_properties(
      rdf_format::rdfa, start + "<p property=\"dc:title\">" + times(200, std::string_view("x\0", 2)),
      options);
  EXPECT_EQ(std::ranges::count(read.defects, errc::xml_character, &defect::rule), 200);
}

TEST(rdfa_limits, an_iri_that_makes_a_list_too_long_is_no_item_of_it) {
  reader_options options{base};
  options.limits.statement_bytes = 2'000;
  for (std::size_t length = 0; length < 300; length += 7) {
    const auto item = "<span about=\"http://a.example/" + times(length, "x") + "\"></span>";
    const auto read = read_with_properties(
        rdf_format::rdfa, start + "<div rel=\"schema:items\" inlist>" + times(30, item) + "</div>" + sound,
        options);
    EXPECT_EQ(read.lines.size(), 1U);
    EXPECT_EQ(std::ranges::count(read.defects, errc::statement_too_long, &defect::rule), 2);
  }
}

TEST(rdfa_limits, entities_expand_within_their_budget_and_nothing_external_is_opened) {
  std::string bomb = "<?xml version=\"1.0\"?>\n<!DOCTYPE html [<!ENTITY e0 \"lol\">";
  for (int i = 1; i < 12; ++i)
    bomb += "<!ENTITY e" + std::to_string(i) + " \"" + times(10, "&e" + std::to_string(i - 1) + ";") + "\">";
  bomb += "]>\n<html xmlns=\"http://www.w3.org/1999/xhtml\"><body><p property=\"dc:title\">&e11;</p>";
  expect_one_loss(bomb + sound + "</body></html>", errc::entity_limit);
  const std::string loop =
      "<?xml version=\"1.0\"?>\n<!DOCTYPE html [<!ENTITY a \"&b;\"><!ENTITY b \"&a;\">]>\n"
      "<html xmlns=\"http://www.w3.org/1999/xhtml\"><body><p property=\"dc:title\">&a;</p>";
  expect_one_loss(loop + sound + "</body></html>", errc::entity_limit);
  const std::string external =
      "<?xml version=\"1.0\"?>\n<!DOCTYPE html [<!ENTITY a SYSTEM \"file:///etc/hostname\">]>\n"
      "<html xmlns=\"http://www.w3.org/1999/xhtml\"><body><p property=\"dc:title\">&a;</p>";
  expect_one_loss(external + sound + "</body></html>", errc::syntax_error);
}

TEST(rdfa_limits, an_element_of_xml_whose_end_is_too_far_away_gives_its_content_no_subject) {
  reader_options options{base};
  options.limits.statement_bytes = 1'000;
  const auto text =
      "<?xml version=\"1.0\"?>\n<doc xmlns:ex=\"http://ex.example/\" about=\"#d\"><r about=\"#r\">" +
      times(40, "<n about=\"#n\"><m property=\"ex:p\">own</m></n>") +
      "<m property=\"ex:p\">inherited</m></r>" + times(40, "<n property=\"ex:p\">of the root</n>") + "</doc>";
  const auto read = read_with_properties(rdf_format::rdfa, text, options);
  EXPECT_EQ(read.lines.size(), 80u);
  EXPECT_EQ(std::ranges::count(read.lines, "<" + base + "#r> <http://ex.example/p> \"inherited\" ."), 0);
  ASSERT_EQ(read.defects.size(), 1u);
  EXPECT_EQ(read.defects[0].rule, errc::statement_too_long);
  EXPECT_EQ(read.defects[0].offset_bytes, text.find("<r about"));
}

TEST(rdfa_limits, relations_that_wait_are_bounded) {
  reader_options options{base};
  options.limits.statement_bytes = 1'000;
  const auto words = times(50, "http://a.example/predicate ");
  const auto read =
      read_text(rdf_format::rdfa, start + "<div rel=\"" + words + "\"></div>" + sound, 0, options);
  EXPECT_EQ(read.lines.size(), 1u);
  EXPECT_FALSE(read.defects.empty());
}

std::string many_lists(std::size_t count, std::string_view item) {
  std::string all = start;
  for (std::size_t i = 0; i < count; ++i)
    all += "<p property=\"http://e/" + std::to_string(i) + "\" inlist>" + std::string(item) + "</p>\n";
  return all;
}

TEST(rdfa_limits, a_page_of_many_lists_is_read_in_time) {
  const auto read = read_text(rdf_format::rdfa, many_lists(100'000, "x") + many_lists(20, "y"));
  EXPECT_EQ(read.defects.size(), 1U) << "the second document type";
  EXPECT_EQ(read.lines.size(), 300'040U);
}

TEST(rdfa_limits, lists_that_are_too_many_are_skipped_and_the_others_are_not) {
  reader_options options{base};
  options.limits.statement_bytes = 10'000;
  const auto text = many_lists(2'000, "x");
  const auto read = read_with_properties(rdf_format::rdfa, text, options);
  EXPECT_GT(read.lines.size(), 30U);
  EXPECT_LT(read.lines.size(), 300U);
  EXPECT_GT(std::ranges::count(read.defects, errc::statement_too_long, &defect::rule), 1'900);
}

TEST(rdfa_limits, what_a_list_needs_is_given_back_at_its_end) {
  reader_options options{base};
  options.limits.statement_bytes = 10'000;
  const auto block = "<div about=\"#a\" lang=\"en-gb-oed-x-and-so-on\">" +
                     times(20, "<p property=\"e:l\" inlist>x</p>") + "</div>\n";
  const auto read = read_text(rdf_format::rdfa, start + times(200, block), 0, options);
  EXPECT_EQ(std::ranges::count(read.defects, errc::statement_too_long, &defect::rule), 0);
}

TEST(rdfa_limits, end_tags_of_nothing_that_is_open_take_linear_time) {
  expect_linear(rdf_format::rdfa, 60'000, [](std::size_t n) {
    return "<?xml version=\"1.0\"?>\n<root xmlns=\"http://e/x\" xmlns:v=\"http://e/v#\">" +
           times(n / 4, "<a property=\"v:p\">") + times(n, "</b>") + "</root>";
  });
}

}  // namespace
}  // namespace laundromat::testing
