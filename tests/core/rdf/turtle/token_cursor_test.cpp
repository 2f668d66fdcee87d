// The position in the text: tokens, gaps and lines are the same however the text is cut.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/tokens/token_cursor.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace laundromat::turtle {
namespace {

/// A line for each token and odd byte of a text that arrives in chunks: kind, where it ends, indent, first on its line, gap before it.
std::string walk(std::string_view text, std::size_t chunk) {
  text_window window;
  token_cursor cursor(window, {});
  std::string all;
  std::vector<std::uint64_t> marks;
  for (bool is_done = false; !is_done;) {
    if (text.empty()) window.close();
    window.append(text.substr(0, chunk));
    text.remove_prefix(std::min(chunk, text.size()));
    for (;;) {
      const auto end = cursor.skip_gap();
      if (end == token_cursor::gap_end::odd) {
        all += "odd " + std::to_string(cursor.offset()) + '\n';
        continue;
      }
      if (end == token_cursor::gap_end::need_more) break;
      const auto t = cursor.next();
      if (t.kind == token_kind::need_more) break;
      all += std::to_string(static_cast<int>(t.kind)) + ' ' + std::to_string(cursor.end_of(t)) + ' ' +
             std::to_string(cursor.indent()) + (cursor.is_first_on_line() ? " first" : "") +
             (cursor.has_gap() ? " gap" : "") + '\n';
      cursor.advance(t);
      EXPECT_EQ(cursor.last_kind(), t.kind);
      EXPECT_EQ(cursor.last_end(), cursor.offset());
      is_done = t.kind == token_kind::end;
      if (is_done) break;
    }
    window.drop(cursor.at(), marks, 10);
  }
  return all;
}

TEST(token_cursor, does_not_depend_on_how_the_text_is_cut) {
  const std::string text =
      "# a comment\n<http://a.example/s> ex:p\t\"x\\\"y\" , 12.5;\n  a [] . # \xFF bad\n\xEF\xBB\xBF_:b "
      "ex:c.d 'z'@en.";
  const auto whole = walk(text, text.size());
  EXPECT_NE(whole.find("odd"), whole.npos);
  for (std::size_t chunk = 1; chunk < 20; ++chunk)
    EXPECT_EQ(walk(text, chunk), whole) << "chunks of " << chunk;
}

/// Each line end at each distance from the end of a block of sixteen bytes.
TEST(text_window, counts_lines_as_text_position_does) {
  for (const std::string_view end : {"\n", "\r\n", "\r", "\n\r", "\r\r\n"})
    for (std::size_t length = 0; length < 20; ++length) {
      std::string text;
      for (int i = 0; i < 5; ++i) text.append(length, 'x').append(end);
      text_window window;
      window.append(text);
      for (std::size_t to = 0; to <= text.size(); ++to) {
        text_position expected;
        expected.advance(std::string_view(text).substr(0, to));
        text_window fresh;
        fresh.append(text);
        const auto& found = fresh.position(fresh.begin() + to);
        EXPECT_EQ(found.line, expected.line) << length << ' ' << to;
        EXPECT_EQ(found.column, expected.column) << length << ' ' << to;
        EXPECT_EQ(window.position(window.begin() + to).line, expected.line) << length << ' ' << to;
      }
    }
}

class cursor_on : public ::testing::Test {
 protected:
  token read() {
    EXPECT_EQ(cursor_.skip_gap(), token_cursor::gap_end::token);
    return cursor_.next();
  }
  void show(std::string_view text) {
    window_.append(text);
    window_.close();
  }
  text_window window_;
  token_cursor cursor_{window_, {}};
};

TEST_F(cursor_on, finds_the_first_token_of_a_line) {
  show("a\n  b c");
  cursor_.advance(read());
  const auto b = read();
  EXPECT_TRUE(cursor_.is_first_on_line());
  EXPECT_EQ(cursor_.indent(), 2u);
  cursor_.advance(b);
  static_cast<void>(read());
  EXPECT_FALSE(cursor_.is_first_on_line());
  EXPECT_EQ(cursor_.indent(), 4u);
}

TEST_F(cursor_on, a_token_that_is_not_accepted_is_read_again) {
  show("ex:a ex:b");
  EXPECT_EQ(read().text(), "ex:a");
  EXPECT_EQ(read().text(), "ex:a");
}

TEST_F(cursor_on, a_jump_leads_behind_a_string) {
  show("ex:a inside\"\"\" ex:b");
  const auto t = read();
  cursor_.jump_to(14);
  EXPECT_TRUE(cursor_.has_jumped());
  cursor_.advance(t);
  EXPECT_EQ(cursor_.last_kind(), token_kind::string);
  EXPECT_FALSE(cursor_.has_jumped());
  EXPECT_EQ(read().text(), "ex:b");
}

TEST_F(cursor_on, text_that_is_read_again_was_read) {
  show("ex:a ex:b ex:c");
  cursor_.advance(read());
  const auto b = read();
  cursor_.go_back_to(0);
  cursor_.advance(b);
  EXPECT_EQ(read().text(), "ex:a");
  EXPECT_TRUE(cursor_.was_read(4));
  EXPECT_FALSE(cursor_.was_read(9));
}

TEST_F(cursor_on, a_name_may_hold_the_dot_of_a_statement) {
  show("ex:a.ex:b ex:a.b");
  cursor_.advance(read());
  EXPECT_TRUE(cursor_.last_holds_dot());
  cursor_.advance(read());
  EXPECT_FALSE(cursor_.last_holds_dot());
}

}  // namespace
}  // namespace laundromat::turtle
