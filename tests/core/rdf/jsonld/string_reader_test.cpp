// Strings and faults of JSON, without its grammar.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/json/string_reader.hpp"

#include <gtest/gtest.h>

#include <string>

namespace laundromat::jsonld {
namespace {

struct json_string : ::testing::Test {
  /// The value of the string at the front of a text; "damaged" or "refused".
  std::string read(std::string text, wash_profile profile = wash_profile::standard,
                   json_chunk chunk = json_chunk::value) {
    text_ = std::move(text);
    tree.clear();
    faults = fault_list(profile, 100'000);
    string_reader strings(profile, faults);
    const parsed_text parsed{text_.data(), text_.data() + text_.size(), &tree, chunk};
    faults.begin(parsed);
    strings.begin(parsed);
    const char* at = parsed.begin;
    const bool is_read =
        text_.front() == '"' ? strings.read(at, '"', true) : strings.read_single_quoted(at, true);
    passed = static_cast<std::size_t>(at - parsed.begin);
    may_be_text = strings.may_be_text();
    ends_damaged = strings.ends_damaged();
    if (!is_read) return "refused";
    return tree.root().is_string() ? std::string(tree.root().view()) : "damaged";
  }

  std::string text_;
  json_tree tree;
  fault_list faults{wash_profile::standard, 100'000};
  std::size_t passed = 0;
  bool may_be_text = false, ends_damaged = false;
};

TEST_F(json_string, without_escapes_is_a_view_of_the_text) {
  EXPECT_EQ(read("\"abc\","), "abc");
  EXPECT_EQ(tree.root().text, text_.data() + 1);
  EXPECT_EQ(passed, 5U);
  EXPECT_TRUE(faults.empty());
}

TEST_F(json_string, escapes_and_surrogates_are_decoded) {
  EXPECT_EQ(read(R"("\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00",)"), "\"\\/\b\f\n\r\t\xC3\xA9\xF0\x9F\x98\x80");
  EXPECT_TRUE(faults.empty());
}

TEST_F(json_string, bad_escapes_bytes_and_control_characters_are_repaired) {
  EXPECT_EQ(read("\"a\\q\","), "a\\q");
  EXPECT_EQ(faults.back().rule, errc::bad_escape);
  EXPECT_EQ(read("\"a\xFF\xFE z\","), "a\xEF\xBF\xBD\xEF\xBF\xBD z");
  ASSERT_EQ(faults.all().size(), 1U) << "one fault for bad bytes in a row";
  EXPECT_EQ(faults.back().begin, 2U);
  EXPECT_EQ(faults.back().end, 4U);
  EXPECT_TRUE(tree.root().is_repaired);
  EXPECT_EQ(read("\"a\tb\","), "a\tb");
  EXPECT_EQ(faults.back().rule, errc::lenient_json);
  EXPECT_EQ(faults.back().after, "\\t");
}

TEST_F(json_string, a_line_break_is_kept_where_the_string_ends_as_strings_do) {
  EXPECT_EQ(read("\"a\nb\","), "a\nb");
  EXPECT_EQ(faults.back().after, "\\n");
}

TEST_F(json_string, that_lacks_its_quote_is_damaged_up_to_its_line_break) {
  EXPECT_EQ(read("\"a,\n\"key\": 1"), "damaged");
  EXPECT_EQ(passed, 3U);
  EXPECT_TRUE(ends_damaged);
  EXPECT_FALSE(may_be_text);
}

TEST_F(json_string, that_may_hold_json_is_refused_as_text) {
  EXPECT_EQ(read("\"a:\n{\"key\": \"x\"}\n b\": 1"), "refused");
  EXPECT_TRUE(may_be_text);
}

TEST_F(json_string, that_ends_with_the_text_is_unterminated) {
  EXPECT_EQ(read("\"abc"), "refused");
  EXPECT_TRUE(faults.ends_with(errc::unterminated));
}

TEST_F(json_string, in_single_quotes_is_kept_where_the_profile_repairs_that) {
  EXPECT_EQ(read("'abc',", wash_profile::max_recall), "abc");
  EXPECT_EQ(faults.back().after, "\"abc\"");
  EXPECT_EQ(read("'abc',"), "damaged");
  EXPECT_EQ(read("'it's',"), "refused");
}

TEST_F(json_string, strict_reading_refuses_what_needs_a_repair) {
  EXPECT_EQ(read("\"a\\q\",", wash_profile::strict), "refused");
}

TEST_F(json_string, the_faults_of_a_text_are_bounded) {
  std::string text = "\"";
  for (int i = 0; i < 5000; ++i) text += "\\q";
  EXPECT_EQ(read(text + "\","), "refused");
  EXPECT_TRUE(faults.ends_with(errc::statement_too_long));
  EXPECT_LT(faults.all().size(), 1000U);
}

TEST_F(json_string, faults_of_what_is_left_out_are_dropped) {
  (void)read("\"0123456789\",");
  for (const std::uint32_t at : {1, 4, 7}) faults.skip(errc::syntax_error, at, at + 2, "x");
  faults.drop_from(7);
  EXPECT_EQ(faults.all().size(), 2U);
  faults.drop_behind(5);
  EXPECT_EQ(faults.all().size(), 1U);
}

}  // namespace
}  // namespace laundromat::jsonld
