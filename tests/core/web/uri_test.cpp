// Tests of URIs, clause by clause of RFC 3986.
// SPDX-License-Identifier: Apache-2.0
#include "core/web/uri.hpp"

#include <gtest/gtest.h>

#include <random>

#include "core/web/ip_address.hpp"

namespace laundromat {

namespace {

constexpr std::string_view base = "http://a/b/c/d;p?q";

struct resolution {
  std::string_view reference, target;
};

}  // namespace

TEST(uri_split, reads_the_example_of_appendix_b) {
  const auto parts = split_uri("http://www.ics.uci.edu/pub/ietf/uri/#Related");
  EXPECT_EQ(parts.scheme, "http");
  EXPECT_EQ(parts.authority, "www.ics.uci.edu");
  EXPECT_EQ(parts.path, "/pub/ietf/uri/");
  EXPECT_EQ(parts.query, std::nullopt);
  EXPECT_EQ(parts.fragment, "Related");
}

TEST(uri_split, distinguishes_absent_from_empty_5_3) {
  for (std::string_view text :
       {"http://h", "http://h/", "http://h/?", "http://h/#", "http://h?#", "//h", "http://", "a:", "", "?",
        "#", "?#", "/", "a/b", "urn:a:b?c#d", "file:///x", "x:?y/z:#/?"}) {
    EXPECT_EQ(recompose(split_uri(text)), text);
  }
}

TEST(uri_split, any_bytes_are_accepted) {
  const std::string text{"http://h\xff/\x01\0\xc3\xa9?\xf0#\"", 18};
  EXPECT_EQ(recompose(split_uri(text)), text);
}

TEST(uri_split, reads_all_examples_of_section_1_1_2) {
  EXPECT_EQ(split_uri("ldap://[2001:db8::7]/c=GB?objectClass?one").query, "objectClass?one");
  EXPECT_EQ(split_uri("mailto:John.Doe@example.com").path, "John.Doe@example.com");
  EXPECT_EQ(split_uri("tel:+1-816-555-1212").path, "+1-816-555-1212");
  EXPECT_EQ(split_uri("telnet://192.0.2.16:80/").authority, "192.0.2.16:80");
  EXPECT_EQ(split_uri("urn:oasis:names:specification:docbook:dtd:xml:4.1.2").scheme, "urn");
}

TEST(uri_authority, is_user_host_and_port_3_2) {
  const auto full = split_authority("u:p@[2001:db8::7]:8080");
  EXPECT_EQ(full.userinfo, "u:p");
  EXPECT_EQ(full.host, "[2001:db8::7]");
  EXPECT_EQ(full.port, "8080");
  const auto literal = split_authority("[::1]");
  EXPECT_EQ(literal.host, "[::1]");
  EXPECT_EQ(literal.port, std::nullopt);
  EXPECT_EQ(split_authority("a@b@h").userinfo, "a@b");
  EXPECT_EQ(split_authority("h:").port, "");
}

TEST(uri_resolution, normal_examples_of_section_5_4_1) {
  const resolution cases[] = {
      {"g:h", "g:h"},
      {"g", "http://a/b/c/g"},
      {"./g", "http://a/b/c/g"},
      {"g/", "http://a/b/c/g/"},
      {"/g", "http://a/g"},
      {"//g", "http://g"},
      {"?y", "http://a/b/c/d;p?y"},
      {"g?y", "http://a/b/c/g?y"},
      {"#s", "http://a/b/c/d;p?q#s"},
      {"g#s", "http://a/b/c/g#s"},
      {"g?y#s", "http://a/b/c/g?y#s"},
      {";x", "http://a/b/c/;x"},
      {"g;x", "http://a/b/c/g;x"},
      {"g;x?y#s", "http://a/b/c/g;x?y#s"},
      {"", "http://a/b/c/d;p?q"},
      {".", "http://a/b/c/"},
      {"./", "http://a/b/c/"},
      {"..", "http://a/b/"},
      {"../", "http://a/b/"},
      {"../g", "http://a/b/g"},
      {"../..", "http://a/"},
      {"../../", "http://a/"},
      {"../../g", "http://a/g"},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(resolve(base, c.reference), c.target) << c.reference;
    EXPECT_EQ(resolve_iri(base, c.reference), c.target) << c.reference;
  }
}

TEST(uri_resolution, abnormal_examples_of_section_5_4_2) {
  const resolution cases[] = {
      {"../../../g", "http://a/g"},
      {"../../../../g", "http://a/g"},
      {"/./g", "http://a/g"},
      {"/../g", "http://a/g"},
      {"g.", "http://a/b/c/g."},
      {".g", "http://a/b/c/.g"},
      {"g..", "http://a/b/c/g.."},
      {"..g", "http://a/b/c/..g"},
      {"./../g", "http://a/b/g"},
      {"./g/.", "http://a/b/c/g/"},
      {"g/./h", "http://a/b/c/g/h"},
      {"g/../h", "http://a/b/c/h"},
      {"g;x=1/./y", "http://a/b/c/g;x=1/y"},
      {"g;x=1/../y", "http://a/b/c/y"},
      {"g?y/./x", "http://a/b/c/g?y/./x"},
      {"g?y/../x", "http://a/b/c/g?y/../x"},
      {"g#s/./x", "http://a/b/c/g#s/./x"},
      {"g#s/../x", "http://a/b/c/g#s/../x"},
      {"http:g", "http:g"},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(resolve(base, c.reference), c.target) << c.reference;
    EXPECT_EQ(resolve_iri(base, c.reference), c.target) << c.reference;
  }
}

TEST(uri_resolution, merges_with_an_authority_without_path_5_2_3) {
  EXPECT_EQ(resolve("http://a", "g"), "http://a/g");
  EXPECT_EQ(resolve("http://a?q#f", "?y"), "http://a?y");
  EXPECT_EQ(resolve("http://a?q#f", ""), "http://a?q");
  EXPECT_EQ(resolve("urn:x:y", "g"), "urn:g");
  EXPECT_EQ(resolve("file:///a/b", "c"), "file:///a/c");
}

TEST(uri_resolution, keeps_empty_segments) {
  EXPECT_EQ(resolve("http://a//b//c", ".."), "http://a//b/");
  EXPECT_EQ(resolve("http://a/b", ".//g"), "http://a//g");
}

TEST(uri_resolution, a_path_never_becomes_an_authority) {
  EXPECT_EQ(resolve("x:/a", "/b/..//c"), "x:/.//c");
  EXPECT_EQ(split_uri(resolve("x:/a", "/b/..//c")).authority, std::nullopt);
}

TEST(uri_resolution, an_iri_with_a_scheme_is_not_changed_in_rdf) {
  EXPECT_EQ(resolve(base, "http://x/a/../b"), "http://x/b");
  EXPECT_EQ(resolve_iri(base, "http://x/a/../b"), "http://x/a/../b");
  EXPECT_EQ(resolve_iri("http://a/\xc3\xa9/x", "\xe6\x97\xa5#\xff"), "http://a/\xc3\xa9/\xe6\x97\xa5#\xff");
}

TEST(uri_resolution, a_scheme_without_its_colon_is_a_path_that_is_recognised_D56) {
  for (const auto* lost : {"http//e/a", "HTTPS//www.e.org", "https;//e", "http.//e", "ftp//e", "http//"}) {
    EXPECT_EQ(resolve_iri("http://a/b", lost), "http://a/" + std::string(lost));
    EXPECT_TRUE(has_lost_colon(lost)) << lost;
  }
  for (const auto* other : {"http/e", "httpd//e", "x//e", "./http//e", "//http//e", "http://e"})
    EXPECT_FALSE(has_lost_colon(other)) << other;
  EXPECT_EQ(resolve_iri("http://a/b", "http/e"), "http://a/http/e");
  EXPECT_EQ(resolve_iri("http://a/b", "httpd//e"), "http://a/httpd//e");
  EXPECT_EQ(resolve_iri("http://a/b", "x//e"), "http://a/x//e");
  EXPECT_EQ(resolve_iri("http://a/b", "./http//e"), "http://a/http//e");
  EXPECT_EQ(resolve_iri("http://a/b", "//http//e"), "http://http//e");
}

TEST(uri_dot_segments, examples_of_section_5_2_4) {
  EXPECT_EQ(remove_dot_segments("/a/b/c/./../../g"), "/a/g");
  EXPECT_EQ(remove_dot_segments("mid/content=5/../6"), "mid/6");
  EXPECT_EQ(remove_dot_segments("..//."), "/");
  EXPECT_EQ(remove_dot_segments("/..a/.b/..."), "/..a/.b/...");
}

TEST(uri_dot_segments, a_long_path_takes_linear_time) {
  std::string path;
  for (int i = 0; i < 500'000; ++i) path += i % 2 == 0 ? "/a" : "/..";
  EXPECT_EQ(remove_dot_segments(path), "/");
}

TEST(uri_resolution, of_any_text_keeps_the_base_and_is_stable) {
  constexpr std::string_view chunks[] = {"/", "//", ".", "..", "a",   ":",    "?",
                                         "#", "@",  "[", "]",  "%2e", "\xff", "x:"};
  std::mt19937 random{20'260'104};
  for (int round = 0; round < 50'000; ++round) {
    std::string reference;
    for (auto length = random() % 10; length > 0; --length) reference += chunks[random() % std::size(chunks)];
    ASSERT_EQ(recompose(split_uri(reference)), reference);
    const auto target = resolve(base, reference);
    ASSERT_TRUE(split_uri(target).scheme) << reference;
    ASSERT_EQ(resolve(base, target), target) << reference;
    const bool is_iri = split_uri(reference).scheme.has_value();
    ASSERT_EQ(resolve_iri(base, reference), is_iri ? reference : target);
  }
}

TEST(uri_validity, accepts_what_the_grammar_accepts) {
  for (std::string_view text :
       {"http://h/", "http://u:p@h:80/a;b=c/d?e=f/g?h#i?/j", "http://[::1]:80/", "http://[::ffff:1.2.3.4]/",
        "http://[v1.x:y]/", "http://1.2.3.4/", "mailto:a@b", "a/b", "", "?x", "http://h/%41%c3", "http://h:/",
        "http://\xc3\xa9/\xe6\x97\xa5", "file:///a", "tag:a,2010:b"}) {
    EXPECT_TRUE(parse_uri(text)) << text;
  }
}

TEST(uri_validity, names_the_component_at_fault) {
  const resolution cases[] = {
      {"1a:b", "scheme"},
      {"http://h/a b", "path"},
      {"http://h/%4", "path"},
      {"http://h/%zz", "path"},
      {"http://h/<a>", "path"},
      {"http://h/a[1]", "path"},
      {"http://h/?a b", "query"},
      {"http://h/#a#b", "fragment"},
      {"http://h:8o/", "port"},
      {"http://u r@h/", "user"},
      {"http://a b/", "host"},
      {"http://[::1/", "IP literal"},
      {"http://[::g]/", "IP literal"},
      {"http://h/a\\b", "path"},
      {"http://h/\x7f", "path"},
      {"http://[v.x]/", "IP literal"},
  };
  for (const auto& c : cases) {
    const auto parsed = parse_uri(c.reference);
    ASSERT_FALSE(parsed) << c.reference;
    EXPECT_EQ(parsed.error().code, errc::uri_syntax);
    EXPECT_NE(parsed.error().detail.find("invalid " + std::string{c.target}), std::string::npos)
        << parsed.error().detail;
  }
}

TEST(uri_validity, an_owned_uri_was_checked) {
  const auto good = uri::parse("http://h/x?y");
  ASSERT_TRUE(good);
  EXPECT_EQ(good->parts().query, "y");
  EXPECT_FALSE(uri::parse("http://h/ x"));
}

TEST(uri_kind, is_absolute_or_relative_L18) {
  for (std::string_view text : {"http://h", "urn:x", "a+b-c.1:x"}) EXPECT_TRUE(is_absolute(text)) << text;
  for (std::string_view text :
       {"", "a", "/a:b", "//h/x", "www.x.org/a", "1a:b", ":b", "a b:c", "?a:b", "#a:b"}) {
    EXPECT_FALSE(is_absolute(text)) << text;
    EXPECT_TRUE(is_relative_reference(text)) << text;
  }
}

TEST(short_authority, has_no_port_that_its_scheme_has_anyway) {
  EXPECT_EQ(short_authority("http://User@EXAMPLE.org/A").value(), "example.org");
  EXPECT_EQ(short_authority("https://example.org:443").value(), "example.org");
  EXPECT_EQ(short_authority("ftp://example.org:21/").value(), "example.org");
  EXPECT_EQ(short_authority("https://example.org:80").value(), "example.org:80");
  EXPECT_EQ(short_authority("http://example.org:8080").value(), "example.org:8080");
  EXPECT_FALSE(short_authority("mailto:a@example.org"));
}

TEST(authority_key, is_lower_case_host_and_port) {
  EXPECT_EQ(authority_key("HTTP://User@EXAMPLE.org/A").value(), "example.org:80");
  EXPECT_EQ(authority_key("https://example.org").value(), "example.org:443");
  EXPECT_EQ(authority_key("http://example.org.:080/").value(), "example.org:80");
  EXPECT_EQ(authority_key("http://example.org:8080?x").value(), "example.org:8080");
  EXPECT_EQ(authority_key("http://[2001:DB8::1]/").value(), "[2001:db8::1]:80");
  EXPECT_EQ(authority_key("http://ex%41mple.org:/").value(), "example.org:80");
}

TEST(authority_key, is_the_same_for_all_spellings_of_an_address) {
  for (const auto* host : {"127.0.0.1", "127.1", "0x7f.0.0.1", "0177.1", "2130706433", "0x7F000001",
                           "127.0.1", "%31%327.0.0.1", "[::ffff:127.0.0.1]", "[::FFFF:7f00:1]"})
    EXPECT_EQ(authority_key("http://" + std::string{host} + "/").value(), "127.0.0.1:80") << host;
  EXPECT_EQ(authority_key("http://[2001:db8:0:0::1]/").value(), "[2001:db8::1]:80");
  for (const auto* host :
       {"127.0.0.1.example.org", "256.1.1.1", "1.2.3.4.5", "0x", "127.0.0.x", "99999999999"})
    EXPECT_EQ(authority_key("http://" + std::string{host} + "/").value(), std::string{host} + ":80") << host;
}

TEST(authority_key, needs_a_host_and_a_valid_port) {
  for (std::string_view text : {"urn:x", "a/b", "http:///x", "http://h:65536/", "http://h:0/", "http://h:x/",
                                "foo://h/", "http://h:99999999999999999999/"}) {
    const auto key = authority_key(text);
    ASSERT_FALSE(key) << text;
    EXPECT_EQ(key.error().code, errc::uri_syntax);
  }
}

TEST(ip_address, round_trips_in_canonical_text_rfc5952) {
  for (std::string_view text : {"::", "::1", "1::", "2001:db8::1", "1:2:3:4:5:6:7:8", "2001:db8:0:1:1:1:1:1",
                                "2001:0:0:1::1", "fe80::ffff:0:1"}) {
    const auto address = parse_ipv6(text);
    ASSERT_TRUE(address) << text;
    EXPECT_EQ(to_string(*address), text);
  }
  EXPECT_EQ(to_string(parse_ipv6("::ffff:127.0.0.1").value()), "::ffff:7f00:1");
  EXPECT_EQ(to_string(parse_ipv4("192.168.0.255").value()), "192.168.0.255");
}

TEST(ip_address, rejects_other_text) {
  for (std::string_view text : {"", ":", ":::", "1:2:3", "1:2:3:4:5:6:7:8:9", "1::2::3", "g::", "12345::",
                                "1:2:3:4:5:6:7:8::", "::1.2.3", "1.2.3.4::", "::1%eth0", "1:"}) {
    EXPECT_FALSE(parse_ipv6(text)) << text;
  }
  for (std::string_view text :
       {"", "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.2.3.4", "1.2.3.", "0x7f.1", "2130706433", "1..2.3"})
    EXPECT_FALSE(parse_ipv4(text)) << text;
}

}  // namespace laundromat
