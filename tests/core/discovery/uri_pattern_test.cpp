// Tests of patterns of seeds (T07): what they name, in which order, what is refused, and going on from a stored position.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/uri_pattern.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

/// The ends of all URIs behind `http://e/`, each with a space.
std::string named_by(const std::string& pattern) {
  auto parsed = uri_pattern::parse("http://e/" + pattern);
  if (!parsed) return to_string(parsed.error());
  std::string all;
  uri_generator uris{*parsed};
  while (const auto uri = uris.next()) all += uri->substr(9) + " ";
  return all;
}

TEST(uri_pattern, names_the_items_of_lists_and_ranges_T07) {
  EXPECT_EQ(named_by("{nt,ttl,rdf}"), "nt ttl rdf ");
  EXPECT_EQ(named_by("{a..e}"), "a b c d e ");
  EXPECT_EQ(named_by("{8..11}"), "8 9 10 11 ");
  EXPECT_EQ(named_by("{008..011}.ttl"), "008.ttl 009.ttl 010.ttl 011.ttl ");
  EXPECT_EQ(named_by("{3..1}"), "3 2 1 ");
  EXPECT_EQ(named_by("{Z..X}"), "Z Y X ");
  EXPECT_EQ(named_by("{0..100..40}"), "0 40 80 ");
  EXPECT_EQ(named_by("{a..i..4}"), "a e i ");
  EXPECT_EQ(named_by("x{,-en,-de}.nt"), "x.nt x-en.nt x-de.nt ");
  EXPECT_EQ(named_by("{7..7}"), "7 ");
}

TEST(uri_pattern, combines_groups_depth_first_T07) {
  EXPECT_EQ(named_by("{a..b}/{1..3}.ttl"), "a/1.ttl a/2.ttl a/3.ttl b/1.ttl b/2.ttl b/3.ttl ");
  EXPECT_EQ(named_by("{x,y{1..2},{p,q}z}"), "x y1 y2 pz qz ");
  EXPECT_EQ(named_by("{{A..B},{a..b}}{1,2}"), "A1 A2 B1 B2 a1 a2 b1 b2 ");
  EXPECT_EQ(uri_pattern::parse("http://{a,b}.e/{1..2}")->at(3), "http://b.e/2");
}

TEST(uri_pattern, has_escapes) {
  EXPECT_EQ(named_by("\\{{a\\,b,c\\.\\.d,\\*}\\}?q=a,b"), "%7Ba,b%7D?q=a,b %7Bc..d%7D?q=a,b %7B*%7D?q=a,b ");
  EXPECT_TRUE(uri_pattern::is_pattern("http://e/{a,b}"));
  EXPECT_TRUE(uri_pattern::is_pattern("http://e/}"));
  EXPECT_FALSE(uri_pattern::is_pattern("http://e/a"));
  EXPECT_FALSE(uri_pattern::is_pattern("http://e/\\{a\\}"));
}

std::string refusal(const std::string& pattern, const uri_pattern_limits& limits = {}) {
  const auto parsed = uri_pattern::parse(pattern, limits);
  return parsed ? "none" : parsed.error().detail;
}

TEST(uri_pattern, says_what_to_write_instead) {
  const std::vector<std::pair<std::string, std::string>> refused{
      {"{a", "character 10"},          {"a}", "write `\\}`"},
      {"{}", "write `\\{`"},           {"{id}", "a list as `{a,b}`"},
      {"{01..100}", "the same width"}, {"{a..Z}", "{{A..Z},{a..z}}"},
      {"{a..c,d}", "{{A..Z},{a..z}}"}, {"{x..9}", "a range is"},
      {"{1..9..0}", "a range is"},     {"*.ttl", "`\\*`"},
      {"[1-9].ttl", "`{1..9}`"},       {"a b{1..2}", "`%20`"},
      {"\\n{1..2}", "only"},           {"{1..2}\\", "only"},
      {"{1..2", "has no `}`"},         {"{-1..2}", "a range is"},
      {"{1...3}", "a range is"},       {"{1..99999999999999999999}", "a range is"}};
  for (const auto& [pattern, part] : refused)
    EXPECT_NE(refusal("http://e/" + pattern).find(part), std::string::npos)
        << pattern << ": " << refusal("http://e/" + pattern);
  for (const auto* pattern : {"{a,b}", "/x/{a,b}", "mailto:{a,b}", "http:///{a,b}", "file:///{a,b}"})
    EXPECT_NE(refusal(pattern).find("no http, https or ftp URI"), std::string::npos) << pattern;
  EXPECT_EQ(refusal("http://[::1]/{a,b}"), "none");
}

TEST(uri_pattern, has_limits) {
  EXPECT_EQ(uri_pattern::parse("http://e/{1..1000000}")->count(), 1'000'000U);
  EXPECT_NE(refusal("http://e/{0..1000000}").find("more than 1,000,000 URIs"), std::string::npos);
  std::string many = "http://e/";
  for (auto i = 0; i < 40; ++i) many += "{1..999999999999999999}";
  EXPECT_EQ(uri_pattern::parse(many).error().code, errc::limit_exceeded);
  EXPECT_EQ(refusal("http://e/{1..10}", {.uris = 10}), "none");
  EXPECT_NE(refusal("http://e/{1..10}", {.uris = 9}), "none");
  EXPECT_EQ(uri_pattern::parse("http://e/" + std::string(100, '{')).error().code, errc::limit_exceeded);
  EXPECT_EQ(uri_pattern::parse("http://e/{a,b}" + std::string(9'000, 'x')).error().code,
            errc::limit_exceeded);
  EXPECT_EQ(uri_pattern::parse("http://e/{a,b}" + std::string(50, 'x'), {.uri_bytes = 40}).error().code,
            errc::limit_exceeded);
  EXPECT_EQ(refusal("http://e/{99..1}{a,bcd}", {.uri_bytes = 14}), "none");
  EXPECT_NE(refusal("http://e/{99..1}{a,bcd}", {.uri_bytes = 13}), "none");
}

TEST(uri_generator, goes_on_from_a_stored_position) {
  const auto pattern = *uri_pattern::parse("http://e/{a..c}/{1..2}");
  uri_generator all{pattern}, first{pattern};
  for (std::uint64_t i = 0; i <= pattern.count(); ++i) {
    auto stored = uri_generator::resume(pattern, first.position());
    ASSERT_TRUE(stored);
    const auto expected = all.next();
    EXPECT_EQ(stored->next(), expected);
    EXPECT_EQ(first.next(), expected);
  }
  EXPECT_EQ(first.next(), std::nullopt);
  const auto position = uri_generator{pattern}.position();
  for (const auto& wrong : {std::string(), std::string("0"), std::string("x/") + position.substr(2),
                            "7" + position.substr(1), "-" + position, position + "0"})
    EXPECT_FALSE(uri_generator::resume(pattern, wrong)) << wrong;
  EXPECT_FALSE(uri_generator::resume(*uri_pattern::parse("http://e/{a..c}/{1..3}"), position));
}

}  // namespace
}  // namespace laundromat
