// Blocks of other formats in HTML: their places are those of the document.
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/rdf/cases.hpp"

namespace laundromat::testing {
namespace {

remembering_sink read_page(const std::string& text) {
  return read_with_properties(rdf_format::rdfa, text);
}

TEST(rdfa_block, turtle_is_read_with_the_base_of_the_page_and_its_own_blank_nodes) {
  const auto read = read_page(
      "<!DOCTYPE html><head><base href=\"http://base.example/x/\"></head>\n"
      "<script type=\"text/turtle\">\n<a> <b> _:c .\n</script>\n<p about=\"_:c\" "
      "property=\"dc:title\">t</p>\n"
      "<script type=\"text/turtle;charset=utf-8\">_:c <b> 1 .</script>\n");
  const std::vector<std::string> expected{
      "<http://base.example/x/a> <http://base.example/x/b> <b:s1.c> .",
      "<b:c> <http://purl.org/dc/terms/title> \"t\" .",
      "<b:s2.c> <http://base.example/x/b> \"1\"^^<http://www.w3.org/2001/XMLSchema#integer> ."};
  EXPECT_EQ(read.lines, expected);
  EXPECT_TRUE(read.defects.empty());
}

TEST(rdfa_block, defects_stand_where_they_are_in_the_page) {
  const std::string text =
      "<!DOCTYPE html>\n<title>x</title>\n  <script type='application/n-triples'>\n  <a:s> <a:p> \"o\" "
      ".\n<a:s> oops .\n</script>\n";
  const auto read = read_page(text);
  EXPECT_EQ(read.lines.size(), 1u);
  ASSERT_EQ(read.defects.size(), 1u);
  EXPECT_EQ(read.defects[0].line, 5u);
  EXPECT_GE(read.defects[0].offset_bytes, text.find("<a:s> oops"));
  EXPECT_LE(read.defects[0].offset_bytes, text.find("</script>"));
}

TEST(rdfa_block, json_ld_is_read_and_plain_text_is_not) {
  const auto read = read_page(
      "<!DOCTYPE html><script type=\"application/ld+json\">{\"@id\": \"#x\", \"http://e/p\": "
      "\"v\"}</script>\n"
      "<script type=\"text/plain\"><a:s> <a:p> \"o\" .</script><script><a:s> <a:p> \"o\" .</script>\n");
  EXPECT_EQ(read.lines, std::vector<std::string>{"<http://example.org/dir/doc#x> <http://e/p> \"v\" ."});
  EXPECT_TRUE(read.defects.empty());
}

TEST(rdfa_block, labels_of_the_page_never_meet_generated_ones) {
  const auto read = read_page(
      "<!DOCTYPE html><p about=\"_:g1\" property=\"dc:title\">a</p><p typeof=\"dc:B\"></p>"
      "<p about=\"_:s1.c\" property=\"dc:title\">b</p><p about=\"_:\" property=\"dc:title\">c</p>"
      "<p about=\"_:g0\" property=\"dc:title\">d</p>");
  std::vector<std::string> subjects;
  for (const auto& line : read.lines) subjects.push_back(line.substr(0, line.find(' ')));
  EXPECT_EQ(subjects, (std::vector<std::string>{"<b:gg1>", "<b:g1>", "<b:ss1.c>", "<b:g0>", "<b:gg0>"}));
}

TEST(rdfa_base, the_scheme_of_the_base_is_no_prefix) {
  const auto read = read_with_properties(
      rdf_format::rdfa, "<!DOCTYPE html><p about=\"\" property=\"dc:title\">t</p>", {"file:///a/b.html"});
  EXPECT_EQ(read.lines,
            std::vector<std::string>{"<file:///a/b.html> <http://purl.org/dc/terms/title> \"t\" ."});
  EXPECT_TRUE(read.defects.empty());
}

}  // namespace
}  // namespace laundromat::testing
