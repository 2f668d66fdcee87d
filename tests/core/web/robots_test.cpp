// Tests of robots.txt, clause by clause of RFC 9309.
// SPDX-License-Identifier: Apache-2.0
#include "core/web/robots.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <random>

#include "core/web/politeness.hpp"
#include "core/web/uri_characters.hpp"
#include "tests/places.hpp"

namespace laundromat {

namespace {

bool allows(std::string_view robots, std::string_view path, std::string_view product = "FooBot") {
  return parse_robots(robots, product).judge(path).is_allowed;
}

// Whether a file with this one Disallow pattern matches the path.
bool matches(std::string_view pattern, std::string_view path) {
  return !allows("User-agent: *\nDisallow: " + std::string{pattern} + "\n", path);
}

// Section 2.2.3 literally, by trying everything.
bool matches_naively(std::string_view pattern, std::string_view path) {
  if (pattern.empty()) return true;
  if (pattern == "$") return path.empty();
  if (pattern.front() == '*')
    return matches_naively(pattern.substr(1), path) ||
           (!path.empty() && matches_naively(pattern, path.substr(1)));
  return !path.empty() && pattern.front() == path.front() &&
         matches_naively(pattern.substr(1), path.substr(1));
}

std::string percent_encoded(std::string_view octets) {
  std::string out;
  for (char octet : octets) append_percent_encoded(out, octet);
  return out;
}

std::string random_text(std::mt19937& random, std::string_view alphabet, std::size_t most) {
  std::string out;
  for (auto length = random() % most; length > 0; --length)
    out.push_back(alphabet[random() % alphabet.size()]);
  return out;
}

}  // namespace

TEST(robots, a_group_is_products_then_rules_rfc9309_2_1) {
  const std::string_view file =
      "allow: /foo/bar/\n\nuser-agent: FooBot\ndisallow: /\nallow: /x/\nuser-agent: BarBot\ndisallow: "
      "/\nallow: /y/\n\n\n"
      "allow: /w/\nuser-agent: BazBot\n\nuser-agent: FooBot\nallow: /z/\ndisallow: /\n";
  for (std::string_view path : {"/x/b", "/z/d"}) EXPECT_TRUE(allows(file, path, "FooBot")) << path;
  for (std::string_view path : {"/y/c", "/w/a", "/foo/bar/"})
    EXPECT_FALSE(allows(file, path, "FooBot")) << path;
  for (std::string_view path : {"/y/c", "/w/a"}) EXPECT_TRUE(allows(file, path, "BarBot")) << path;
  EXPECT_TRUE(allows(file, "/z/d", "BazBot"));
  EXPECT_FALSE(allows(file, "/x/b", "BazBot"));
  EXPECT_TRUE(allows(file, "/x", "QuxBot"));
}

TEST(robots, the_product_token_ignores_case_rfc9309_2_2_1) {
  for (std::string_view name : {"FOOBOT", "foobot", "FooBot/2.1", "foobot 1.0", "FooBot*"}) {
    EXPECT_FALSE(allows("user-agent: " + std::string{name} + "\ndisallow: /", "/x")) << name;
  }
  for (std::string_view name : {"Foo", "FooBots", "Foo Bot", "xFooBot", "BarBot", ""})
    EXPECT_TRUE(allows("user-agent: " + std::string{name} + "\ndisallow: /", "/x")) << name;
  EXPECT_FALSE(allows("user-agent: foobot\ndisallow: /", "/x", "FooBot/1.0 (+https://example.org)"));
}

TEST(robots, an_empty_product_matches_no_group_without_a_name) {
  EXPECT_TRUE(parse_robots("user-agent: !!\ndisallow: /\n", "").judge("/a").is_allowed);
  EXPECT_FALSE(parse_robots("user-agent: *\ndisallow: /\n", "").judge("/a").is_allowed);
}

TEST(robots, groups_of_one_product_are_merged_rfc9309_2_2_1) {
  const std::string_view file =
      "user-agent: FooBot\ndisallow: /a\n\nuser-agent: BarBot\ndisallow: /b\n\nuser-agent: foobot\ndisallow: "
      "/c\n";
  EXPECT_FALSE(allows(file, "/a"));
  EXPECT_FALSE(allows(file, "/c"));
  EXPECT_TRUE(allows(file, "/b"));
}

TEST(robots, the_star_group_applies_only_to_those_not_named_rfc9309_2_2_1) {
  const std::string_view file =
      "user-agent: *\ndisallow: /a\nuser-agent: FooBot\ndisallow: /b\nuser-agent: * x\ndisallow: /c";
  EXPECT_TRUE(allows(file, "/a", "FooBot"));
  EXPECT_FALSE(allows(file, "/b", "FooBot"));
  EXPECT_FALSE(allows(file, "/a", "BarBot"));
  EXPECT_FALSE(allows(file, "/c", "BarBot"));
  EXPECT_TRUE(allows(file, "/b", "BarBot"));
}

TEST(robots, a_group_without_rules_still_names_its_product_rfc9309_2_2_1) {
  EXPECT_TRUE(allows("user-agent: *\ndisallow: /\n\nuser-agent: FooBot\n", "/x"));
  EXPECT_TRUE(allows("user-agent: FooBot\ndisallow:\n\nuser-agent: *\ndisallow: /\n", "/x"));
}

TEST(robots, no_matching_group_allows_all_rfc9309_2_2_1) {
  EXPECT_TRUE(allows("user-agent: BarBot\ndisallow: /", "/x"));
  EXPECT_TRUE(allows("", "/x"));
  EXPECT_TRUE(allows("disallow: /", "/x"));
  EXPECT_TRUE(allows("<!DOCTYPE html>\n<p>not found: /</p>", "/x"));
}

TEST(robots, the_longest_match_wins_rfc9309_2_2_2) {
  const std::string_view file =
      "user-agent: foobot\nallow: /example/page/\ndisallow: /example/page/disallowed.gif\n";
  EXPECT_TRUE(allows(file, "/example/page/x"));
  EXPECT_FALSE(allows(file, "/example/page/disallowed.gif"));
  EXPECT_FALSE(allows("user-agent: *\nallow: /p\ndisallow: /page", "/page"));
  EXPECT_TRUE(allows("user-agent: *\nallow: /$\ndisallow: /", "/"));
  EXPECT_FALSE(allows("user-agent: *\nallow: /$\ndisallow: /", "/page"));
  EXPECT_FALSE(allows("user-agent: *\nallow: /page\ndisallow: /*.html", "/page.html"));
}

TEST(robots, allow_wins_a_tie_rfc9309_2_2_2) {
  EXPECT_TRUE(allows("user-agent: *\nallow: /folder\ndisallow: /folder", "/folder/x"));
  EXPECT_TRUE(allows("user-agent: *\ndisallow: /folder\nallow: /folder", "/folder/x"));
}

TEST(robots, paths_keep_their_case_rfc9309_2_2_2) {
  EXPECT_TRUE(matches("/x", "/x"));
  EXPECT_FALSE(matches("/x", "/X"));
}

TEST(robots, percent_encoding_is_compared_by_octet_rfc9309_2_2_2) {
  // The table of the section: rule, URI.
  EXPECT_TRUE(matches("/foo/bar?baz=quz", "/foo/bar?baz=quz"));
  EXPECT_TRUE(matches("/foo/bar?baz=http://foo.bar", "/foo/bar?baz=http%3A%2F%2Ffoo.bar"));
  EXPECT_TRUE(matches("/foo/bar?baz=http%3A%2F%2Ffoo.bar", "/foo/bar?baz=http://foo.bar"));
  EXPECT_TRUE(matches("/foo/bar/\xe3\x83\x84", "/foo/bar/%E3%83%84"));
  EXPECT_TRUE(matches("/foo/bar/%e3%83%84", "/foo/bar/\xe3\x83\x84"));
  EXPECT_TRUE(matches("/foo/bar/%62%61%7A", "/foo/bar/baz"));
  EXPECT_TRUE(matches("/foo/bar/baz", "/foo/bar/%62%61%7A"));
  EXPECT_FALSE(matches("/a%2Fb", "/a/b"));
  EXPECT_TRUE(matches("/a%2fb", "/a%2Fb"));
}

TEST(robots, what_no_uri_can_contain_equals_its_encoding_rfc9309_2_2_2) {
  for (std::string_view octet : {"\"", "<", ">", "[", "]", "\\", "^", "`", "{", "|", "}", "\x7f"}) {
    const auto plain = "/a" + std::string{octet} + "b";
    const auto encoded = "/a" + percent_encoded(octet) + "b";
    EXPECT_TRUE(matches(plain, encoded)) << plain;
    EXPECT_TRUE(matches(encoded, plain)) << plain;
  }
  EXPECT_TRUE(matches("/a%2", "/a%2F"))
      << "a lone % remains, so the octets are equal as far as the rule goes";
  EXPECT_FALSE(matches("/a?u=%2F", "/a?u=%2%46")) << "nothing is decoded twice (RFC 3986 section 2.4)";
}

TEST(robots, a_star_may_match_the_begin_of_a_query_rfc9309_2_2_3) {
  EXPECT_TRUE(matches("/*u=http%3A%2F%2Fx", "/a?u=http://x"));
  EXPECT_TRUE(matches("/*u=http%3A%2F%2Fx", "/a?u=http%3A%2F%2Fx"));
  EXPECT_TRUE(matches("/*u=http%3a//x$", "/a?u=http://u=http://x"));
  EXPECT_FALSE(matches("/*u=a%2Fb", "/u=a/b")) << "in a path the encoding of a delimiter is data";
  EXPECT_TRUE(matches("/*u=a%2Fb", "/u=a%2Fb"));
  EXPECT_FALSE(matches("/*%2Fb$", "/a?u=/bc"));
}

TEST(robots, equivalent_patterns_tie_in_any_encoding_rfc9309_2_2_2) {
  EXPECT_TRUE(allows("user-agent: *\nallow: /a?u=x/y\ndisallow: /a?u=x%2Fy", "/a?u=x/y"));
}

TEST(robots, the_file_itself_is_always_allowed_rfc9309_2_2_2) {
  EXPECT_TRUE(allows("user-agent: *\ndisallow: /", "/robots.txt"));
  EXPECT_TRUE(robots_rules::disallow_all().judge("/robots.txt").is_allowed);
  EXPECT_FALSE(allows("user-agent: *\ndisallow: /", "/robots.txt.bak"));
}

TEST(robots, a_rule_without_path_is_ignored_rfc9309_2_2_2) {
  EXPECT_TRUE(allows("user-agent: *\ndisallow:", "/x"));
  EXPECT_FALSE(allows("user-agent: *\nallow:\ndisallow: /", "/x"));
}

TEST(robots, special_characters_rfc9309_2_2_3) {
  struct {
    std::string_view pattern, path;
    bool matches;
  } const cases[] = {
      {"/path/file-with-a-%2A.html", "/path/file-with-a-*.html", true},
      {"/path/file-with-a-%2A.html", "/path/file-with-a-x.html", false},
      {"/path/foo-%24", "/path/foo-$", true},
      {"/a$b", "/a$b", true},
      {"/a$b", "/ab", false},
      {"/*", "/", true},
      {"*", "/x", true},
      {"/fish*", "/fish.html", true},
      {"/fish*", "/Fish", false},
      {"/*.php", "/dir/x.php?y", true},
      {"/*.php$", "/x.php", true},
      {"/*.php$", "/x.php?y", false},
      {"/*.php$", "/x.php.php", true},
      {"/fish*.php", "/fishheads/catfish.php?id", true},
      {"/a*b*c$", "/axbxc", true},
      {"/a*b*c$", "/axbxcd", false},
      {"/a*b*c$", "/axcxb", false},
      {"/a**b", "/ab", true},
      {"/*a$", "/ba", true},
      {"/ab*b$", "/ab", false},
      {"/$", "/", true},
      {"/$", "/x", false},
      {"/x$", "/x", true},
      {"/a*$", "/abc", true},
      {"$", "/", false},
      {"x", "/x", false},
      {"*x", "/ax", true},
  };
  for (const auto& c : cases) EXPECT_EQ(matches(c.pattern, c.path), c.matches) << c.pattern << ' ' << c.path;
}

TEST(robots, wildcards_agree_with_an_exhaustive_matcher_R06) {
  std::mt19937 random{20'260'103};
  for (int round = 0; round < 20'000; ++round) {
    const auto pattern = "/" + random_text(random, "ab**/", 9) + (random() % 3 == 0 ? "$" : "");
    const auto path = "/" + random_text(random, "ab/", 12);
    ASSERT_EQ(matches(pattern, path), matches_naively(pattern, path)) << pattern << ' ' << path;
  }
}

TEST(robots, many_wildcards_do_not_hang) {
  std::string pattern = "/";
  for (int i = 0; i < 5'000; ++i) pattern += "*a";
  EXPECT_FALSE(matches(pattern + "b$", "/" + std::string(8'000, 'a')));
}

TEST(robots, other_records_do_not_end_a_group_rfc9309_2_2_4) {
  const std::string_view file =
      "user-agent: FooBot\nSitemap: https://h/s.xml\nuser-agent: BarBot\nunknown: x\nno colon\ndisallow: /\n"
      "sitemap:https://h/t.xml\n";
  EXPECT_FALSE(allows(file, "/x", "FooBot"));
  EXPECT_FALSE(allows(file, "/x", "BarBot"));
  EXPECT_EQ(parse_robots(file, "QuxBot").sitemaps(),
            (std::vector<std::string>{"https://h/s.xml", "https://h/t.xml"}));
}

TEST(robots, a_crawl_delay_is_never_undercut_and_an_unreadable_one_is_the_longest) {
  std::ifstream file{source_path("tests/core/web/cases/crawl_delay.tsv")};
  std::size_t cases = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    const auto first = line.find('\t'), last = line.rfind('\t');
    ASSERT_LT(first, last) << line;
    const auto value = line.substr(0, first);
    const auto rules = parse_robots("user-agent: *\ncrawl-delay: " + value, "FooBot");
    const auto read = rules.has_unreadable_delay() ? "unreadable"
                      : rules.crawl_delay()        ? std::to_string(rules.crawl_delay()->count())
                                                   : "none";
    EXPECT_EQ(read, line.substr(first + 1, last - first - 1)) << value;
    host_schedule host;
    host.obey_crawl_delay(rules.asked_pause(host.policy().crawl_delay_most));
    const timestamp now = from_ms(1'700'000'000'000);
    const bool begun = host.begin(now);
    const auto pause = begun ? std::to_string((host.state().not_before - now).count()) : "refused";
    EXPECT_EQ(pause, line.substr(last + 1)) << value;
    ++cases;
  }
  EXPECT_GT(cases, 40U);
}

TEST(robots, an_unreadable_delay_counts_in_any_order) {
  for (std::string_view body :
       {"user-agent: *\ncrawl-delay: x\ncrawl-delay: 900", "user-agent: *\ncrawl-delay: 900\ncrawl-delay: x"})
    EXPECT_EQ(parse_robots(body, "FooBot").asked_pause(seconds{300}), seconds{900}) << body;
  const auto others = parse_robots("user-agent: *\ncrawl-delay: x\nuser-agent: FooBot\ndisallow:", "FooBot");
  EXPECT_EQ(others.asked_pause(seconds{300}), std::nullopt) << "that group is for other products";
}

TEST(robots, crawl_delay_is_that_of_our_group_and_the_largest) {
  const auto rules = parse_robots(
      "user-agent: *\ncrawl-delay: 9\ndisallow: /x\nuser-agent: FooBot\ncrawl-delay: 2\ncrawl-delay: "
      "3\nallow: /",
      "FooBot");
  EXPECT_EQ(rules.crawl_delay(), milliseconds{3'000});
  for (const auto* delays :
       {"crawl-delay: 1\ncrawl-delay: 3\ncrawl-delay: 2\n", "crawl-delay: 3\ncrawl-delay: 1\n"})
    EXPECT_EQ(parse_robots("user-agent: FooBot\n" + std::string{delays}, "FooBot").crawl_delay(),
              milliseconds{3'000})
        << delays;
}

TEST(robots, lines_end_in_any_way_rfc9309_2_2) {
  for (std::string_view end : {"\n", "\r", "\r\n", "\n\n", " \t\r\n"}) {
    const std::string e{end};
    EXPECT_FALSE(allows("user-agent: FooBot" + e + "disallow: /x" + e, "/x"));
    EXPECT_FALSE(allows("user-agent: FooBot" + e + "disallow: /x", "/x"));
  }
}

TEST(robots, comments_space_case_and_a_byte_order_mark_are_tolerated_rfc9309_2_2) {
  EXPECT_FALSE(allows("\xef\xbb\xbfUSER-AGENT : FooBot # us\n \tDisAllow\t:\t/x#y\n# disallow: /z", "/x"));
  EXPECT_TRUE(allows("user-agent: FooBot\ndisallow: /x#y\n# disallow: /z", "/z"));
  EXPECT_TRUE(allows("user-agent: FooBot\n#disallow: /x\n:/x\n", "/x"));
}

TEST(robots, common_misspellings_are_accepted_rfc9309_2_2_4) {
  for (const auto* agent :
       {"useragent: FooBot", "User Agent: FooBot", "user-agent FooBot", "user-agent\tFooBot # us"})
    for (const auto* rule :
         {"dissallow: /x", "dissalow: /x", "Disalow: /x", "diasllow: /x", "disallaw: /x", "disallow /x"})
      EXPECT_FALSE(allows(std::string{agent} + "\n" + rule, "/x")) << agent << ", " << rule;
  for (const auto* rule : {"disallowed: /x", "disallow /x y", "dis allow: /x", "disallow/x", "disallow"})
    EXPECT_TRUE(allows(std::string{"user-agent: FooBot\n"} + rule, "/x")) << rule;
  EXPECT_EQ(parse_robots("site-map: http://h/s.xml\nsitemap http://h/t.xml", "FooBot").sitemaps(),
            std::vector<std::string>{"http://h/s.xml"})
      << "the first colon of the second line is that of its URI";
}

TEST(robots, a_part_of_a_byte_order_mark_is_skipped_rfc9309_2_2) {
  for (std::string_view mark : {"\xef", "\xef\xbb", "\xef\xbb\xbf"})
    EXPECT_FALSE(allows(std::string{mark} + "user-agent: FooBot\ndisallow: /x", "/x"));
  EXPECT_TRUE(allows("\xbb\xbfuser-agent: FooBot\ndisallow: /x", "/x"));
}

TEST(robots, invalid_bytes_are_ignored) {
  const std::string file{"user-agent: FooBot\n\0\xff:\x01\ndisallow: /x\xff\n", 38};
  EXPECT_FALSE(allows(file, "/x%FF"));
  EXPECT_TRUE(allows(file, "/x"));
}

TEST(robots, half_a_mebibyte_is_read_and_no_more_rfc9309_2_5) {
  std::string file = "user-agent: *\ndisallow: /first\n";
  file += std::string(400'000 - file.size(), '\n') + "disallow: /second\n";
  file += std::string(600'000 - file.size(), '\n') + "disallow: /third\n";
  EXPECT_FALSE(allows(file, "/first"));
  EXPECT_FALSE(allows(file, "/second"));
  EXPECT_TRUE(allows(file, "/third"));
  EXPECT_TRUE(parse_robots(file, "FooBot").was_cut());
}

TEST(robots, a_rule_cut_by_the_limit_is_not_a_shorter_rule_rfc9309_2_5) {
  const std::string file = "user-agent: *\ndisallow: /private\n";
  EXPECT_TRUE(parse_robots(file, "FooBot", {.body_bytes = file.size() - 3}).judge("/priva").is_allowed);
  EXPECT_FALSE(parse_robots(file, "FooBot", {.body_bytes = file.size() - 1}).judge("/private").is_allowed);
}

TEST(robots, long_lines_are_cut_rfc9309_2_5) {
  const std::string path = "/" + std::string(16'664, 'a');
  const auto rules = parse_robots("user-agent: *\ndisallow: " + path + "\ndisallow: /b", "FooBot");
  EXPECT_TRUE(rules.was_cut());
  EXPECT_FALSE(rules.judge(path).is_allowed);
  EXPECT_FALSE(rules.judge("/b").is_allowed);
}

TEST(robots, the_verdict_names_the_rule) {
  const auto rules = parse_robots("user-agent: *\nDISALLOW: /a%62c\nallow: /", "FooBot");
  EXPECT_EQ(rules.judge("/abc/d"), (robots_verdict{false, errc::robots_refused, "Disallow: /a%62c"}));
  EXPECT_EQ(rules.judge("/x"), (robots_verdict{true, errc::ok, "Allow: /"}));
  EXPECT_EQ(robots_rules::disallow_all().judge("/x").code, errc::robots_unreachable);
  EXPECT_EQ(robots_rules::allow_all().judge("/x"), robots_verdict{});
}

TEST(robots, uris_are_judged_by_path_and_query) {
  const auto rules = parse_robots("user-agent: *\ndisallow: /$\ndisallow: /?x\ndisallow: /a", "FooBot");
  EXPECT_FALSE(rules.judge_uri("http://h").is_allowed);
  EXPECT_FALSE(rules.judge_uri("http://h?x").is_allowed);
  EXPECT_FALSE(rules.judge_uri("http://h/a#/b").is_allowed);
  EXPECT_TRUE(rules.judge_uri("http://h/b#/a").is_allowed);
}

TEST(robots_access, success_is_by_rules_rfc9309_2_3_1_1) {
  EXPECT_EQ(access_from_status(errc::ok, 200), robots_access::by_rules);
  EXPECT_EQ(access_from_status(errc::ok, 204), robots_access::by_rules);
  EXPECT_EQ(access_from_status(errc::empty_body, 204), robots_access::by_rules);
  EXPECT_EQ(access_from_status(errc::empty_body, 0), robots_access::by_rules) << "as the journal stores it";
}

TEST(robots_access, more_than_five_redirects_allow_rfc9309_2_3_1_2) {
  EXPECT_EQ(access_from_status(errc::too_many_redirects, 301), robots_access::allow_all);
  EXPECT_EQ(access_from_status(errc::redirect_loop, 302), robots_access::allow_all);
  EXPECT_EQ(access_from_status(errc::redirect_without_location, 302), robots_access::allow_all);
}

TEST(robots_access, unavailable_allows_rfc9309_2_3_1_3) {
  for (int code : {400, 401, 403, 404, 410, 451}) {
    EXPECT_EQ(access_from_status(errc::ok, code), robots_access::allow_all) << code;
    EXPECT_EQ(access_from_status(errc::http_status, code), robots_access::allow_all) << code;
  }
}

TEST(robots_access, unreachable_forbids_rfc9309_2_3_1_4) {
  for (int code : {429, 500, 502, 503, 504, 599, 0, 100})
    EXPECT_EQ(access_from_status(errc::http_status, code), robots_access::disallow_all) << code;
  for (auto code :
       {errc::host_not_found, errc::connection_refused, errc::connection_timed_out, errc::http_timeout,
        errc::tls_failed, errc::bad_response, errc::address_refused, errc::truncated_body,
        errc::truncated_stream, errc::content_encoding, errc::ratio_exceeded, errc::body_too_large,
        errc::location_too_long, errc::head_too_large})
    EXPECT_EQ(access_from_status(code, 200), robots_access::disallow_all) << to_string(code);
}

}  // namespace laundromat
