// Strings: where they end, what is odd about them, and what happens to those without end or beyond the limit.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/tokens/string_scanner.hpp"

#include <gtest/gtest.h>

#include "tests/core/rdf/turtle/scanner_text.hpp"

namespace laundromat::turtle {
namespace {

struct scanned {
  explicit scanned(std::string_view text, bool is_closed = true, std::uint64_t limit = 10'000)
      : on(text, is_closed), strings(on.window, limit), found(strings.scan(on.at())) {}

  [[nodiscard]] std::string described() const { return testing::describe_token(found); }

  testing::scanner_text on;
  string_scanner strings;
  token found;
};

std::string scan_string(std::string_view text) {
  return scanned(text).described();
}

TEST(string_scanner, ends_with_its_quote) {
  EXPECT_EQ(scan_string("\"x\" ."), "string \"x\"");
  EXPECT_EQ(scan_string("'x' ."), "string 'x'");
  EXPECT_EQ(scan_string("\"\" ."), "string \"\"");
  EXPECT_EQ(scan_string("\"x\\\"y\" ."), "string \"x\\\"y\"");
  EXPECT_EQ(scan_string("\"\"\"x\"y\"\"\" ."), "string \"\"\"x\"y\"\"\"");
}

TEST(string_scanner, says_what_is_odd) {
  EXPECT_EQ(scanned("\"x\" .").found.flags, 0);
  EXPECT_EQ(scanned("\"x\\ty\" .").found.flags, has_escapes);
  EXPECT_EQ(scanned("\"x\x01y\" .").found.flags, has_controls);
  EXPECT_EQ(scanned("\"\"\"x\"\"\" .").found.flags, is_long);
  EXPECT_EQ(scanned("\"x\ny\" .").found.flags, has_breaks);
}

TEST(string_scanner, accepts_quotes_within_where_they_come_in_pairs) {
  const scanned on("\"a \"b\" c\" .\n");
  EXPECT_EQ(on.described(), "string \"a \"b\" c\"");
  EXPECT_TRUE(on.found.has(has_quotes));
}

TEST(string_scanner, a_string_without_end_ends_with_its_line) {
  EXPECT_EQ(scan_string("\"x .\n<a:s> <a:p> \"y\" .\n"), "broken \"x ");
  EXPECT_EQ(scan_string("\"x"), "broken \"x");
}

TEST(string_scanner, two_quotes_end_a_long_string_that_lacks_one) {
  EXPECT_EQ(scan_string("\"\"\"x\"\" .\n"), "broken \"\"\"x\"\"");
}

TEST(string_scanner, a_string_beyond_the_limit_is_read_but_not_kept) {
  scanned on("\"" + std::string(20, 'x'), false, 10);
  EXPECT_EQ(on.found.kind, token_kind::need_more);
  const auto* const rest = on.strings.needed_from(on.on.at());
  EXPECT_EQ(rest, on.on.end());
  EXPECT_TRUE(on.strings.is_within_dropped(rest));
  EXPECT_EQ(on.strings.dropped_begin(), 0u);
  const auto offset = on.on.window.offset_of(rest);
  on.on.window.append("yy\" .");
  const auto end = on.strings.scan_dropped(on.on.window.at(offset));
  EXPECT_EQ(end.kind, token_kind::string);
  EXPECT_TRUE(end.has(is_too_long));
  EXPECT_EQ(end.begin, on.on.at(24));
  EXPECT_FALSE(on.strings.is_within_dropped(on.on.at(24)));
}

TEST(string_scanner, gives_a_dropped_string_up) {
  scanned on("\"" + std::string(20, 'x'), false, 10);
  on.strings.stop_dropping();
  EXPECT_FALSE(on.strings.is_within_dropped(on.on.end()));
  EXPECT_EQ(on.strings.needed_from(on.on.at(3)), on.on.at(3));
}

TEST(string_scanner, quotes_of_word_processors_are_a_pair_on_one_line) {
  const auto quoted = [](std::string_view text) {
    testing::scanner_text on(text);
    return testing::describe_token(string_scanner(on.window, 1'000).scan_quoted(on.at()));
  };
  EXPECT_EQ(quoted("\xE2\x80\x9Cx\xE2\x80\x9D .\n"), "quoted \xE2\x80\x9Cx\xE2\x80\x9D");
  EXPECT_EQ(quoted("`x` .\n"), "quoted `x`");
  EXPECT_EQ(quoted("`x .\n`"), "broken `x ");
}

TEST(string_scanner, gives_the_same_token_however_the_text_is_cut) {
  for (const std::string text : {"\"x\\\"y\" . ", "'''x\ny''' . ", "\"a \"b\" c\" .\n", "\"x\ny\" .\n\n"}) {
    const scanned whole(text);
    for (std::size_t cut = 1; cut < text.size(); ++cut) {
      scanned parts(text.substr(0, cut), false);
      parts.on.window.append(text.substr(cut));
      parts.on.window.close();
      const auto again = parts.strings.scan(parts.on.at());
      EXPECT_EQ(testing::describe_token(again), whole.described()) << text << " cut at " << cut;
      EXPECT_EQ(again.flags, whole.found.flags) << text << " cut at " << cut;
    }
  }
}

}  // namespace
}  // namespace laundromat::turtle
