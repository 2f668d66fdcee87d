// IRIs: where they end, also without their bracket.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/tokens/iri_scanner.hpp"

#include <gtest/gtest.h>

#include "tests/core/rdf/turtle/scanner_text.hpp"

namespace laundromat::turtle {
namespace {

std::string scan_iri(std::string_view text, bool is_closed = true, std::uint64_t limit = 1'000) {
  const testing::scanner_text on(text, is_closed);
  return testing::describe_token(iri_scanner(on.window, limit).scan(on.at()));
}

TEST(iri_scanner, ends_with_its_bracket) {
  EXPECT_EQ(scan_iri("<http://x.org/> ."), "iri <http://x.org/>");
  EXPECT_EQ(scan_iri("<a b> ."), "iri <a b>") << "spaces are found later";
  EXPECT_EQ(scan_iri("<a>b> ."), "iri <a>b>") << "no other token has a bracket";
}

TEST(iri_scanner, ends_with_its_word_where_the_bracket_is_missing) {
  EXPECT_EQ(scan_iri("<http://x.org/ .\n"), "broken <http://x.org/");
  EXPECT_EQ(scan_iri("<http://x.org/.\n"), "broken <http://x.org/");
  EXPECT_EQ(scan_iri("<http://x.org/ <b> .\n"), "stray <http://x.org/");
}

TEST(iri_scanner, a_comment_of_html_is_no_iri) {
  EXPECT_EQ(scan_iri("<!-- x --> ."), "stray <!-- x -->");
}

TEST(iri_scanner, an_iri_that_is_too_long_is_broken_there) {
  EXPECT_EQ(scan_iri("<0123456789> .", true, 5), "broken <0123");
}

TEST(iri_scanner, goes_on_where_the_text_ended) {
  const std::string text = "<http://x.org/a\\u0020b> ";
  for (std::size_t cut = 1; cut + 2 < text.size(); ++cut) {
    testing::scanner_text on(text.substr(0, cut), false);
    iri_scanner iris(on.window, 1'000);
    EXPECT_EQ(iris.scan(on.at()).kind, token_kind::need_more) << cut;
    on.window.append(text.substr(cut));
    const auto found = iris.scan(on.at());
    EXPECT_EQ(testing::describe_token(found), "iri <http://x.org/a\\u0020b>") << cut;
    EXPECT_TRUE(found.has(has_escapes)) << cut;
  }
}

}  // namespace
}  // namespace laundromat::turtle
