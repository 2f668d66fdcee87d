// Escapes of strings and IRIs: what they stand for, what is repaired, and what is refused.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/terms/escape_reader.hpp"

#include "tests/core/rdf/turtle/parser_parts.hpp"

namespace laundromat::turtle {
namespace {

struct unescaped {
  explicit unescaped(std::string_view text, bool is_iri = false,
                     wash_profile profile = wash_profile::standard)
      : on(text, rdf_format::turtle, profile), escapes(on.window, on.all.reports) {
    const auto *begin = on.window.begin(), *end = on.window.end();
    is_kept = is_iri ? escapes.read_iri(begin, end, out) : escapes.read_string(begin, end, out);
  }
  testing::parser_parts on;
  escape_reader escapes;
  std::string out;
  bool is_kept = false;
};

TEST(escape_reader, resolves_the_escapes_of_strings) {
  EXPECT_EQ(unescaped("a\\tb\\n\\\"\\'\\\\").out, "a\tb\n\"'\\");
  EXPECT_EQ(unescaped("\\u00E9\\U0001F600").out, "\xC3\xA9\xF0\x9F\x98\x80");
  EXPECT_TRUE(unescaped("plain").on.defects().empty());
}

TEST(escape_reader, a_backslash_without_a_meaning_is_kept) {
  unescaped on("a\\qb\\u12");
  EXPECT_EQ(on.out, "a\\qb\\u12");
  EXPECT_EQ(on.on.defects(), (std::vector<std::string>{"repair 1+1", "repair 4+1"}));
}

TEST(escape_reader, joins_a_pair_of_surrogates_and_replaces_a_lone_one) {
  EXPECT_EQ(unescaped("\\uD83D\\uDE00").out, "\xF0\x9F\x98\x80");
  EXPECT_EQ(unescaped("\\uD83Dx").out, "\xEF\xBF\xBDx");
}

TEST(escape_reader, replaces_bytes_that_are_not_utf8) {
  unescaped on(
      "a\xFF\xFE"
      "b");
  EXPECT_EQ(on.out,
            "a\xEF\xBF\xBD\xEF\xBF\xBD"
            "b");
  EXPECT_EQ(on.on.defects(), std::vector<std::string>{"repair 1+2"});
}

TEST(escape_reader, the_strict_profile_refuses_what_it_would_repair) {
  for (const auto* text : {"a\\q", "\\uD83Dx", "a\xFF"}) {
    const unescaped on(text, false, wash_profile::strict);
    EXPECT_FALSE(on.is_kept) << text;
    EXPECT_NE(on.escapes.fault().at, nullptr);
  }
}

TEST(escape_reader, in_an_iri_only_code_points_are_escapes) {
  EXPECT_EQ(unescaped("a\\u0041\\n", true).out, "aA\\n");
  const unescaped surrogate("\\uD83D", true);
  EXPECT_FALSE(surrogate.is_kept);
  EXPECT_EQ(surrogate.escapes.fault().rule, errc::lone_surrogate);
  EXPECT_FALSE(unescaped("\\U00110000", true).is_kept);
}

}  // namespace
}  // namespace laundromat::turtle
