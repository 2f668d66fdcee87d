// Tests of parts of pages.
// SPDX-License-Identifier: Apache-2.0
#include "app/pages/page_parts.hpp"

#include <gtest/gtest.h>

#include "app/console/console_frame.hpp"

namespace laundromat::test {

TEST(page_parts, texts_of_strangers_are_texts) {
  EXPECT_EQ(plain("<script>\"&'").text.find('<'), std::string::npos);
  EXPECT_EQ(plain("a\x1b[2Jb").text.find('\x1b'), std::string::npos);
  EXPECT_EQ(stranger_link("javascript:alert(1)").text.find("href"), std::string::npos);
  EXPECT_EQ(stranger_link("https://a.example/\"><b>").text.find("<b>"), std::string::npos);
  EXPECT_NE(stranger_link("https://a.example/").text.find("rel=\"noreferrer nofollow\""), std::string::npos);
}

TEST(page_parts, a_chart_says_its_numbers_in_words) {
  const std::vector<std::pair<std::string, std::uint64_t>> bars{{"turtle", 1'200}, {"<b>", 0}};
  const auto chart = bar_chart("Formats", bars).text;
  EXPECT_NE(chart.find("aria-label=\"Formats: turtle: 1,200, &lt;b&gt;: 0\""), std::string::npos) << chart;
  EXPECT_EQ(chart.find("<b>"), std::string::npos);
  EXPECT_TRUE(bar_chart("Nothing", {}).text.starts_with("<figure>"));
}

TEST(page_parts, a_page_marks_where_one_is) {
  const auto page = console_page("Hosts", "hosts", html{"<p>x</p>"}, "../");
  EXPECT_NE(page.find("<a href=\"../hosts\" aria-current=\"page\">"), std::string::npos) << page;
  EXPECT_NE(page.find("<title>Hosts"), std::string::npos);
  EXPECT_NE(page.find("<script src=\"../script.js\" defer></script>"), std::string::npos);
  EXPECT_EQ(page.find("<script"), page.rfind("<script")) << "and no other one";
}

}  // namespace laundromat::test
