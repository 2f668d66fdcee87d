// Numbers, words, bare keys and space of JSON texts.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/json/word_reader.hpp"

#include <gtest/gtest.h>

#include <string>

namespace laundromat::jsonld {
namespace {

struct json_words : ::testing::Test {
  void begin(std::string given) {
    text = std::move(given);
    tree.clear();
    parsed = {text.data(), text.data() + text.size(), &tree, json_chunk::value};
    faults.begin(parsed);
    words.begin(parsed);
    at = parsed.begin;
  }
  [[nodiscard]] std::string rest() const { return {at, parsed.end}; }

  std::string text;
  json_tree tree;
  parsed_text parsed;
  fault_list faults{wash_profile::standard, 100'000};
  word_reader words{faults};
  const char* at = nullptr;
};

TEST_F(json_words, numbers_end_where_a_delimiter_stands) {
  begin("-12,");
  EXPECT_TRUE(words.read_number(at));
  EXPECT_EQ(rest(), ",");
  EXPECT_TRUE(tree.root().is_integer);
  EXPECT_EQ(tree.root().view(), "-12");
  begin("1.5e+3}");
  EXPECT_TRUE(words.read_number(at));
  EXPECT_FALSE(tree.root().is_integer);
  EXPECT_TRUE(faults.empty());
}

TEST_F(json_words, what_begins_like_a_number_and_is_none_is_a_damaged_word) {
  for (const auto* wrong : {"01,", "1.,", "1e,", "-,", "1x,"}) {
    begin(wrong);
    EXPECT_TRUE(words.read_number(at));
    EXPECT_EQ(rest(), ",") << wrong;
    EXPECT_TRUE(tree.root().is(json_kind::damaged)) << wrong;
    EXPECT_TRUE(faults.ends_with(errc::syntax_error)) << wrong;
  }
}

TEST_F(json_words, three_words_are_values) {
  begin("true]");
  EXPECT_TRUE(words.read_word(at));
  EXPECT_TRUE(tree.root().is(json_kind::boolean) && tree.root().is_true);
  begin("null");
  EXPECT_TRUE(words.read_word(at));
  EXPECT_TRUE(tree.root().is_null());
  begin("NaN ");
  EXPECT_TRUE(words.read_word(at));
  EXPECT_TRUE(tree.root().is(json_kind::damaged));
}

TEST_F(json_words, a_bare_key_has_a_colon) {
  begin("@id : 1");
  EXPECT_TRUE(words.read_bare_key(at));
  EXPECT_EQ(tree.root().view(), "@id");
  EXPECT_EQ(rest(), " : 1");
  EXPECT_EQ(faults.back().after, "\"@id\"");
  for (const auto* wrong : {"a 1", "1:", "-a:"}) {
    begin(wrong);
    EXPECT_FALSE(words.read_bare_key(at)) << wrong;
  }
}

TEST_F(json_words, space_may_hold_comments_and_byte_order_marks) {
  begin(" \t/* a */ // b\n\xEF\xBB\xBF x");
  EXPECT_TRUE(words.skip_space(at));
  EXPECT_EQ(rest(), "x");
  EXPECT_EQ(faults.all().size(), 3u);
  begin(" //");
  EXPECT_TRUE(words.skip_space(at));
  EXPECT_EQ(rest(), "");
  begin("/x");
  EXPECT_FALSE(words.skip_space(at)) << "a stray slash";
}

}  // namespace
}  // namespace laundromat::jsonld
